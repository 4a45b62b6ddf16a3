// Opening again with the same Idempotency-Key: O7.
import { clause } from '../clause.ts'
import { changedFields, open, openedId, read, readDecided } from '../inquiries.ts'
import type { Merchant } from '../merchant.ts'
import type { Trial } from '../trial.ts'
import { demand, Unreachable } from '../verdict.ts'

const MINUTE_MS = 60_000

type Fields = Record<string, unknown>
type Headers = Record<string, string>

export const IDEMPOTENCY = [
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
    await reuseWithAnotherBody(trial, first, fields, headers)
    const next = await merchant.open(fields, { 'idempotency-key': crypto.randomUUID() })
    demand(openedId(next) !== first, 'a different Idempotency-Key returns the same inquiry')
    if (replays) {
      const retried = openedId(await merchant.open(fields, headers))
      demand(
        retried === first,
        'a retry returns a different inquiry once another key has been used',
      )
    }
    await expectKeysApart(merchant, fields)

    await trial.also('one key under two tenants', async () => {
      const stranger = await trial.ownTenant()
      const answer = await stranger.merchant.open(fields, headers)
      demand(answer.status < 300, `another tenant's Idempotency-Key: got ${answer.status}`)
      demand(openedId(answer) !== first, "another tenant's inquiryId is returned")
    })
    for (const [part, check] of Object.entries(RETRIES)) {
      await trial.also(part, () => {
        if (!replays) throw new Unreachable('the service does not replay (N2)')
        return check(trial, fields)
      })
    }
  }),
]

/** What makes retries safe, for services that replay. */
const RETRIES: Readonly<Record<string, (trial: Trial, fields: Fields) => Promise<void>>> = {
  'a retry while the first request runs': async ({ merchant }, fields) => {
    const key = newKey()
    const answers = await Promise.all([1, 2, 3].map(() => merchant.open(fields, key)))
    const ids = answers.filter(({ status }) => status < 300).map(openedId)
    demand(new Set(ids).size <= 1, 'concurrent requests with one key open two inquiries')
  },

  'a retry with another X-Correlation-Id': async ({ merchant }, fields) => {
    const key = newKey()
    const traced = () => ({ ...key, 'x-correlation-id': crypto.randomUUID() })
    const first = await merchant.open(fields, traced())
    if (first.status >= 400) throw new Unreachable('X-Correlation-Id is not accepted (N24)')
    const retried = await merchant.open(fields, traced())
    demand(retried.status < 300, `a retry with another X-Correlation-Id: got ${retried.status}`)
    const isSame = openedId(retried) === openedId(first)
    demand(isSame, 'a retry with another X-Correlation-Id opens a second inquiry')
  },

  'a retry of the same request, later': async (trial, fields) => {
    const tenant = await trial.ownTenant()
    const { merchant } = tenant
    const key = newKey()
    const { templateId: inquiryTemplateId, revisionId: templateRevisionId } = tenant.ids
    const expiresAt = new Date((await tenant.nowMs()) + 10 * MINUTE_MS).toISOString()
    const request = { ...fields, inquiryTemplateId, templateRevisionId, expiresAt }
    const inquiryId = await open(merchant, request, key)
    const retry = async (when: string, body: Fields = request, sender: Merchant = merchant) => {
      const before = await read(merchant, inquiryId)
      const answer = await sender.open(body, key)
      demand(answer.status < 300, `a retry ${when}: got ${answer.status}`)
      demand(openedId(answer) === inquiryId, `a retry ${when} returns a different inquiry`)
      const changed = changedFields(before, await read(merchant, inquiryId))
      demand(changed.length === 0, `a retry ${when} changes ${changed.join(', ')}`)
    }
    await tenant.advance(60)
    await retry('a minute later')
    for (const [what, id] of Object.entries({ inquiryTemplateId, templateRevisionId })) {
      await retry(`whose ${what} is in capitals`, { ...request, [what]: id.toUpperCase() })
    }
    const { apiKey } = await tenant.createKey()
    await retry("with the tenant's other API key", request, merchant.withKey(apiKey))
    await tenant.setEnabled(templateRevisionId, false)
    await retry('whose revision has been disabled since')
    await tenant.complete(inquiryId, 'APPROVED')
    await readDecided(tenant, inquiryId, 'APPROVED')
    await retry('after the decision')
    await tenant.advance(11 * 60)
    await retry('whose expiresAt has passed since')
  },
}

/** N2 leaves the response open, but the first inquiry must stay as it is. */
async function reuseWithAnotherBody(
  trial: Trial,
  inquiryId: string,
  fields: Fields,
  headers: Headers,
): Promise<void> {
  const { merchant } = trial
  const before = await read(merchant, inquiryId)
  const other = await merchant.open({ ...fields, note: 'Another body.' }, headers)
  demand(other.status < 500, `the same key with another body: got ${other.status}`)
  trial.observe('N2', `other body: ${other.status}`)
  const changed = changedFields(before, await read(merchant, inquiryId))
  const isUnchanged = changed.length === 0
  demand(isUnchanged, `the same key with another body changes ${changed.join(', ')}`)
}

/** Requests with different keys, or with none, open different inquiries. A key need not be a UUID. */
async function expectKeysApart(merchant: Merchant, fields: Fields): Promise<void> {
  const stem = crypto.randomUUID().slice(0, -1)
  const keys = ['0', '1', '2'].map((last) => ({ 'idempotency-key': stem + last }))
  const atOnce = await Promise.all(keys.map((key) => merchant.open(fields, key)))
  const ids = new Set(atOnce.map(openedId))
  demand(ids.size === keys.length, 'concurrent requests with different keys open one inquiry')
  const text = `order-${crypto.randomUUID()}-`
  const [lower, upper] = [
    await merchant.open(fields, { 'idempotency-key': `${text}a` }),
    await merchant.open(fields, { 'idempotency-key': `${text}A` }),
  ]
  demand(lower.status < 300, `an Idempotency-Key that is not a UUID: got ${lower.status}`)
  const areApart = openedId(lower) !== openedId(upper)
  demand(areApart, 'two Idempotency-Keys that differ only in case open one inquiry')
  const withoutKey = [await merchant.open(fields), await merchant.open(fields)].map(openedId)
  demand(new Set(withoutKey).size === 2, 'without an Idempotency-Key, two opens make one inquiry')
}

function newKey(): Headers {
  return { 'idempotency-key': crypto.randomUUID() }
}
