// What a merchant sees of gap values that the suite can't tell apart. freedoms.full.test.ts has the others.
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../index.ts'
import { temporaryFolder } from '../../testing/machine.ts'
import { control, INQUIRIES, merchantOf } from '../../testing/merchant.ts'
import { setUpReceiving } from '../../testing/receiver.ts'
import { DEMO_TENANT } from '../seed.ts'
import { GAPS } from './table.ts'

/** Starts a sandbox with a frozen clock and these settings, and a receiver that records its events. */
async function startTrial(settings: Record<string, string>) {
  const { sandbox, merchant, receiver } = await setUpReceiving()
  sandbox.clock.freeze(DEMO_TENANT.id)
  await control(sandbox, 'PATCH', '/settings', { settings })
  return {
    sandbox,
    merchant,
    receiver,
    read: async (id: string) => (await merchant.status(id)).body,
    statusOf: async (id: string) => (await merchant.status(id)).body.status,
    advance: (seconds: number) => control(sandbox, 'POST', '/clock/advance', { seconds }),
    decide: (id: string, status: string, note?: string) =>
      control(sandbox, 'POST', `/inquiries/${id}/decide`, { status, note }),
    historyOf: (id: string) => sandbox.store.inquiries.require(id).history,
  }
}
type Trial = Awaited<ReturnType<typeof startTrial>>

