// The headers of a request (O7, O8). The answer to a reused key, and whether an id is echoed, are only observed.
import { type Answer, demand, expectSuccess, fieldOf, isSameId, MINUTE_S } from '../expectations.ts'
import { changedFields, type Fields, type Merchant, newReference, openedId } from '../merchant.ts'
import { check, type Run } from '../run.ts'

type Headers = Record<string, string>

/** Common trace identifiers: a UUID, W3C Trace Context, and the longest that the sandbox echoes. */
const TRACES = [
  crypto.randomUUID(),
  `00-${'4bf92f3577b34da6'.repeat(2)}-00f067aa0ba902b7-01`,
  'order-7',
  `trace/${'x'.repeat(200)}#1`,
]

export const REQUEST_HEADERS = [
  check('O7', 'Idempotency-Key is optional, and a reuse changes nothing', async (run) => {
    const { merchant } = run
    const key = newKey()
    const fields = { referenceId: newReference() }
    const first = openedId(await merchant.tryOpen(fields, key), 'with an Idempotency-Key')
    const again = await merchant.tryOpen(fields, key)
    run.observe('N2', `same body: ${describeReuse(again, first)}`)
    await expectUnchanged(merchant, first, 'another body', () => observeOtherBody(run, fields, key))
    const next = await merchant.open(fields, newKey())
    demand(next !== first, 'a different Idempotency-Key returns the same inquiry')
    await expectKeysApart(merchant, fields)
    await run.also('one key under two tenants', async () => {
      const stranger = await run.createTenant()
      const theirs = await stranger.tryOpen(fields, key)
      const isForeign = isSameId(fieldOf(theirs.json, 'inquiryId'), first)
      demand(!isForeign, "another tenant's inquiryId is returned")
      if (theirs.status >= 400) run.observe('N2', `another tenant's use: ${theirs.status}`)
    })
    await run.own('a retry later', (tenant) => retryLater(run, tenant, fields))
  }),

  check('O8', 'X-Correlation-Id is optional on every route, and never refused', async (run) => {
    const { merchant } = run
    const untraced = await useEveryRoute(merchant, {})
    for (const given of TRACES) {
      const answers = await useEveryRoute(merchant, { 'x-correlation-id': given })
      for (const [index, answer] of answers.entries()) {
        const usual = untraced[index]?.status
        const what = `${answer.request} with X-Correlation-Id ${JSON.stringify(given.slice(0, 40))}`
        demand(answer.status === usual, `${what}: ${answer.status}, and ${usual} without it`)
        const echoed = answer.headers.get('x-correlation-id')
        const how = echoed === given ? 'echoed' : 'not echoed'
        if (given === TRACES[0]) run.observe('N24', how)
        else run.observe('N24', `${how}, an id that is not a UUID`)
      }
    }
    await observeOwnIds(run)
  }),
]

function newKey(): Headers {
  return { 'idempotency-key': crypto.randomUUID() }
}

/** Describes the answer to a reused key (N2). @param first the id that the key's first use returned */
export function describeReuse({ status, json }: Answer, first: string): string {
  if (status >= 400) return String(status)
  return isSameId(fieldOf(json, 'inquiryId'), first)
    ? 'the first response again'
    : 'a second inquiry'
}

/** Whatever the answer to a reused key (N2), it must not change the first inquiry, or retries would be unsafe. */
async function expectUnchanged<T>(
  merchant: Merchant,
  inquiryId: string,
  when: string,
  reuse: () => Promise<T>,
): Promise<T> {
  const before = await merchant.read(inquiryId)
  const result = await reuse()
  const changed = changedFields(before, await merchant.read(inquiryId))
  demand(changed.length === 0, `the same key again, ${when}, changes ${changed.join(', ')}`)
  return result
}

async function observeOtherBody(run: Run, fields: Fields, key: Headers): Promise<void> {
  const other = await run.merchant.tryOpen({ ...fields, note: 'Another body.' }, key)
  run.observe('N2', `other body: ${other.status}`)
}

async function retryLater(
  run: Run,
  tenant: Awaited<ReturnType<Run['createTenant']>>,
  fields: Fields,
): Promise<void> {
  const key = newKey()
  const request = { ...fields, expiresAt: await tenant.inSeconds(10 * MINUTE_S) }
  const first = await tenant.open(request, key)
  for (const [when, pass] of [
    ['a minute later', () => tenant.advance(MINUTE_S)],
    ['after the decision', () => tenant.completed(first, 'APPROVED')],
    ['once expiresAt has passed', () => tenant.advance(11 * MINUTE_S)],
  ] as const) {
    await pass()
    const again = await expectUnchanged(tenant, first, when, () => tenant.tryOpen(request, key))
    const how = describeReuse(again, first)
    if (how !== 'the first response again') run.observe('N2', `${when}: ${how}`)
  }
}

/** Requests with different keys, or without a key, open different inquiries. A key need not be a UUID. */
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

async function useEveryRoute(merchant: Merchant, headers: Headers): Promise<Answer[]> {
  const opened = await merchant.tryOpen({}, headers)
  // The next requests need an inquiry, even if the open failed.
  const inquiryId = opened.status < 300 ? openedId(opened) : await merchant.open()
  if (Object.keys(headers).length === 0) expectSuccess(opened)
  return [
    opened,
    await merchant.status(inquiryId, headers),
    await merchant.documents(inquiryId, headers),
  ]
}

/** N24: the contract mentions no echo, so the service may answer a request with a concurrent request's id. */
async function observeOwnIds(run: Run): Promise<void> {
  const inquiryId = await run.pending()
  const given: string[] = [1, 2, 3].map(() => crypto.randomUUID())
  const answers = await Promise.all(
    given.map((id) => run.merchant.status(inquiryId, { 'x-correlation-id': id })),
  )
  for (const [index, { headers }] of answers.entries()) {
    const echoed = headers.get('x-correlation-id') ?? ''
    const isForeign = given.includes(echoed) && echoed !== given[index]
    if (isForeign) run.observe('N24', 'the id of a concurrent request is echoed')
  }
}
