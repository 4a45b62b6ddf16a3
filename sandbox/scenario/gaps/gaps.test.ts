// What a merchant sees of those values of the gaps that the suite can't tell from others. freedoms.full.test.ts has the rest.
import { expect, test } from 'vitest'
import { control } from '../../testing/merchant.ts'
import { setUpReceiving } from '../../testing/receiver.ts'
import { DEMO_TENANT } from '../seed.ts'
import { GAPS } from './table.ts'

/** A sandbox with a frozen clock, whose merchant sees these values, and whose receiver records what arrives. */
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

/** What a merchant sees of a gap. */
const OBSERVE: Record<string, (trial: Trial) => Promise<unknown>> = {
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
  /** What the flow tells its page, which refuses to open in a frame or a popup then. */
  async N19({ sandbox, merchant }) {
    const headers = { authorization: `Bearer ${await merchant.openedId()}` }
    const state = await sandbox.app.request('/flow/api/inquiry', { headers })
    return (await state.json()).redirectOnly
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
  /** How many seconds after it was made each event of a review and its approval was signed. */
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
}

const SEEN: [gap: string, value: string, seen: unknown][] = [
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
]

test.each(SEEN)('%s %s is seen as %j', async (gap, value, seen) => {
  expect(await OBSERVE[gap]?.(await startTrial({ [gap]: value }))).toEqual(seen)
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
