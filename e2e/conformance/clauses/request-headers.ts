// The headers of a request: O8. idempotency.ts has O7.
import { clause } from '../clause.ts'
import { expectSuccess } from '../expectations.ts'
import { openedId } from '../inquiries.ts'
import type { Merchant } from '../merchant.ts'
import { demand } from '../verdict.ts'

export const REQUEST_HEADERS = [
  clause('O8', 'X-Correlation-Id is optional on every route', async (trial) => {
    const { merchant } = trial
    const earlier = { 'x-correlation-id': crypto.randomUUID() }
    const given = { 'x-correlation-id': crypto.randomUUID() }
    for (const headers of [{}, earlier, given]) {
      const when = headers === given ? 'with' : 'without'
      const opened = await merchant.open({}, headers)
      // N24: some services accept none.
      if (opened.status === 400 && when === 'with') {
        trial.observe('N24', 'rejected with 400')
        break
      }
      if (opened.status === 400 && headers === earlier) continue
      const inquiryId = openedId(opened)
      const status = await merchant.status(inquiryId, headers)
      expectSuccess(status)
      const documents = await merchant.documents(inquiryId, headers)
      const usable = documents.status < 300 || documents.status === 403
      demand(usable, `${documents.request} ${when} X-Correlation-Id: got ${documents.status}`)
      if (headers !== given) continue
      for (const answer of [opened, status, documents]) {
        const echoed = answer.headers.get('x-correlation-id')
        const isForeign = echoed === earlier['x-correlation-id']
        demand(!isForeign, `${answer.request}: echoes the X-Correlation-Id of another request`)
        trial.observe('N24', echoed === given['x-correlation-id'] ? 'echoed' : 'not echoed')
      }
    }
    await expectOwnCorrelationIds(merchant, await trial.inquiries.pending())
    const trace = { 'x-correlation-id': `trace/${'x'.repeat(200)}#1` }
    const answer = await merchant.status(await trial.inquiries.pending(), trace)
    demand(answer.status < 500, `${answer.request} with an unusual X-Correlation-Id`)
    trial.observe(
      'N24',
      `an id that is not a UUID: ${answer.status < 300 ? 'accepted' : answer.status}`,
    )
  }),
]

/** Sends concurrent requests. N24 leaves open whether ids are echoed, or accepted at all. */
async function expectOwnCorrelationIds(merchant: Merchant, inquiryId: string): Promise<void> {
  const given = [1, 2, 3].map(() => crypto.randomUUID())
  const answers = await Promise.all(
    given.map((id) => merchant.status(inquiryId, { 'x-correlation-id': id })),
  )
  for (const [index, { headers, request }] of answers.entries()) {
    const echoed = headers.get('x-correlation-id') ?? ''
    const isForeign = given.includes(echoed) && echoed !== given[index]
    demand(!isForeign, `${request}: echoes the X-Correlation-Id of a concurrent request`)
  }
}
