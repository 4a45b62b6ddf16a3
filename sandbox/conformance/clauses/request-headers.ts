// The headers of a request: O7, O8.
import { type Answer, demand, expectSuccess, MINUTE_S, Unreachable } from '../expectations.ts'
import { changedFields, type Fields, type Merchant, newReference, openedId } from '../merchant.ts'
import { clause, type Run } from '../run.ts'

export const REQUEST_HEADERS = [
  clause('O7', 'Idempotency-Key is optional and makes retries safe', async (run) => {
    const { merchant } = run
    const key = newKey()
    const fields = { referenceId: newReference() }
    const first = openedId(await merchant.tryOpen(fields, key))
    const again = await merchant.tryOpen(fields, key)
    // N2: some services ignore the key, or answer every reuse with 409. Those that replay must pass more checks.
    const replays = again.status !== 409 && openedId(again, 'with the same key and body') === first
    const how = replays ? 'the first response again' : 'a second inquiry'
    run.observe('N2', `same body: ${again.status === 409 ? '409' : how}`)
    await reuseWithAnotherBody(run, first, fields, key)
    const next = await merchant.open(fields, newKey())
    demand(next !== first, 'a different Idempotency-Key returns the same inquiry')
    if (replays) {
      const isSame = (await merchant.open(fields, key)) === first
      demand(isSame, 'a retry returns a different inquiry once another key has been used')
    }
    await expectKeysApart(merchant, fields)
    await run.also('one key under two tenants', async () => {
      const stranger = await run.createTenant()
      const theirs = openedId(await stranger.tryOpen(fields, key), "with another's key")
      demand(theirs !== first, "another tenant's inquiryId is returned")
    })
    for (const [part, check] of Object.entries(RETRIES)) {
      await run.also(part, () => {
        if (!replays) throw new Unreachable('the service does not replay (N2)')
        return check(run, fields)
      })
    }
  }),

  clause('O8', 'X-Correlation-Id is optional on every route', async (run) => {
    const { merchant } = run
    await useEveryRoute(merchant, {})
    const [earlier, given] = [crypto.randomUUID(), crypto.randomUUID()]
    // N24: some services accept none.
    if ((await merchant.tryOpen({}, { 'x-correlation-id': earlier })).status === 400)
      run.observe('N24', 'rejected with 400')
    else {
      for (const answer of await useEveryRoute(merchant, { 'x-correlation-id': given })) {
        const echoed = answer.headers.get('x-correlation-id')
        const isForeign = echoed === earlier
        demand(!isForeign, `${answer.request}: echoes the X-Correlation-Id of another request`)
        run.observe('N24', echoed === given ? 'echoed' : 'not echoed')
      }
    }
    await expectOwnCorrelationIds(merchant, await run.pending())
    const trace = { 'x-correlation-id': `trace/${'x'.repeat(200)}#1` }
    const answer = await merchant.status(await run.pending(), trace)
    demand(answer.status < 500, `${answer.request} with an unusual X-Correlation-Id`)
    const how = answer.status < 300 ? 'accepted' : answer.status
    run.observe('N24', `an id that is not a UUID: ${how}`)
  }),
]