/** For each gap, what a merchant sees. */
const OBSERVE: Record<string, (trial: Trial) => Promise<unknown>> = {
  /**
   * The answers to two opens with a key, to one with another body, to one with another key, and to the first again a day later.
   */
  async N2({ sandbox, merchant, advance }) {
    const fault = { target: 'api', kind: 'server-error', status: 500, match: { operation: 'open' } }
    await control(sandbox, 'POST', '/faults', fault)
    const open = async (key: string, referenceId = 'order-7') =>
      (await merchant.open({ referenceId }, { 'idempotency-key': key })).status
    const seen = [await open('one'), await open('one'), await open('one', 'order-8')]
    seen.push(await open('two'))
    await advance(24 * 60 * 60)
    return [...seen, await open('one')]
  },
  async N5(trial) {
    const ids = [await trial.merchant.completedId(), await trial.merchant.completedId('DECLINED')]
    const first = await trial.statusOf(ids[0] ?? '')
    await trial.advance(30)
    const courses = ids.map((id) => trial.historyOf(id).map(({ status }) => status))
    return [first, ...courses.map((course) => course.slice(1).join())]
  },
  async N6(trial) {
    const id = await trial.merchant.completedId()
    const seen = [await trial.statusOf(id), (await trial.merchant.documents(id)).status]
    await trial.advance(4)
    seen.push(String(await trial.statusOf(id)))
    await trial.advance(1)
    return [...seen, await trial.statusOf(id)]
  },
  async N14(trial) {
    const { identity } = await trial.read(await trial.merchant.completedId())
    return JSON.parse(JSON.stringify(identity)).document.documentType
  },
  async N17({ sandbox, merchant }) {
    const { tenants } = sandbox.store
    tenants.put({ ...tenants.require(DEMO_TENANT.id), rateLimitPerMinute: 1 })
    await merchant.open()
    const { status, headers } = await merchant.open()
    return [status, headers.get('retry-after')]
  },
  async N18(trial) {
    const url = await trial.merchant.pictureUrl(await trial.merchant.completedId())
    await trial.advance(300)
    return (await trial.sandbox.app.request(url)).status
  },
  /** What the flow tells its page. With `redirect-only`, the page then refuses to open in a frame or a popup. */
  async N19({ sandbox, merchant }) {
    const headers = { authorization: `Bearer ${await merchant.openedId()}` }
    const state = await sandbox.app.request('/flow/api/inquiry', { headers })
    return (await state.json()).redirectOnly
  },
  async N21(trial) {
    const id = await trial.merchant.completedId()
    const { referenceId, note } = await trial.read(id)
    return [referenceId, note, trial.receiver.events()[0].data.referenceId]
  },
  /** Whether the response echoes the given id, and whether the event carries it. */
  async N24({ merchant, sandbox, receiver }) {
    const given = crypto.randomUUID()
    const { headers } = await merchant.open(
      { referenceId: 'sandbox-auto:APPROVED' },
      { 'x-correlation-id': given },
    )
    await sandbox.deliveries.idle()
    const { correlationId } = receiver.events()[0].data
    expect(correlationId).toMatch(/^[0-9a-f-]{36}$/)
    return [headers.get('x-correlation-id') === given, correlationId === given]
  },
  async N26(trial) {
    const id = await trial.merchant.completedId('NEEDS_REVIEW')
    const counts = [[(await trial.read(id)).reviewReasons].flat().length]
    await trial.decide(id, 'APPROVED')
    return [...counts, [(await trial.read(id)).reviewReasons].flat().length]
  },
  async N29(trial) {
    const id = await trial.merchant.completedId()
    await trial.advance(3 * 24 * 60 * 60)
    return [await trial.statusOf(id), trial.receiver.received.length]
  },
  /** How many seconds after its creation each event of a review and an approval was signed. */
  async N30(trial) {
    const id = await trial.merchant.completedId('NEEDS_REVIEW')
    await trial.advance(1)
    await trial.decide(id, 'APPROVED')
    await trial.sandbox.deliveries.idle()
    const events = trial.receiver.events()
    return trial
      .historyOf(id)
      .slice(-2)
      .map(({ at }, index) => (Date.parse(events[index].createdAt) - Date.parse(at)) / 1000)
  },
  async N31({ merchant }) {
    return new URL(await merchant.pictureUrl(await merchant.completedId())).origin
  },
  async N32(trial) {
    await trial.merchant.completedId()
    return trial.receiver.received[0]?.headers.upgrade
  },
  async N33({ sandbox, merchant, read }) {
    sandbox.clock.stopAt(Date.UTC(2026, 0, 1), DEMO_TENANT.id)
    const { status, body } = await merchant.open({ expiresAt: '2026-01-02T03:04:05' })
    expect(await merchant.openedId({ expiresAt: '2026-01-02T03:04:05+01:00' })).toBeDefined()
    return status === 201 ? (await read(String(body.inquiryId))).expiresAt : status
  },
  /** The first key's answers within thirty days and after them, and then a new key's. */
  async N34({ sandbox, merchant, advance }) {
    const answers = [(await merchant.open()).status]
    await advance(30 * 24 * 60 * 60 - 1)
    answers.push((await merchant.open()).status)
    await advance(1)
    answers.push((await merchant.open()).status)
    const path = `/tenants/${DEMO_TENANT.id}/keys`
    const { apiKey } = (await control(sandbox, 'POST', path, {})).body
    const holder = merchantOf(sandbox, { ...DEMO_TENANT, apiKey: String(apiKey) })
    return [...answers, (await holder.open()).status]
  },
  async N35({ sandbox, merchant }) {
    const { tenants } = sandbox.store
    const createdAt = '2026-01-01T00:00:00.000Z'
    tenants.put({ ...tenants.require(DEMO_TENANT.id), createdAt })
    const id = await merchant.openedId()
    const answers = [await merchant.open(), await merchant.status(id), await merchant.documents(id)]
    return answers.map(({ headers }) => [headers.get('deprecation'), headers.get('sunset')])
  },
}

const SUNSET = ['@1767225600', 'Tue, 30 Jun 2026 00:00:00 GMT']

