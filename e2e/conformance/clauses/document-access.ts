// Access to the documents of an inquiry: D1–D7.
import { z } from 'zod'
import { clause } from '../clause.ts'
import {
  artifactUrls,
  DOCUMENTS_ROUTE,
  documentsOf,
  documentsSchema,
  fetchArtifact,
  fetchPicture,
} from '../documents.ts'
import {
  carriesCode,
  dateTimeSchema,
  errorForm,
  expectLimit,
  expectShape,
  expectStatus,
  expectSuccess,
  isRecord,
  isSameRefusal,
  uuidSchema,
} from '../expectations.ts'
import { open, openCompleted, read, readDecided } from '../inquiries.ts'
import { retryAfterMs } from '../polite-http.ts'
import type { OwnTenant } from '../sandbox-control.ts'
import type { Trial } from '../trial.ts'
import { demand, Unreachable } from '../verdict.ts'

const SERVED = ['APPROVED', 'NEEDS_REVIEW']
const REFUSED = ['PENDING', 'COMPLETED', 'FAILED', 'DECLINED']
const URL_VALIDITY_S = 5 * 60
/** How closely the end of the five minutes is checked in real time. */
const END_TOLERANCE_S = 10
const DAY_S = 24 * 60 * 60
/** Allows for the clocks of two machines and the network between them. */
const CLOCK_TOLERANCE_MS = 30_000
const NOT_CANONICAL = [
  'not-a-uuid',
  '3f2b8c1d9e4a4c6f8a7b5d0e1f2a3b4c',
  '{3f2b8c1d-9e4a-4c6f-8a7b-5d0e1f2a3b4c}',
]
/** UUIDs of versions 1, 4 and 8 that belong to no inquiry. */
const OF_ANY_VERSION = [
  '6fa459ea-ee8a-11ca-894e-db77e160355e',
  '3f2b8c1d-9e4a-4c6f-8a7b-5d0e1f2a3b4c',
  '5c146b14-3c52-8afd-938a-375d0df1fbf6',
]
const CODE = 'INQUIRY_NOT_APPROVED'
const resultSchema = documentsSchema.extend({
  inquiryId: uuidSchema,
  status: z.string(),
  urlExpiresAt: dateTimeSchema,
})