/** What makes retries safe, for services that replay. */
const RETRIES: Readonly<Record<string, (run: Run, fields: Fields) => Promise<void>>> = {
  'a retry while the first request runs': async ({ merchant }, fields) => {
    const key = newKey()
    const answers = await Promise.all([1, 2, 3].map(() => merchant.tryOpen(fields, key)))
    const ids = answers.filter(({ status }) => status < 300).map((each) => openedId(each))
    demand(new Set(ids).size <= 1, 'concurrent requests with one key open two inquiries')
  },

  'a retry with another X-Correlation-Id': async ({ merchant }, fields) => {
    const key = newKey()
    const traced = () => ({ ...key, 'x-correlation-id': crypto.randomUUID() })
    const first = await merchant.tryOpen(fields, traced())
    if (first.status >= 400) throw new Unreachable('X-Correlation-Id is not accepted (N24)')
    const retried = await merchant.tryOpen(fields, traced())
    const isSame = openedId(retried, 'with another X-Correlation-Id') === openedId(first)
    demand(isSame, 'a retry with another X-Correlation-Id opens a second inquiry')
  },

  'a retry of the same request, later': async (run, fields) => {
    const tenant = await run.createTenant()
    const key = newKey()
    const { templateId: inquiryTemplateId, revisionId: templateRevisionId } = tenant.ids
    const expiresAt = await tenant.inSeconds(10 * MINUTE_S)
    const request = { ...fields, inquiryTemplateId, templateRevisionId, expiresAt }
    const inquiryId = await tenant.open(request, key)
    const retry = async (when: string, body: Fields = request, sender: Merchant = tenant) => {
      const before = await tenant.read(inquiryId)
      const isSame = openedId(await sender.tryOpen(body, key), `again, ${when}`) === inquiryId
      demand(isSame, `a retry ${when} returns a different inquiry`)
      const changed = changedFields(before, await tenant.read(inquiryId))
      demand(changed.length === 0, `a retry ${when} changes ${changed.join(', ')}`)
    }
    await tenant.advance(MINUTE_S)
    await retry('a minute later')
    for (const [what, id] of Object.entries({ inquiryTemplateId, templateRevisionId })) {
      await retry(`whose ${what} is in capitals`, { ...request, [what]: id.toUpperCase() })
    }
    const { apiKey } = await tenant.createKey()
    await retry("with the tenant's other API key", request, tenant.with({ key: apiKey }))
    await tenant.setEnabled(templateRevisionId, false)
    await retry('whose revision has been disabled since')
    await tenant.completed(inquiryId, 'APPROVED')
    await retry('after the decision')
    await tenant.advance(11 * MINUTE_S)
    await retry('whose expiresAt has passed since')
  },
}

/** N2 leaves the response open, but the first inquiry must stay as it is. */
async function reuseWithAnotherBody(
  run: Run,
  inquiryId: string,
  fields: Fields,
  key: Record<string, string>,
): Promise<void> {
  const { merchant } = run
  const before = await merchant.read(inquiryId)
  const other = await merchant.tryOpen({ ...fields, note: 'Another body.' }, key)
  demand(other.status < 500, `the same key with another body: got ${other.status}`)
  run.observe('N2', `other body: ${other.status}`)
  const changed = changedFields(before, await merchant.read(inquiryId))
  demand(changed.length === 0, `the same key with another body changes ${changed.join(', ')}`)
}

/** Requests with different keys, or with none, open different inquiries. A key need not be a UUID. */
async function expectKeysApart(merchant: Merchant, fields: Fields): Promise<void> {
  const stem = crypto.randomUUID().slice(0, -1)
  const keys = ['0', '1', '2'].map((last) => ({ 'idempotency-key': stem + last }))
  const atOnce = await Promise.all(keys.map((key) => merchant.open(fields, key)))
  const areApart = new Set(atOnce).size === keys.length
  demand(areApart, 'concurrent requests with different keys open one inquiry')
  const order = { 'idempotency-key': `order-${crypto.randomUUID()}` }
  openedId(await merchant.tryOpen(fields, order), 'with a key that is not a UUID')
  const withoutKey = new Set([await merchant.open(fields), await merchant.open(fields)])
  demand(withoutKey.size === 2, 'without an Idempotency-Key, two opens make one inquiry')
}

function newKey(): Record<string, string> {
  return { 'idempotency-key': crypto.randomUUID() }
}

/** Opens an inquiry, and reads it and its documents. */
async function useEveryRoute(
  merchant: Merchant,
  headers: Record<string, string>,
): Promise<Answer[]> {
  const opened = await merchant.tryOpen({}, headers)
  const inquiryId = openedId(opened)
  const status = await merchant.status(inquiryId, headers)
  expectSuccess(status)
  const documents = await merchant.documents(inquiryId, headers)
  const isUsable = documents.status < 300 || documents.status === 403
  demand(isUsable, `${documents.request}, X-Correlation-Id or not: got ${documents.status}`)
  return [opened, status, documents]
}

/** Sends concurrent requests. N24 leaves open whether ids are echoed, or accepted at all. */
async function expectOwnCorrelationIds(merchant: Merchant, inquiryId: string): Promise<void> {
  const given: string[] = [1, 2, 3].map(() => crypto.randomUUID())
  const answers = await Promise.all(
    given.map((id) => merchant.status(inquiryId, { 'x-correlation-id': id })),
  )
  for (const [index, { headers, request }] of answers.entries()) {
    const echoed = headers.get('x-correlation-id') ?? ''
    const isForeign = given.includes(echoed) && echoed !== given[index]
    demand(!isForeign, `${request}: echoes the X-Correlation-Id of a concurrent request`)
  }
}
