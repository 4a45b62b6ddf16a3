// Access to an inquiry's documents, and their temporary URLs (D1–D7).
import { z } from 'zod'
import {
  type Answer,
  answeredAtMs,
  DAY_S,
  dateTimeSchema,
  demand,
  errorForm,
  expectShape,
  expectStatus,
  fieldOf,
  isSameId,
  MINUTE_S,
  toMs,
  Unreachable,
  uuidSchema,
} from '../expectations.ts'
import { retryAfterMs } from '../http.ts'
import { DOCUMENTS_ROUTE, documentsSchema, STATUSES } from '../merchant.ts'
import { artifactUrls, fetchArtifact, fetchPicture } from '../pictures.ts'
import { check, type Run } from '../run.ts'
import { expectKeyNeeded, expectTenantsApart } from './keys.ts'

const SERVED = ['APPROVED', 'NEEDS_REVIEW']
const CODE = 'INQUIRY_NOT_APPROVED'
const UUID_V4 = '3f2b8c1d-9e4a-4c6f-8a7b-5d0e1f2a3b4c'
const NOT_CANONICAL = [
  ...['not-a-uuid', UUID_V4.replaceAll('-', ''), `{${UUID_V4}}`],
  ...[`${UUID_V4}0`, `${UUID_V4}\n`, `0${UUID_V4}`],
]
/**
 * Ids that belong to no inquiry. The thirteenth hex digit is the version, and the seventeenth the variant; both can have any
 * value.
 */
const OF_ANY_VERSION = [
  UUID_V4,
  '6fa459ea-ee8a-11ca-894e-db77e160355e',
  '5c146b14-3c52-8afd-938a-375d0df1fbf6',
  '3f2b8c1d-9e4a-0c6f-8a7b-5d0e1f2a3b4c',
  '3f2b8c1d-9e4a-fc6f-8a7b-5d0e1f2a3b4c',
  '3f2b8c1d-9e4a-4c6f-0a7b-5d0e1f2a3b4c',
  '3f2b8c1d-9e4a-4c6f-ea7b-5d0e1f2a3b4c',
]

const LIMITED = { rateLimitPerMinute: 3 }
const BEYOND_LIMIT = 3 * LIMITED.rateLimitPerMinute
const URL_VALIDITY_S = 5 * MINUTE_S
/** N18 decides what follows after the five minutes. But a URL that works a month later isn't temporary. */
const LONG_AFTER_S = 30 * DAY_S
/** How closely the end of the five minutes is checked in real time. */
const END_TOLERANCE_S = 10
/** Allows for two machines' clocks and for the network. */
const CLOCK_TOLERANCE_MS = 30_000
/** Allows for rounding by a service whose clock is frozen. */
const ROUNDING_MS = 1_000
const ROUNDED_UP_MS = MINUTE_S * 1_000
const resultSchema = documentsSchema.extend({
  inquiryId: uuidSchema,
  status: z.string(),
  urlExpiresAt: dateTimeSchema,
})