const SEEN: [gap: string, value: string, seen: unknown][] = [
  ['N2', 'replay', [500, 201, 422, 201, 201]],
  ['N2', 'keeps-failures', [500, 500, 422, 201, 201]],
  [
    'N5',
    'through-completed',
    ['APPROVED', 'COMPLETED,APPROVED', 'COMPLETED,NEEDS_REVIEW,DECLINED'],
  ],
  ['N5', 'straight', ['APPROVED', 'APPROVED', 'DECLINED']],
  [
    'N5',
    'reversal',
    ['APPROVED', 'COMPLETED,APPROVED,DECLINED', 'COMPLETED,NEEDS_REVIEW,DECLINED,APPROVED'],
  ],
  ['N5', 'unknown-status', ['ESCALATED', 'ESCALATED,APPROVED', 'ESCALATED,NEEDS_REVIEW,DECLINED']],
  ['N6', 'before-event', ['APPROVED', 200, 'APPROVED', 'APPROVED']],
  ['N6', 'after-event', ['COMPLETED', 403, 'COMPLETED', 'APPROVED']],
  ['N14', 'unknown-document-type', 'RESIDENCE_PERMIT'],
  ['N17', 'a-year', [429, '31536000']],
  ['N18', '410', 410],
  ['N19', 'modal-redirect-popup', false],
  ['N19', 'redirect-only', true],
  ['N21', 'empty-string', ['', '', '']],
  ['N21', 'null', [null, null, null]],
  ['N21', 'omitted', [undefined, undefined, undefined]],
  ['N24', 'echoed', [true, true]],
  ['N24', 'not-echoed', [false, true]],
  ['N24', 'not-carried', [true, false]],
  ['N26', 'only-in-review', [1, 0]],
  ['N29', 'never', ['APPROVED', 1]],
  ['N29', 'silent-failure', ['FAILED', 1]],
  ['N29', 'silent-decline', ['DECLINED', 1]],
  ['N30', 'one-clock', [0, 0]],
  ['N30', 'differ', [0, -2]],
  ['N30', 'ahead', [2, 2]],
  ['N30', 'ahead:3600', [3600, 3600]],
  ['N30', 'behind', [-2, -2]],
  ['N30', 'behind:0.25', [-0.25, -0.25]],
  ['N30', 'same-time', [0, -1]],
  ['N31', 'to-the-service', 'http://localhost:4000'],
  ['N31', 'elsewhere', 'https://elsewhere.example'],
  ['N32', 'http-1.1', undefined],
  ['N32', 'offers-upgrade', 'h2c'],
  ['N33', 'utc', '2026-01-02T03:04:05.000Z'],
  ['N33', '400', 400],
  ['N34', 'until-revoked', [201, 201, 201, 201]],
  ['N34', 'thirty-days', [201, 201, 401, 201]],
  ['N35', 'never', Array(3).fill([null, null])],
  ['N35', 'announced', Array(3).fill(SUNSET)],
]

test.each(SEEN)('%s %s is seen as %j', async (gap, value, seen) => {
  expect(await OBSERVE[gap]?.(await startTrial({ [gap]: value }))).toEqual(seen)
})

test.each(GAPS.N24.values)('no X-Correlation-Id is refused, with N24 %s (O8)', async (value) => {
  const { merchant } = await startTrial({ N24: value })
  const id = await merchant.completedId()
  for (const given of ['', ' ', 'a b', 'caf\u00e9', '<', 'x'.repeat(4_096), crypto.randomUUID()]) {
    const headers = { 'x-correlation-id': given }
    const opened = await merchant.open({}, headers)
    const reads = ['', '/documents'].map((part) =>
      merchant.get(`${INQUIRIES}/${id}${part}`, headers),
    )
    const statuses = [opened, ...(await Promise.all(reads))].map(({ status }) => status)
    expect(statuses, given).toEqual([201, 200, 200])
  }
})

