// Each incident of the list is planted in the database as it leaves its traces there, and must be said in one true sentence.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { db } from '../database/db'
import { uuid7At } from '../database/uuid7-time'
import { CONDITION_NAMES, findProblems } from '../inquiries/conditions'
import { insertOpenInquiry, insertUser, withTestApp } from '../testing/test-app'
import { acknowledge } from './acknowledge'
import { listInquiries } from './inquiry-list'
import { getOverview } from './overview'

withTestApp()
afterEach(async () => {
  await db().inquiry.deleteMany()
  await db().webhookEvent.deleteMany()
  await db().rejectedDelivery.deleteMany()
  await db().auditEntry.deleteMany()
})

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const ago = (ms: number) => new Date(Date.now() - ms)
const find = () => findProblems((query) => db().$queryRaw(query))
const said = async () => (await find()).map(({ name, text }) => `${name}: ${text}`)
const insertEvents = (count: number, columns: object) =>
  db().webhookEvent.createMany({
    data: Array.from({ length: count }, () => ({
      ...{ id: randomUUID(), kind: 'inquiry.approved', status: 'APPROVED', signedAt: new Date() },
      ...columns,
    })),
  })
const reject = (reason: string, ms = 0) =>
  db().rejectedDelivery.create({
    data: { id: uuid7At(ago(ms)), receivedAt: ago(ms), reason, count: 1 },
  })

/** Alerts about what the database can't show, or about a finer view of a condition. */
const ELSEWHERE = [
  ...['InstanceGone', 'InstanceRestarts', 'NotReady', 'PoolExhausted', 'ServiceSlow'],
  ...['RateLimited', 'CustomersSeeErrors', 'CustomersRefused'],
]
/** Conditions that the overview finds without a query. */
const PROBES = ['DatabaseDown']

test('each alert is a condition of the overview, or named here as something that the database can’t show', () => {
  const alerts = [...readFileSync('deploy/alerts.yml', 'utf8').matchAll(/- alert: (\w+)/g)]
  const shown = [...CONDITION_NAMES, ...PROBES, ...ELSEWHERE]
  expect(alerts.length).toBeGreaterThan(10)
  expect(alerts.map(([, name]) => name).filter((name) => !shown.includes(name ?? ''))).toEqual([])
})

test('without any data, nothing is wrong', async () => {
  expect(await said()).toEqual([])
})