export const DOCUMENTS = [
  check('D1', 'inquiryId is a canonical UUID of any version, else 400', async (run) => {
    for (const inquiryId of NOT_CANONICAL) {
      const answer = await run.merchant.documents(inquiryId)
      expectStatus(answer, 400, 'of an id that is not a canonical UUID')
      run.observe('N3', errorForm(answer))
    }
    for (const inquiryId of OF_ANY_VERSION) {
      expectStatus(await run.merchant.documents(inquiryId), 404, `of the UUID ${inquiryId}`)
    }
  }),

  check('D2', `APPROVED or NEEDS_REVIEW only, else 403 ${CODE}`, async (run) => {
    const refusals: Answer[] = []
    await run.everyMoment(STATUSES, ({ inquiry, documents }) => {
      const status = String(inquiry.status)
      expectStatus(documents, SERVED.includes(status) ? 200 : 403, `when ${status}`)
      if (documents.status === 403) refusals.push(documents)
    })
    await run.also(`the code ${CODE}`, async () => {
      for (const { json, text } of refusals) {
        if (new RegExp(`\\b${CODE}\\b`).test(text)) continue
        if (json === undefined) throw new Unreachable('the body has no code, and is not JSON (N3)')
        demand(false, `${DOCUMENTS_ROUTE}: no code ${CODE} when refused`)
      }
    })
    for (const answer of refusals) run.observe('N3', errorForm(answer))
  }),

  check('D3', "404 for a missing inquiry and for another tenant's alike", (run) =>
    expectTenantsApart(run, (inquiryId) => run.merchant.documents(inquiryId)),
  ),

  check('D4', '401 when the key is missing, invalid, expired or revoked', (run) =>
    expectKeyNeeded(run, async (holder, inquiryId) => [await holder.documents(inquiryId)]),
  ),

  check('D5', '429 with Retry-After when the rate limit is exceeded', async (run) => {
    await run.part('beyond the limit', async () => {
      const [tenant, other] = [await run.createTenant(LIMITED), await run.createTenant(LIMITED)]
      const merchant = tenant.with({ expectsLimit: true })
      const inquiryId = await merchant.open()
      // N17 leaves the exact limit open, but so many requests must exceed this tenant's.
      let limited = await merchant.documents(inquiryId)
      for (let count = 0; limited.status !== 429 && count < BEYOND_LIMIT; count += 1)
        limited = await merchant.documents(inquiryId)
      expectLimit(limited)
      const { status } = await other.with({ expectsLimit: true }).tryOpen()
      if (status === 429) run.observe('N17', "limited by another tenant's requests")
      const waitMs = retryAfterMs(limited.headers.get('retry-after'), await tenant.nowMs())
      // N17: without a Retry-After, wait a day. A service may ask for a year.
      const waitS = waitMs === null ? DAY_S : Math.ceil(waitMs / 1000)
      await tenant.advance(Math.max(1, waitS))
      const later = await merchant.documents(inquiryId)
      demand(later.status !== 429, `${later.request}: still limited after the time in Retry-After`)
    })
    await run.part('a limit that this run reached', async () => {
      const { limited } = run.http
      if (limited.length === 0) throw new Unreachable('this run reached none')
      for (const answer of limited) expectLimit(answer)
    })
  }),

  check('D6', 'body: inquiryId, status, urlExpiresAt for all URLs, documents', async (run) => {
    await run.everyMoment(SERVED, ({ inquiry: { inquiryId, status }, documents }) => {
      // D2 checks whether the documents are served.
      if (documents.status >= 300 || !SERVED.includes(String(status))) return
      const result = expectShape(resultSchema, documents.json, documents.request)
      const isOwn = isSameId(result.inquiryId, inquiryId)
      demand(isOwn, `${DOCUMENTS_ROUTE}: a different inquiryId`)
      demand(result.status === status, `${DOCUMENTS_ROUTE} when ${status}: says ${result.status}`)
      for (const url of artifactUrls(result.documents)) {
        const isNear = new URL(url).host === new URL(run.merchant.baseUrl).host
        run.observe('N20', isNear ? "the service's own host" : 'another host')
        run.observe('N31', new URL(url).origin)
      }
    })
  }),

  check('D7', 'the temporary URLs stay valid for five minutes', async (run) => {
    await run.part('they work, and urlExpiresAt is five minutes ahead', async () => {
      const tenant = run.tenant && (await run.createTenant())
      const served = await (tenant?.openCompleted('APPROVED') ?? run.served())
      const answer = await (tenant ?? run.merchant).documents(served)
      expectFiveMinutes(answer.json, tenant ? await tenant.nowMs() : answeredAtMs(answer))
      // Fetch each twice, because nothing says that a URL works only once.
      for (const url of [...urlsIn(answer), ...urlsIn(answer)])
        await fetchPicture(run.merchant, url)
    })
    await run.part('what comes after five minutes', async () => {
      if (!run.tenant) return observeEndInRealTime(run)
      const tenant = await run.createTenant()
      const inquiryId = await tenant.openCompleted('APPROVED', { documentType: 'national_id' })
      const first = await tenant.documents(inquiryId)
      expectFiveMinutes(first.json, await tenant.nowMs(), ROUNDING_MS)
      const urls = urlsIn(first)
      demand(urls.length > 0, `${DOCUMENTS_ROUTE}: no document of a completed inquiry`)
      // A second request returns URLs with their own five minutes, and doesn't affect the first ones.
      await tenant.advance(URL_VALIDITY_S - 60)
      const second = await tenant.documents(inquiryId)
      expectFiveMinutes(second.json, await tenant.nowMs(), ROUNDING_MS)
      await tenant.advance(59)
      for (const url of urls) await fetchPicture(run.merchant, url)
      await tenant.advance(2)
      for (const url of urls) await observeExpired(run, url)
      for (const url of urlsIn(second)) await fetchPicture(run.merchant, url)
      await tenant.advance(LONG_AFTER_S)
      for (const url of urls) {
        const { status } = await fetchArtifact(run.merchant, url)
        demand(status >= 400, `an artifact URL still returns ${status} after a month`)
      }
    })
  }),
]

