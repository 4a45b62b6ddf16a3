// Keys and tenants (A1–A5), and their meaning for documents (D3, D4).
import {
  type Answer,
  DAY_S,
  demand,
  expectStatus,
  expectSuccess,
  isRecord,
  MINUTE_S,
  Unreachable,
} from '../expectations.ts'
import type { Merchant } from '../merchant.ts'
import { check, type Run } from '../run.ts'

const PREFIX = 'svc_live_'
const KEY = /^svc_live_[A-Za-z0-9_-]{32}$/
const INVALID_KEY = PREFIX + 'x'.repeat(32)
const ENDS = ['expire', 'revoke'] as const
/** Headers that must not be accepted for the key, and how each would carry it. */
const OTHER_HEADERS: readonly (readonly [name: string, carry: (key: string) => string])[] = [
  ['authorization', (key) => `Bearer ${key}`],
  ['authorization', (key) => key],
  ['authorization', (key) => `ApiKey ${key}`],
  ['authorization', (key) => `Basic ${btoa(`${key}:`)}`],
  ['authorization', (key) => `Basic ${btoa(`:${key}`)}`],
  ['api-key', (key) => key],
  ['x-service-key', (key) => key],
  ['cookie', (key) => `apiKey=${key}; api_key=${key}; x-api-key=${key}`],
]
/** All in one request: if any of them worked, the request would succeed. */
const QUERY_NAMES = [
  ...['apiKey', 'api_key', 'apikey', 'api-key'],
  ...['x-api-key', 'X-Api-Key', 'key', 'access_token'],
]

/** These follow from the body, whose parts are compared instead. */
const DERIVED_HEADERS = ['content-length', 'etag']

type Ask = (inquiryId: string) => Promise<Answer>

export const KEYS = [
  check('A1', 'every route needs X-Api-Key; the key fails in any other header', async (run) => {
    const { apiKey } = run.merchant.credentials
    const inquiryId = await run.pending()
    const keyless = run.merchant.with({ key: null })
    for (const [name, carry] of OTHER_HEADERS) {
      const asked = await keyless.allRoutes(inquiryId, { [name]: carry(apiKey) })
      for (const answer of asked) expectStatus(answer, 401, `with the key in ${name}`)
    }
    await run.also('the query', async () => {
      // Servers log URLs, so a real key must not appear in one.
      if (!run.tenant) throw new Unreachable('needs --control: URLs are logged')
      const query = new URLSearchParams(QUERY_NAMES.map((name) => [name, apiKey]))
      for (const answer of await keyless.with({ query: `?${query}` }).allRoutes(inquiryId)) {
        expectStatus(answer, 401, 'with the key in the query')
      }
    })
  }),

  check('A2', 'a key is svc_live_ and 32 Base64URL characters', async (run) => {
    demand(KEY.test(run.merchant.credentials.apiKey), 'the key in use has a different form')
    await run.own('new keys', async (tenant) => {
      const [one, two] = [await tenant.createKey(), await tenant.createKey()]
      demand(KEY.test(one.apiKey) && KEY.test(two.apiKey), 'a new key has a different form')
      demand(one.apiKey !== two.apiKey, 'two new keys are the same')
    })
    await run.own('two keys of one tenant', async (tenant) => {
      const { apiKey } = await tenant.createKey()
      const inquiryId = await tenant.open()
      const answer = await tenant.with({ key: apiKey }).status(inquiryId)
      expectSuccess(answer, "with the tenant's other key")
    })
  }),

  check('A3', 'the plaintext is shown once', async (run) => {
    const tenant = await run.createTenant()
    const { id, apiKey } = await tenant.createKey()
    const { text } = await tenant.list('keys')
    demand(text.includes(id), 'the list of keys lacks a new key')
    demand(!text.includes(apiKey), 'the list of keys shows the plaintext again')
  }),

  check('A4', 'missing, invalid, expired or revoked is 401 on every route', async (run) => {
    await expectKeyNeeded(run, (holder, inquiryId) => holder.allRoutes(inquiryId))
    const pending = await run.pending()
    for (const [how, key] of almost(run.merchant.credentials.apiKey)) {
      const answer = await run.merchant.with({ key }).status(pending)
      expectStatus(answer, 401, `with the key ${how}`)
    }
    for (const end of ENDS) {
      await run.own(`other keys and later, after ${end}`, async (tenant) => {
        const key = await tenant.createKey()
        const inquiryId = await tenant.open()
        await tenant.endKey(key.id, end)
        expectSuccess(await tenant.status(inquiryId), `with the tenant's other key after ${end}`)
        await tenant.advance(40 * DAY_S)
        const answer = await tenant.with({ key: key.apiKey }).status(inquiryId)
        expectStatus(answer, 401, `with a key long after ${end}`)
      })
    }
    await run.own('a key with an expiry', async (tenant) => {
      const { apiKey } = await tenant.createKey({
        expiresAt: await tenant.inSeconds(10 * MINUTE_S),
      })
      const holder = tenant.with({ key: apiKey })
      const own = await holder.open()
      await tenant.advance(10 * MINUTE_S - 1)
      expectSuccess(await holder.status(own), 'with a key just before it expires')
      await tenant.advance(2)
      for (const answer of await holder.allRoutes(own)) {
        expectStatus(answer, 401, 'with a key that has just expired')
      }
    })
  }),

  check('A5', "another tenant's inquiry is a 404, the same as a missing one", async (run) => {
    await expectTenantsApart(run, (inquiryId) => run.merchant.status(inquiryId))
    await run.also('every key, and concurrent requests', async () => {
      const [tenant, other] = [await run.createTenant(), await run.createTenant()]
      const [own, foreign] = [await tenant.open(), await other.open()]
      const later = tenant.with({ key: (await tenant.createKey()).apiKey })
      expectStatus(await later.status(foreign), 404, "of another tenant's, with a second key")
      const answers = await Promise.all([
        tenant.status(own),
        other.status(own),
        later.status(foreign),
        other.status(foreign),
      ])
      const areOwn = answers.map(({ status }) => status < 300).join()
      demand(areOwn === 'true,false,false,true', 'concurrent requests of two tenants are mixed up')
    })
  }),
]