const FAILING = { failingSince: ago(5 * MINUTE_MS), dueAt: ago(-MINUTE_MS) }
const INCIDENTS: [string, () => Promise<unknown>, ...RegExp[]][] = [
  [
    'the status route fails',
    async () => {
      await insertOpenInquiry({ status: 'COMPLETED', lastError: 'HTTP_503', ...FAILING })
      await insertOpenInquiry({ status: 'APPROVED', lastError: 'HTTP_503', ...FAILING })
    },
    /^ReadsFail: Status reads of 2 inquiries have failed since .* UTC \(HTTP 503\)\. 1 customer waits; they read “The verification service isn’t responding” or the last known status\./,
  ],
  [
    'opens fail',
    () => insertOpenInquiry({ serviceInquiryId: null, lastError: 'HTTP_500', ...FAILING }),
    /^OpensFail: Requests to open 1 inquiry have failed since .* \(HTTP 500\)\. 1 customer waits; they read “The verification service isn’t responding”\./,
  ],
  [
    'the key is refused',
    async () => {
      await insertOpenInquiry({ lastError: 'UnauthorisedError', ...FAILING, dueAt: ago(1_000) })
      const pausedUntil = ago(-MINUTE_MS)
      await db().serviceGate.create({ data: { id: 1, pausedUntil, pauseReason: 'KEY_REFUSED' } })
    },
    /^KeyRefused: The service has refused our API key since .*\. 1 customer waits/,
  ],
  [
    'one long 429',
    () =>
      db().serviceGate.create({
        data: { id: 1, pausedUntil: ago(-10 * MINUTE_MS), pauseReason: 'RATE_LIMITED' },
      }),
    /^CallsPaused: The service limits our calls \(HTTP 429\), so all calls are paused until .* UTC\. No customer waits/,
  ],
  [
    'the secret was rotated',
    async () => {
      await insertEvents(1, { arrivedAt: ago(10 * MINUTE_MS) })
      await reject('wrong_secret_or_altered_body')
    },
    /^EveryDeliveryRefused: Every delivery since .* refused: 1, the last one for “Wrong secret or altered body”.*If not, a stranger sent them/,
    /^RejectedDeliveries: 1 delivery was refused/,
  ],
  [
    'some deliveries are rejected, and others accepted',
    async () => {
      await reject('no_header', MINUTE_MS)
      await insertEvents(1, {})
    },
    /^RejectedDeliveries: 1 delivery was refused since .* “No signature”/,
  ],
  [
    'the endpoint was deleted',
    async () => {
      await insertEvents(1, { arrivedAt: ago(10 * MINUTE_MS) })
      await insertOpenInquiry({ status: 'APPROVED', statusSince: ago(3 * MINUTE_MS) })
      // Expiry sends no event (W7).
      await insertOpenInquiry({ status: 'FAILED', statusSince: ago(3 * MINUTE_MS) })
    },
    /^NoDeliveries: No event has arrived since .*, although the status of 1 customer changed/,
  ],
  [
    'openAccount throws',
    () => insertOpenInquiry({ status: 'APPROVED', grantedAt: ago(1), accountError: 'TypeError' }),
    /^AccountsNotOpened: openAccount fails \(TypeError\)\. 1 approved customer waits since/,
  ],
  [
    'events of unknown kinds',
    () => insertEvents(500, { kind: 'inquiry.future', status: null }),
    /^UnknownEvents: 500 events of unknown kinds arrived since/,
  ],
  [
    'events are set aside',
    () => insertEvents(2, { setAsideAt: ago(1) }),
    /^EventsSetAside: 2 events were set aside/,
  ],
  [
    'no reconciler runs',
    () => insertOpenInquiry({ dueAt: ago(6 * MINUTE_MS) }),
    /^CallsLate: 1 inquiry has waited for a call to the service since .* 1 customer waits/,
  ],
  [
    'the template is not published',
    () =>
      insertOpenInquiry({
        ...{ serviceInquiryId: null, openState: 'OPEN_FAILED' },
        ...{ lastError: 'TEMPLATE_REVISION_NOT_PUBLISHED', failingSince: ago(1) },
      }),
    /^ApplicationsLost: The service refused 1 application since .* \(TEMPLATE REVISION NOT PUBLISHED\)/,
  ],
  [
    'an approval was reversed after its account was opened',
    () =>
      insertOpenInquiry({
        status: 'DECLINED',
        reversedAt: ago(1),
        accountOpenedAt: ago(MINUTE_MS),
      }),
    /^DecisionsReversed: The service has reversed the approval of 1 customer since .* mark it as blocked/,
  ],
  [
    'an account was refused',
    () => insertOpenInquiry({ status: 'APPROVED', accountRefusal: 'sanctions' }),
    /^AccountsRefused: .* refused an account to 1 approved customer .*\(sanctions\)/,
  ],
  [
    'mail fails',
    () => insertOpenInquiry({ status: 'DECLINED', noticeError: 'MailRefusedError' }),
    /^CustomersNotTold: notifyCustomer fails \(MailRefusedError\)\. 1 customer hasn’t been told/,
  ],
  [
    'a review takes more than a day',
    () => insertOpenInquiry({ status: 'NEEDS_REVIEW', statusSince: ago(DAY_MS + 1_000) }),
    /^DecisionsOverdue: 1 customer has waited/,
  ],
  [
    'facts of 400 days ago',
    async () => {
      const createdAt = ago(400 * DAY_MS)
      await insertOpenInquiry({ createdAt, accountRefusal: 'sanctions' })
      await insertOpenInquiry({ createdAt, reversedAt: createdAt })
      await insertOpenInquiry({ createdAt, openState: 'OPEN_FAILED', lastError: 'X' })
      await insertEvents(1, { arrivedAt: createdAt, setAsideAt: createdAt })
      await insertEvents(1, { arrivedAt: createdAt, status: null })
      await reject('no_header', 400 * DAY_MS)
    },
  ],
]

test.each(INCIDENTS)('%s: the overview says so', async (_, plant, ...expected) => {
  await plant()
  expect(await said()).toEqual(expected.map((each) => expect.stringMatching(each)))
  // Whatever is about an inquiry is in the list that the overview links to.
  const isLinked = (await find()).some(({ href }) => href.endsWith('tab=problems'))
  const { items } = await listInquiries({ tab: 'problems' })
  const isPause = (await db().serviceGate.count()) > 0
  if (isLinked && !isPause) expect(items.length).toBeGreaterThan(0)
})

test('a problem that is over goes once it is acknowledged, and a new occurrence shows again', async () => {
  const staff = { ...(await insertUser('Anna')), role: 'REVIEWER' as const }
  const refuse = (ms: number) =>
    insertOpenInquiry({ openState: 'OPEN_FAILED', lastError: 'X', failingSince: ago(ms) })
  await refuse(2_000)
  const latest = async () => (await find())[0]?.occurredAt ?? new Date(0)
  const seen = await latest()
  await refuse(1_000)
  await acknowledge(staff, 'ApplicationsLost', seen)
  expect(await find(), 'the second wasn’t seen').toHaveLength(1)
  await acknowledge(staff, 'ApplicationsLost', await latest())
  expect(await find()).toEqual([])
  const [entry] = await db().auditEntry.findMany()
  expect(entry).toMatchObject({ actor: staff.id, action: 'problem.acknowledged' })
  await refuse(-1_000)
  expect(await find()).toMatchObject([{ count: 3, seen: null }])
})