export const DOCUMENT_ACCESS = [
  clause('D1', 'inquiryId is a canonical UUID of any version, else 400', async (trial) => {
    for (const inquiryId of NOT_CANONICAL) {
      const answer = await trial.merchant.documents(inquiryId)
      expectStatus(answer, 400, 'of an id that is not a canonical UUID')
      trial.observe('N3', errorForm(answer))
    }
    for (const inquiryId of OF_ANY_VERSION) {
      const version = inquiryId.charAt(14)
      expectStatus(await trial.merchant.documents(inquiryId), 404, `of a UUID v${version}`)
    }
  }),

  clause('D2', `APPROVED or NEEDS_REVIEW only, else 403 ${CODE}`, async (trial) => {
    for (const status of REFUSED) {
      await trial.part(status, async () => {
        const answer = await trial.merchant.documents(await trial.inquiries.as(status))
        await expectNotApproved(trial, answer, `when ${status}`)
      })
    }
    for (const status of SERVED) {
      await trial.part(status, async () => {
        const answer = await trial.merchant.documents(await trial.inquiries.as(status))
        expectStatus(answer, 200, `when ${status}`)
      })
    }
    await trial.also('as the decision changes', async () => {
      const tenant = await trial.ownTenant()
      const { merchant } = tenant
      const inquiryId = await open(merchant)
      await tenant.record(inquiryId, { capability: 'PASSPORT_SCAN' })
      await expectNotApproved(trial, await merchant.documents(inquiryId), 'during the hosted flow')
      await tenant.complete(inquiryId, 'NEEDS_REVIEW')
      await readDecided(tenant, inquiryId, 'NEEDS_REVIEW')
      expectStatus(await merchant.documents(inquiryId), 200, 'during the review')
      for (const [decision, status] of [
        ['DECLINED', 403],
        ['APPROVED', 200],
        ['FAILED', 403],
      ] as const) {
        await tenant.decide(inquiryId, decision)
        await readDecided(tenant, inquiryId, decision)
        expectStatus(await merchant.documents(inquiryId), status, `after a change to ${decision}`)
      }
    })
    await trial.also('as time passes', async () => {
      const tenant = await trial.ownTenant()
      const inquiryId = await openCompleted(tenant, 'APPROVED')
      for (const days of [2, 60]) {
        await tenant.advance(days * DAY_S)
        // N29: the approval may have been reversed since.
        const { status } = await read(tenant.merchant, inquiryId)
        const expected = SERVED.includes(String(status)) ? 200 : 403
        const answer = await tenant.merchant.documents(inquiryId)
        expectStatus(answer, expected, `of an inquiry that is ${status}, ${days} days later`)
      }
    })
  }),

  clause('D3', "404 for a missing inquiry and for another tenant's alike", async (trial) => {
    const { merchant } = trial
    const missing = await merchant.documents(crypto.randomUUID())
    expectStatus(missing, 404, 'of a missing inquiry')
    const expectHidden = async (inquiryId: string) => {
      const foreign = await merchant.documents(inquiryId)
      expectStatus(foreign, 404, "of another tenant's inquiry")
      demand(
        isSameRefusal(missing, foreign),
        `${DOCUMENTS_ROUTE}: a missing and a foreign inquiry can be told apart`,
      )
    }
    await trial.also("another tenant's inquiry", async () => {
      await expectHidden(await trial.foreignInquiry())
    })
    await trial.also("another tenant's approved inquiry", async () => {
      await expectHidden(await openCompleted(await trial.ownTenant(), 'APPROVED'))
    })
  }),

  clause('D4', '401 when the key is missing, invalid, expired or revoked', async (trial) => {
    const inquiryId = await trial.inquiries.pending()
    const { merchant } = trial
    expectStatus(await merchant.withKey(null).documents(inquiryId), 401, 'without a key')
    const invalid = merchant.withKey(`svc_live_${'x'.repeat(32)}`)
    expectStatus(await invalid.documents(inquiryId), 401, 'with an invalid key')
    for (const end of ['expire', 'revoke'] as const) {
      await trial.also(`a key after ${end}`, async () => {
        const tenant = await trial.ownTenant()
        const key = await tenant.createKey()
        const holder = tenant.merchant.withKey(key.apiKey)
        const own = await open(holder)
        await tenant.endKey(key.id, end)
        expectStatus(await holder.documents(own), 401, `with a key after ${end}`)
      })
    }
  }),

  clause('D5', '429 with Retry-After when the rate limit is exceeded', async (trial) => {
    await trial.part('beyond the limit', async () => {
      const { tenant, inquiryId, limited } = await exceedLimit(trial)
      expectLimit(limited)
      const waitMs = retryAfterMs(limited.headers.get('retry-after'))
      // N17: a Retry-After may be missing, or ask for a year.
      const waitS = waitMs === null ? DAY_S : Math.min(Math.ceil(waitMs / 1000), DAY_S)
      await tenant.advance(Math.max(1, waitS))
      const later = await tenant.merchant.expectingLimit().documents(inquiryId)
      expectStatus(later, 403, 'after the time in Retry-After')
    })
    await trial.part("another tenant's requests", async () => {
      await exceedLimit(trial)
      const other = await trial.ownTenant({ rateLimitPerMinute: 3 })
      await other.freeze()
      const answer = await other.merchant.expectingLimit().open()
      demand(answer.status !== 429, `${answer.request}: limited by another tenant's requests`)
    })
    await trial.part('a limit that this run reached', async () => {
      const { limited } = trial.stage.http
      if (limited.length === 0) throw new Unreachable('this run reached none')
      for (const answer of limited) expectLimit(answer)
    })
  }),

  clause('D6', 'body: inquiryId, status, urlExpiresAt for all URLs, documents', async (trial) => {
    for (const status of SERVED) {
      await trial.part(status, async () => {
        const inquiryId = await trial.inquiries.as(status)
        const answer = await trial.merchant.documents(inquiryId)
        expectSuccess(answer)
        const result = expectShape(resultSchema, answer.json, answer.request)
        demand(result.inquiryId === inquiryId, `${DOCUMENTS_ROUTE}: a different inquiryId`)
        demand(result.status === status, `${DOCUMENTS_ROUTE}: expected status ${status}`)
        for (const url of artifactUrls(result.documents)) {
          const isOwn = new URL(url).host === new URL(trial.merchant.baseUrl).host
          trial.observe('N20', isOwn ? "the service's own host" : 'another host')
        }
      })
    }
    await trial.also('the status at the time of the request', async () => {
      const tenant = await trial.ownTenant()
      const inquiryId = await openCompleted(tenant, 'NEEDS_REVIEW')
      for (const status of ['NEEDS_REVIEW', 'APPROVED']) {
        if (status === 'APPROVED') await tenant.decide(inquiryId, status)
        await readDecided(tenant, inquiryId, status)
        const { json } = await tenant.merchant.documents(inquiryId)
        const shown = isRecord(json) ? json.status : undefined
        demand(
          shown === status,
          `${DOCUMENTS_ROUTE} when ${status}: the body says ${String(shown)}`,
        )
      }
    })
  }),

  clause('D7', 'URLs are valid for five minutes and no longer', async (trial) => {
    await trial.part('they work, and urlExpiresAt is five minutes ahead', async () => {
      const tenant = trial.stage.control && (await trial.ownTenant())
      const { merchant } = tenant ?? trial
      const served = tenant ? openCompleted(tenant, 'APPROVED') : trial.servedInquiry()
      const answer = await merchant.documents(await served)
      const answeredAtMs = Date.parse(answer.headers.get('date') ?? '') || Date.now()
      expectFiveMinutes(answer.json, tenant ? await tenant.nowMs() : answeredAtMs)
      const { documents } = expectShape(documentsSchema, answer.json, DOCUMENTS_ROUTE)
      for (const url of artifactUrls(documents)) await fetchPicture(trial.stage.http, url)
    })
    await trial.part('they expire after five minutes', async () => {
      if (!trial.stage.control) return expectEndInRealTime(trial)
      const tenant = await trial.ownTenant()
      await tenant.freeze()
      const inquiryId = await openCompleted(tenant, 'APPROVED', { documentType: 'national_id' })
      const urls = artifactUrls(await documentsOf(tenant.merchant, inquiryId))
      demand(urls.length > 0, `${DOCUMENTS_ROUTE}: no document of a completed inquiry`)
      // A second request gets URLs with their own five minutes and doesn't affect the first ones.
      await tenant.advance(URL_VALIDITY_S - 60)
      const second = await tenant.merchant.documents(inquiryId)
      expectFiveMinutes(second.json, await tenant.nowMs())
      await tenant.advance(59)
      for (const url of urls) await fetchPicture(trial.stage.http, url)
      await tenant.advance(2)
      for (const url of urls) await expectExpired(trial, url)
      const { documents } = expectShape(documentsSchema, second.json, DOCUMENTS_ROUTE)
      for (const url of artifactUrls(documents)) await fetchPicture(trial.stage.http, url)
    })
  }),
]