/** Expects 401 for a missing, invalid, expired or revoked key. */
export async function expectKeyNeeded(
  run: Run,
  ask: (holder: Merchant, inquiryId: string) => Promise<Answer[]>,
): Promise<void> {
  const pending = await run.pending()
  for (const [how, key] of [
    ['without a key', null],
    ['with an invalid key', INVALID_KEY],
  ] as const) {
    const answers = await ask(run.merchant.with({ key }), pending)
    for (const answer of answers) expectStatus(answer, 401, how)
  }
  for (const end of ENDS) {
    await run.own(`a key after ${end}`, async (tenant) => {
      const key = await tenant.createKey()
      const holder = tenant.with({ key: key.apiKey })
      const inquiryId = await holder.open()
      await tenant.endKey(key.id, end)
      const answers = await ask(holder, inquiryId)
      for (const answer of answers) expectStatus(answer, 401, `with a key after ${end}`)
    })
  }
}

/** Keys that barely differ from the right one. */
function almost(key: string): [how: string, key: string][] {
  const last = key.at(-1) === 'A' ? 'B' : 'A'
  return [
    ['with a different last character', key.slice(0, -1) + last],
    ['without its last character', key.slice(0, -1)],
    ['with one more character', `${key}A`],
    ['in capitals', PREFIX + key.slice(PREFIX.length).toUpperCase()],
  ]
}

/** The service must hide another tenant's inquiry: the refusal must look like that of a missing one. */
export async function expectTenantsApart(run: Run, ask: Ask): Promise<void> {
  expectStatus(await ask(crypto.randomUUID()), 404, 'of a missing inquiry')
  await run.also("another tenant's inquiry", async () => {
    for (const inquiryId of await foreignInquiries(run)) await expectHidden(ask, inquiryId)
  })
}

/** The inquiry from the command line, or a pending and an approved one of another tenant. */
async function foreignInquiries(run: Run): Promise<string[]> {
  const given = run.options['foreign-inquiry']
  if (given !== undefined) return [given]
  if (!run.tenant) throw new Unreachable('give one with --foreign-inquiry, or use --control')
  const other = await run.createTenant()
  return [await other.open(), await other.openCompleted('APPROVED')]
}

/**
 * Finds traits that are the same for every missing inquiry, but different for the foreign one. The requests alternate, because
 * some traits grow with time or alternate, even between missing inquiries (N3).
 */
async function expectHidden(ask: Ask, foreignId: string): Promise<void> {
  const missing: Map<string, string>[] = []
  const foreign: Map<string, string>[] = []
  let request = ''
  for (const which of [missing, foreign, foreign, missing, missing, foreign, foreign, missing]) {
    const inquiryId = which === foreign ? foreignId : crypto.randomUUID()
    const answer = await ask(inquiryId)
    expectStatus(answer, 404, 'of a missing or foreign inquiry')
    which.push(traitsOf(answer, inquiryId))
    request = answer.request
  }
  const names = new Set([...missing, ...foreign].flatMap((traits) => [...traits.keys()]))
  const tells = [...names].filter((name) => {
    const usual = missing[0]?.get(name)
    const isSteady = missing.every((traits) => traits.get(name) === usual)
    return isSteady && foreign.every((traits) => traits.get(name) !== usual)
  })
  const what = `${request}: a missing and a foreign inquiry can be told apart by`
  demand(tells.length === 0, `${what} ${tells.join(', ')}`)
}

/** Everything that a merchant could compare, without the inquiryId, which it knows, and without generated UUIDs. */
function traitsOf(answer: Answer, inquiryId: string): Map<string, string> {
  const known = (text: string) =>
    text
      .replaceAll(inquiryId, '{inquiryId}')
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '{uuid}')
  const headers = [...answer.headers]
    .filter(([name]) => !DERIVED_HEADERS.includes(name))
    .map(([name, value]) => [`header ${name}`, known(value)] as const)
  const { json, text } = answer
  const body = json === undefined ? [['body', text] as const] : leavesOf(json, 'body')
  return new Map([...headers, ...body.map(([path, value]) => [path, known(value)] as const)])
}

/** Each value inside a JSON body, by its path. */
function leavesOf(value: unknown, path: string): (readonly [string, string])[] {
  if (Array.isArray(value)) return value.flatMap((each, at) => leavesOf(each, `${path}[${at}]`))
  if (!isRecord(value)) return [[path, JSON.stringify(value)]]
  return Object.entries(value).flatMap(([name, each]) => leavesOf(each, `${path}.${name}`))
}