test('an outage that grows can be acknowledged by what the page showed', async () => {
  const staff = { ...(await insertUser('Anna')), role: 'REVIEWER' as const }
  const failing = { status: 'COMPLETED', lastError: 'HTTP_503', dueAt: ago(-MINUTE_MS) }
  await insertOpenInquiry({ ...failing, failingSince: ago(3_000) })
  const [shown] = await find()
  await insertOpenInquiry({ ...failing, failingSince: ago(1_000) })
  await acknowledge(staff, 'ReadsFail', shown?.occurredAt ?? new Date(0))
  expect(await find()).toMatchObject([{ count: 2, seen: expect.stringMatching(/^Anna, /) }])
})

test('a further reversal is unseen, although somebody has seen the first', async () => {
  const staff = { ...(await insertUser('Anna')), role: 'REVIEWER' as const }
  const reverse = (ms: number) =>
    insertOpenInquiry({ status: 'DECLINED', reversedAt: ago(ms), accountOpenedAt: ago(MINUTE_MS) })
  await reverse(2_000)
  await acknowledge(staff, 'DecisionsReversed', new Date())
  expect(await find()).toMatchObject([{ count: 1, seen: expect.stringMatching(/^Anna, /) }])
  await reverse(-1_000)
  expect(await find()).toMatchObject([{ count: 2, seen: null }])
})

test('of the deliveries that were refused and the events that were set aside, those of a day count', async () => {
  await insertEvents(2, { setAsideAt: ago(1) })
  await insertEvents(1, {})
  // An event of an erased applicant, and one that arrived earlier and waited.
  await insertEvents(1, { setAsideAt: new Date(0) })
  await insertEvents(1, { arrivedAt: ago(DAY_MS + 1_000), setAsideAt: ago(1) })
  await reject('no_header', DAY_MS + 1_000)
  expect(await find()).toMatchObject([{ name: 'EventsSetAside', count: 2 }])
})

test('the most urgent of several problems comes first, and a count stops below a thousand', async () => {
  await insertOpenInquiry({ status: 'COMPLETED', statusSince: ago(DAY_MS + 1_000) })
  await insertEvents(1_000, { setAsideAt: ago(1) })
  await insertOpenInquiry({ status: 'APPROVED', accountRefusal: 'sanctions' })
  const pausedUntil = ago(-MINUTE_MS)
  await db().serviceGate.create({ data: { id: 1, pausedUntil, pauseReason: 'KEY_REFUSED' } })
  const problems = await find()
  expect(problems.map(({ name }) => name)).toEqual([
    ...['KeyRefused', 'AccountsRefused', 'EventsSetAside', 'DecisionsOverdue'],
  ])
  expect(problems[2]?.text).toMatch(/^999\+ events/)
})

test('a problem that lasts stays, with who has seen it, until it ends', async () => {
  const staff = { ...(await insertUser('Anna')), role: 'REVIEWER' as const }
  const failing = { status: 'COMPLETED', lastError: 'HTTP_503', dueAt: ago(-MINUTE_MS) }
  const first = await insertOpenInquiry({ ...failing, failingSince: ago(2_000) })
  await acknowledge(staff, 'ReadsFail', new Date())
  await insertOpenInquiry({ ...failing, failingSince: ago(-1_000) })
  expect(await find()).toMatchObject([{ count: 2, seen: expect.stringMatching(/^Anna, /) }])
  await db().inquiry.delete({ where: { id: first.id } })
  expect(await find(), 'another outage').toMatchObject([{ count: 1, seen: null }])
})

test('a viewer can’t acknowledge', async () => {
  const staff = { ...(await insertUser('Vic')), role: 'VIEWER' as const }
  await expect(acknowledge(staff, 'ReadsFail', new Date())).rejects.toThrow('Not allowed')
})

test('with a lock on the inquiries, the overview says so within seconds', async () => {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  await client.query('BEGIN; LOCK TABLE "Inquiry" IN ACCESS EXCLUSIVE MODE')
  const startedAt = Date.now()
  const { problems, work } = await getOverview().finally(() => client.end())
  expect(Date.now() - startedAt).toBeLessThan(4_000)
  expect(work).toBeNull()
  expect(problems).toMatchObject([
    { name: 'DatabaseDown', text: expect.stringMatching(/55P03|Deadline.*npm run doctor/) },
  ])
})