type Answer = Awaited<ReturnType<OwnTenant['merchant']['documents']>>

/** Expects D2's refusal. N3 leaves the body open, so only an empty one may lack the code. */
async function expectNotApproved(trial: Trial, answer: Answer, when: string): Promise<void> {
  expectStatus(answer, 403, when)
  trial.observe('N3', errorForm(answer))
  await trial.also(`the code ${when}`, async () => {
    if (answer.bytes.byteLength === 0) throw new Unreachable('the body is empty (N3)')
    demand(carriesCode(answer, CODE), `${DOCUMENTS_ROUTE} ${when}: no code ${CODE}`)
  })
}

/** A tenant with a frozen clock that has just exceeded its rate limit. */
async function exceedLimit(
  trial: Trial,
): Promise<{ tenant: OwnTenant; inquiryId: string; limited: Answer }> {
  const limit = 3
  const tenant = await trial.ownTenant({ rateLimitPerMinute: limit })
  await tenant.freeze()
  const merchant = tenant.merchant.expectingLimit()
  const inquiryId = await open(merchant)
  for (let count = 2; count <= limit; count += 1) {
    expectStatus(await merchant.documents(inquiryId), 403, 'within the limit')
  }
  const limited = await merchant.documents(inquiryId)
  expectStatus(limited, 429, 'beyond the rate limit')
  return { tenant, inquiryId, limited }
}

function expectFiveMinutes(result: unknown, nowMs: number): void {
  const { urlExpiresAt } = isRecord(result) ? result : {}
  if (typeof urlExpiresAt !== 'string') throw new Unreachable('no urlExpiresAt: see D6')
  const validMs = Date.parse(urlExpiresAt) - nowMs
  const isFiveMinutes = Math.abs(validMs - URL_VALIDITY_S * 1000) <= CLOCK_TOLERANCE_MS
  demand(isFiveMinutes, `${DOCUMENTS_ROUTE}: urlExpiresAt is ${Math.round(validMs / 1000)} s ahead`)
}

/** The same without a clock to move, which takes five minutes. */
async function expectEndInRealTime(trial: Trial): Promise<void> {
  const { waiting } = trial.stage
  const endS = URL_VALIDITY_S + END_TOLERANCE_S
  if (waiting.maxMs < endS * 1000) throw new Unreachable(`needs --wait, for ${endS} s or more`)
  const urls = artifactUrls(await documentsOf(trial.merchant, await trial.servedInquiry()))
  if (urls.length === 0) throw new Unreachable('the inquiry has no documents')
  waiting.say(`Waiting ${endS} s for the document URLs to expire (D7) …`)
  await waiting.sleep((URL_VALIDITY_S - END_TOLERANCE_S) * 1000)
  for (const url of urls) await fetchPicture(trial.stage.http, url)
  await waiting.sleep(2 * END_TOLERANCE_S * 1000)
  for (const url of urls) await expectExpired(trial, url)
}

async function expectExpired(trial: Trial, url: string): Promise<void> {
  const { status } = await fetchArtifact(trial.stage.http, url)
  demand(status >= 400, `an artifact URL still returns ${status} after five minutes`)
  trial.observe('N18', String(status))
}