/** Expects a 429. Its Retry-After may be missing (N17), but otherwise has one of HTTP's two forms. */
function expectLimit(answer: Answer): void {
  expectStatus(answer, 429, 'beyond the rate limit')
  const retryAfter = answer.headers.get('retry-after')
  const isReadable = retryAfter === undefined || retryAfterMs(retryAfter) !== null
  demand(isReadable, `${answer.request}: Retry-After is neither seconds nor a date`)
}

function urlsIn({ json, request }: Answer): string[] {
  return artifactUrls(expectShape(documentsSchema, json, request).documents)
}

/** The contract's Limits: a URL is valid for five minutes, until urlExpiresAt. A service may round urlExpiresAt up. */
function expectFiveMinutes(result: unknown, nowMs: number, toleranceMs = CLOCK_TOLERANCE_MS): void {
  const urlExpiresAt = fieldOf(result, 'urlExpiresAt')
  if (urlExpiresAt === undefined) throw new Unreachable('no urlExpiresAt: see D6')
  const moreMs = toMs(urlExpiresAt) - nowMs - URL_VALIDITY_S * 1000
  const isFiveMinutes = moreMs >= -toleranceMs && moreMs <= Math.max(toleranceMs, ROUNDED_UP_MS)
  const seconds = URL_VALIDITY_S + Math.round(moreMs / 1000)
  demand(isFiveMinutes, `${DOCUMENTS_ROUTE}: urlExpiresAt is ${seconds} s ahead`)
}

/** Checks the same for a service whose clock can't be moved, which takes five minutes. */
async function observeEndInRealTime(run: Run): Promise<void> {
  const waitS = URL_VALIDITY_S + END_TOLERANCE_S
  if ((run.options.wait ?? 0) < waitS) throw new Unreachable(`needs --wait, for ${waitS} s or more`)
  run.http.say(`Waiting ${waitS} s for the document URLs to expire (D7) …`)
  const urls = artifactUrls(await run.merchant.listDocuments(await run.served()))
  if (urls.length === 0) throw new Unreachable('the inquiry has no documents')
  await run.sleep((URL_VALIDITY_S - END_TOLERANCE_S) * 1000)
  for (const url of urls) await fetchPicture(run.merchant, url)
  await run.sleep(2 * END_TOLERANCE_S * 1000)
  for (const url of urls) await observeExpired(run, url)
}

async function observeExpired(run: Run, url: string): Promise<void> {
  const { status } = await fetchArtifact(run.merchant, url)
  run.observe('N18', status < 400 ? `${status}: it still works` : String(status))
}
