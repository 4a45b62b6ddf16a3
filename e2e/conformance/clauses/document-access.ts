// Access to the documents of an inquiry: D1–D5.
import { clause } from '../clause.ts'
import { DOCUMENTS_ROUTE } from '../documents.ts'
import { carriesCode, errorForm, expectLimit, expectStatus } from '../expectations.ts'
import { expectHidden } from '../hidden.ts'
import { open, openCompleted, read, readDecided } from '../inquiries.ts'
import { retryAfterMs } from '../polite-http.ts'
import type { OwnTenant } from '../sandbox-control.ts'
import type { Trial } from '../trial.ts'
import { demand, Unreachable } from '../verdict.ts'

const SERVED = ['APPROVED', 'NEEDS_REVIEW']
const REFUSED = ['PENDING', 'COMPLETED', 'FAILED', 'DECLINED']
const DAY_S = 24 * 60 * 60
const UUID_V4 = '3f2b8c1d-9e4a-4c6f-8a7b-5d0e1f2a3b4c'
const NOT_CANONICAL = [
  'not-a-uuid',
  UUID_V4.replaceAll('-', ''),
  `{${UUID_V4}}`,
  `${UUID_V4}0`,
  `${UUID_V4}\n`,
  `0${UUID_V4}`,
]
/** Belong to no inquiry. The fifteenth digit is the version and the twentieth the variant, and each can be any. */
const OF_ANY_VERSION = [
  UUID_V4,
  '6fa459ea-ee8a-11ca-894e-db77e160355e',
  '5c146b14-3c52-8afd-938a-375d0df1fbf6',
  '3f2b8c1d-9e4a-0c6f-8a7b-5d0e1f2a3b4c',
  '3f2b8c1d-9e4a-fc6f-8a7b-5d0e1f2a3b4c',
  '3f2b8c1d-9e4a-4c6f-0a7b-5d0e1f2a3b4c',
  '3f2b8c1d-9e4a-4c6f-ea7b-5d0e1f2a3b4c',
]
const CODE = 'INQUIRY_NOT_APPROVED'

export const DOCUMENT_ACCESS = [
  clause('D1', 'inquiryId is a canonical UUID of any version, else 400', async (trial) => {
    for (const inquiryId of NOT_CANONICAL) {
      const answer = await trial.merchant.documents(inquiryId)
      expectStatus(answer, 400, 'of an id that is not a canonical UUID')
      trial.observe('N3', errorForm(answer))
    }
    for (const inquiryId of OF_ANY_VERSION) {
      const answer = await trial.merchant.documents(inquiryId)
      expectStatus(answer, 404, `of the UUID ${inquiryId}`)
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
        ['NEEDS_REVIEW', 200],
        ['ESCALATED', 403],
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
    const documents = (inquiryId: string) => trial.merchant.documents(inquiryId)
    expectStatus(await documents(crypto.randomUUID()), 404, 'of a missing inquiry')
    await trial.also("another tenant's inquiry", async () => {
      await expectHidden(documents, await trial.foreignInquiry())
    })
    await trial.also("another tenant's approved inquiry", async () => {
      await expectHidden(documents, await openCompleted(await trial.ownTenant(), 'APPROVED'))
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
      // N17: a Retry-After may be missing. If it asks for a year, the limit may last a year.
      const waitS = waitMs === null ? DAY_S : Math.ceil(waitMs / 1000)
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