describe('a kept failure (N2)', () => {
  const KEY = { 'idempotency-key': 'one' }
  const failNext = ({ sandbox }: Trial, kind = 'server-error') =>
    control(sandbox, 'POST', '/faults', { target: 'api', kind, match: { operation: 'open' } })

  test('survives a restart of the sandbox', async () => {
    const dataDir = temporaryFolder()
    const before = createSandbox({ dataDir })
    await control(before, 'PATCH', '/settings', { settings: { N2: 'keeps-failures' } })
    await control(before, 'POST', '/faults', { target: 'api', kind: 'server-error' })
    expect((await merchantOf(before).open({}, KEY)).status).toBe(503)
    await before.close()
    const after = createSandbox({ dataDir })
    onTestFinished(() => after.close())
    expect((await merchantOf(after).open({}, KEY)).status).toBe(503)
  })

  test('never replaces an inquiry that the key has opened', async () => {
    const trial = await startTrial({ N2: 'keeps-failures' })
    const opened = await trial.merchant.open({}, KEY)
    await failNext(trial)
    expect((await trial.merchant.open({}, KEY)).status).toBe(503)
    expect((await trial.merchant.open({}, KEY)).body).toEqual(opened.body)
  })

  test('counts as an answer, so a lost one is replayed as usual', async () => {
    const trial = await startTrial({ N2: 'keeps-failures' })
    await failNext(trial, 'reset-after-commit')
    await trial.merchant.open({}, KEY)
    expect((await trial.merchant.open({}, KEY)).status).toBe(201)
    expect(trial.sandbox.store.inquiries.values()).toHaveLength(1)
  })

  test('without a key, or with another gap value, isn’t kept', async () => {
    for (const [value, headers] of [
      ['keeps-failures', {}],
      ['ignored', KEY],
      ['conflict', KEY],
    ] as const) {
      const trial = await startTrial({ N2: value })
      await failNext(trial)
      expect((await trial.merchant.open({}, headers)).status).toBe(503)
      expect((await trial.merchant.open({}, headers)).status).toBe(201)
    }
  })
})

test('while a second decision lags (N6), the status shows the first one’s note and time', async () => {
  const trial = await startTrial({ N6: 'after-event' })
  const id = await trial.merchant.completedId('NEEDS_REVIEW')
  const seen = async () => {
    const { status, reviewReasons, portalDecisionNote, portalDecidedAt } = await trial.read(id)
    return { status, reviewReasons, portalDecisionNote, portalDecidedAt }
  }
  expect(await seen()).toMatchObject({ status: 'COMPLETED', reviewReasons: [] })
  await trial.advance(10)
  expect((await seen()).reviewReasons).toHaveLength(1)
  await trial.decide(id, 'APPROVED', 'First.')
  expect(await seen()).toMatchObject({ status: 'NEEDS_REVIEW', portalDecisionNote: null })
  await trial.advance(10)
  const first = await seen()
  expect(first).toMatchObject({ status: 'APPROVED', portalDecisionNote: 'First.' })
  await trial.decide(id, 'DECLINED', 'Second.')
  expect(await seen()).toEqual(first)
  await trial.advance(10)
  expect(await seen()).toMatchObject({ status: 'DECLINED', portalDecisionNote: 'Second.' })
})

test('the control API lists every gap with its default, its values and the current one', async () => {
  const { sandbox } = await startTrial({ N18: '410' })
  const gaps = await (await sandbox.app.request('/sandbox/settings')).json()
  expect(gaps.map(({ id }: { id: string }) => id)).toEqual(Object.keys(GAPS))
  expect(gaps).toContainEqual({
    id: 'N18',
    gap: 'an expired document URL',
    default: '403',
    values: ['403', '404', '410'],
    current: '410',
  })
})

test.each([
  ['N99', '403'],
  ['N18', '200'],
  ['N6', 'after-event:soon'],
  ['N30', 'ahead:-2'],
  ['N30', 'one-clock:2'],
  ['toString', 'x'],
])('the control API refuses %s = %s', async (gap, value) => {
  const { sandbox } = await startTrial({})
  const settings = { [gap]: value }
  expect((await control(sandbox, 'PATCH', '/settings', { settings })).status).toBe(400)
})
