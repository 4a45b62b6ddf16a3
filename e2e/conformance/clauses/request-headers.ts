// The headers of a request: O7 and O8.
import { clause } from '../clause.ts'
import { expectSuccess } from '../expectations.ts'
import { open, openedId, read, readDecided } from '../inquiries.ts'
import type { Merchant } from '../merchant.ts'
import { demand, Unreachable } from '../verdict.ts'

const MINUTE_MS = 60_000

export const REQUEST_HEADERS = [
  clause('O7', 'Idempotency-Key is optional and makes retries safe', async (trial) => {
    const { merchant } = trial
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const fields = { referenceId: `conformance-${crypto.randomUUID()}` }
    const first = openedId(await merchant.open(fields, headers))
    const again = await merchant.open(fields, headers)
    demand(
      again.status === 409 || again.status < 300,
      `a retry with the same key and body: expected a success or 409, got ${again.status}`,
    )
    // N2: some services ignore the key, or answer every reuse with 409. Those that replay must pass more checks.
    const replays = again.status !== 409 && openedId(again) === first
    if (again.status === 409) trial.observe('N2', 'same body: 409')
    else
      trial.observe('N2', `same body: ${replays ? 'the first response again' : 'a second inquiry'}`)
    const other = await merchant.open({ ...fields, note: 'Another body.' }, headers)
    demand(other.status < 500, `the same key with another body: got ${other.status}`)
    trial.observe('N2', `other body: ${other.status}`)
    const next = await merchant.open(fields, { 'idempotency-key': crypto.randomUUID() })
    demand(openedId(next) !== first, 'a different Idempotency-Key returns the same inquiry')
    if (replays) {
      const retried = openedId(await merchant.open(fields, headers))
      demand(
        retried === first,
        'a retry returns a different inquiry once another key has been used',
      )
    }
    const stem = crypto.randomUUID().slice(0, -1)
    const keys = ['0', '1', '2'].map((last) => ({ 'idempotency-key': stem + last }))
    const atOnce = await Promise.all(keys.map((key) => merchant.open(fields, key)))
    const ids = new Set(atOnce.map(openedId))
    demand(ids.size === keys.length, 'concurrent requests with different keys open one inquiry')
    const withoutKey = [await merchant.open(fields), await merchant.open(fields)].map(openedId)
    demand(new Set(withoutKey).size === 2, 'without an Idempotency-Key, two opens make one inquiry')

    await trial.also('one key under two tenants', async () => {
      const stranger = await trial.ownTenant()
      const answer = await stranger.merchant.open(fields, headers)
      demand(answer.status < 300, `another tenant's Idempotency-Key: got ${answer.status}`)
      demand(openedId(answer) !== first, "another tenant's inquiryId is returned")
    })
    await trial.also('a retry while the first request runs', async () => {
      if (!replays) throw new Unreachable('the service does not replay (N2)')
      const key = { 'idempotency-key': crypto.randomUUID() }
      const answers = await Promise.all([1, 2, 3].map(() => merchant.open(fields, key)))
      const ids = answers.filter(({ status }) => status < 300).map(openedId)
      demand(new Set(ids).size <= 1, 'concurrent requests with one key open two inquiries')
    })
    await trial.also('a retry of the same request, later', async () => {
      if (!replays) throw new Unreachable('the service does not replay (N2)')
      const tenant = await trial.ownTenant()
      const expiresAt = new Date((await tenant.nowMs()) + 10 * MINUTE_MS).toISOString()
      const { templateId } = tenant.ids
      const request = { ...fields, expiresAt, inquiryTemplateId: templateId }
      const inquiryId = await open(tenant.merchant, request, headers)
      const retry = async (body: Record<string, unknown>, when: string) => {
        const answer = await tenant.merchant.open(body, headers)
        demand(answer.status < 300, `a retry ${when}: got ${answer.status}`)
        demand(openedId(answer) === inquiryId, `a retry ${when} returns a different inquiry`)
      }
      const inCapitals = { ...request, inquiryTemplateId: templateId.toUpperCase() }
      await retry(inCapitals, 'whose template id is in capitals')
      await tenant.setEnabled(tenant.ids.revisionId, false)
      await retry(request, 'whose revision has been disabled since')
      await tenant.complete(inquiryId, 'APPROVED')
      const { status } = await readDecided(tenant, inquiryId, 'APPROVED')
      await retry(request, 'after the decision')
      const kept = await read(tenant.merchant, inquiryId)
      demand(kept.status === status, `a retry changes the inquiry from ${status} to ${kept.status}`)
      await tenant.advance(11 * 60)
      await retry(request, 'whose expiresAt has passed since')
    })
  }),

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
