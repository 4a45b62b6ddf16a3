// The documents result and its temporary URLs: D6 and D7.
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
  dateTimeSchema,
  expectShape,
  expectSuccess,
  isRecord,
  uuidSchema,
} from '../expectations.ts'
import { openCompleted, readDecided } from '../inquiries.ts'
import type { Trial } from '../trial.ts'
import { demand, Unreachable } from '../verdict.ts'

const SERVED = ['APPROVED', 'NEEDS_REVIEW']
const URL_VALIDITY_S = 5 * 60
/** How closely the end of the five minutes is checked in real time. */
const END_TOLERANCE_S = 10
/** Allows for the clocks of two machines and the network between them. */
const CLOCK_TOLERANCE_MS = 30_000
/** Enough for a service that rounds to whole seconds, if its clock is frozen. */
const ROUNDING_MS = 1_000
const resultSchema = documentsSchema.extend({
  inquiryId: uuidSchema,
  status: z.string(),
  urlExpiresAt: dateTimeSchema,
})

export const DOCUMENT_URLS = [
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
      // Twice, because nothing says that a URL works only once.
      for (const url of artifactUrls(documents)) {
        await fetchPicture(trial.stage, url)
        await fetchPicture(trial.stage, url)
      }
    })
    await trial.part('they expire after five minutes', async () => {
      if (!trial.stage.control) return expectEndInRealTime(trial)
      const tenant = await trial.ownTenant()
      await tenant.freeze()
      const inquiryId = await openCompleted(tenant, 'APPROVED', { documentType: 'national_id' })
      const first = await tenant.merchant.documents(inquiryId)
      expectFiveMinutes(first.json, await tenant.nowMs(), ROUNDING_MS)
      const urls = artifactUrls(expectShape(documentsSchema, first.json, DOCUMENTS_ROUTE).documents)
      demand(urls.length > 0, `${DOCUMENTS_ROUTE}: no document of a completed inquiry`)
      // A second request gets URLs with their own five minutes and doesn't affect the first ones.
      await tenant.advance(URL_VALIDITY_S - 60)
      const second = await tenant.merchant.documents(inquiryId)
      expectFiveMinutes(second.json, await tenant.nowMs(), ROUNDING_MS)
      await tenant.advance(59)
      for (const url of urls) await fetchPicture(trial.stage, url)
      await tenant.advance(2)
      for (const url of urls) await expectExpired(trial, url)
      const { documents } = expectShape(documentsSchema, second.json, DOCUMENTS_ROUTE)
      for (const url of artifactUrls(documents)) await fetchPicture(trial.stage, url)
    })
  }),
]

function expectFiveMinutes(result: unknown, nowMs: number, toleranceMs = CLOCK_TOLERANCE_MS): void {
  const { urlExpiresAt } = isRecord(result) ? result : {}
  if (typeof urlExpiresAt !== 'string') throw new Unreachable('no urlExpiresAt: see D6')
  const validMs = Date.parse(urlExpiresAt) - nowMs
  const isFiveMinutes = Math.abs(validMs - URL_VALIDITY_S * 1000) <= toleranceMs
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
  for (const url of urls) await fetchPicture(trial.stage, url)
  await waiting.sleep(2 * END_TOLERANCE_S * 1000)
  for (const url of urls) await expectExpired(trial, url)
}

async function expectExpired(trial: Trial, url: string): Promise<void> {
  const { status } = await fetchArtifact(trial.stage, url)
  demand(status >= 400, `an artifact URL still returns ${status} after five minutes`)
  trial.observe('N18', String(status))
}
