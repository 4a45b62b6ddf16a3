// What each value of each gap looks like from outside, and how they are set.
import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { control, INQUIRIES } from '../../testing/merchant.ts'
import { expectedSignature, setUpReceiving } from '../../testing/receiver.ts'
import { DEMO_TENANT } from '../seed.ts'
import { GAPS } from './table.ts'

let trial: Awaited<ReturnType<typeof startTrial>>
beforeEach(async () => {
  trial = await startTrial()
})
afterEach(() => trial.close())

/** A sandbox with a frozen clock, a merchant and a receiver. */
async function startTrial() {
  const { sandbox, merchant, receiver, close } = await setUpReceiving()
  sandbox.clock.freeze()
  return {
    sandbox,
    merchant,
    receiver,
    close,
    async set(gap: string, value: string): Promise<void> {
      const settings = { [gap]: value }
      const { status } = await control(sandbox, 'PATCH', '/settings', { settings })
      expect(status).toBe(200)
    },
    /** Opens an inquiry and completes it without a customer. */
    async complete(outcome: string): Promise<string> {
      const id = await merchant.openedId()
      await control(sandbox, 'POST', `/inquiries/${id}/complete`, { outcome })
      await sandbox.deliveries.idle()
      return id
    },
    statusOf: async (id: string) => (await merchant.status(id)).body.status,
    advance: (seconds: number) => control(sandbox, 'POST', '/clock/advance', { seconds }),
    events: () => receiver.received.map(({ bytes }) => JSON.parse(bytes.toString('utf8'))),
  }
}

const HOUR_S = 60 * 60
const DAY_S = 24 * HOUR_S
const { webhookSecret, revisionId } = DEMO_TENANT

const decide = (id: string, status: string, note?: string) =>
  control(trial.sandbox, 'POST', `/inquiries/${id}/decide`, { status, note })
const read = async (id: string) => (await trial.merchant.status(id)).body
const pictureUrl = async (id: string) =>
  (await trial.merchant.documents(id)).text.match(/http[^"]+/)?.[0] ?? ''
const historyOf = (id: string) =>
  trial.sandbox.store.inquiries.require(id).history.map(({ status }) => status)
const novelties = (text: string) => text.split('xNovelty').length - 1

/** Approves an inquiry, and returns the first event's headers and bytes. */
async function approvedEvent() {
  await trial.complete('APPROVED')
  const [event] = trial.receiver.received
  if (!event) throw new Error('nothing arrived')
  return { ...event, signature: event.headers['x-service-signature'] }
}

/** What a merchant sees of a gap. */
const OBSERVE: Record<string, () => Promise<unknown>> = {
  async N1() {
    const opened = await trial.merchant.open()
    const status = await trial.merchant.status(String(opened.body.inquiryId))
    return [opened.status, status.status]
  },
  async N2() {
    const headers = { 'idempotency-key': 'k' }
    await trial.merchant.open({}, headers)
    const { status } = await trial.merchant.open({}, headers)
    return [status, trial.sandbox.store.inquiries.values().length]
  },
  async N3() {
    const refused = await trial.merchant.documents(await trial.merchant.openedId())
    const hasCode = refused.text.includes('INQUIRY_NOT_APPROVED')
    return [refused.headers.get('content-type'), Object.keys(refused.body).join(), hasCode]
  },
  async N4() {
    const { revisions } = trial.sandbox.store
    revisions.put({ ...revisions.require(revisionId), enabled: false })
    return (await trial.merchant.open({ templateRevisionId: revisionId })).status
  },
  async N5() {
    const ids = [await trial.complete('APPROVED'), await trial.complete('DECLINED')]
    const [approved = ''] = ids
    const first = await trial.statusOf(approved)
    await trial.advance(30)
    return [first, ...ids.map((id) => historyOf(id).slice(1).join())]
  },
  async N6() {
    const id = await trial.complete('APPROVED')
    const seen = [await trial.statusOf(id), (await trial.merchant.documents(id)).status]
    await trial.advance(4)
    seen.push(String(await trial.statusOf(id)))
    await trial.advance(1)
    return [...seen, await trial.statusOf(id)]
  },
  async N7() {
    const id = await trial.merchant.openedId()
    await trial.advance(7 * DAY_S)
    return trial.statusOf(id)
  },
  async N8() {
    trial.receiver.answerWith(500)
    await trial.complete('APPROVED')
    await trial.advance(DAY_S)
    return trial.receiver.received.length
  },
  async N9() {
    trial.receiver.answerWith(204)
    await trial.complete('APPROVED')
    return trial.sandbox.store.deliveries.values()[0]?.state
  },
  async N10() {
    await trial.complete('DECLINED')
    const arrived = [trial.receiver.received.length]
    for (const seconds of [6, 3 * DAY_S - 7, 1]) {
      await trial.advance(seconds)
      arrived.push(trial.receiver.received.length)
    }
    return arrived
  },
  async N11() {
    trial.receiver.answerWith(500)
    await trial.complete('APPROVED')
    await trial.advance(5)
    const ids = trial.receiver.received.map(({ headers }) => headers['x-service-delivery-id'])
    return [ids.length, new Set(ids).size]
  },
  async N12() {
    await trial.complete('NEEDS_REVIEW')
    return Object.keys(trial.events()[0].data).join()
  },
  async N13() {
    await trial.complete('APPROVED')
    const { revisions } = trial.sandbox.store
    const { definition, ...revision } = revisions.require(revisionId)
    const subscribe = ['inquiry.future']
    revisions.put({ ...revision, definition: { ...definition, webhooks: { subscribe } } })
    await trial.complete('APPROVED')
    return trial.receiver.kinds()
  },
  async N14() {
    const { identity } = await read(await trial.complete('APPROVED'))
    return JSON.parse(JSON.stringify(identity ?? null), (key, value) =>
      typeof value === 'string' && key !== 'documentType' ? '…' : value,
    )
  },
  async N15() {
    const { bytes, signature } = await approvedEvent()
    const bare = webhookSecret.slice('whsec_'.length)
    const keys = { whole: webhookSecret, bare, decoded: Buffer.from(bare, 'base64') }
    return Object.entries(keys).flatMap(([name, key]) =>
      signature === `sha256=${createHmac('sha256', key).update(bytes).digest('hex')}` ? name : [],
    )
  },
  async N16() {
    const path = `/endpoints/${DEMO_TENANT.endpointId}/rotate`
    const { body } = await control(trial.sandbox, 'POST', path, {})
    trial.receiver.answerWith(500)
    await trial.complete('APPROVED')
    await trial.advance(23 * HOUR_S)
    trial.receiver.answerWith(200)
    await trial.advance(HOUR_S)
    await trial.complete('APPROVED')
    return trial.receiver.received
      .map(({ bytes, headers }) =>
        [webhookSecret, String(body.secret)].findIndex(
          (secret) => headers['x-service-signature'] === expectedSignature(bytes, secret),
        ),
      )
      .map((index) => ['old', 'new'][index])
      .join()
  },
  async N17() {
    const { tenants } = trial.sandbox.store
    tenants.put({ ...tenants.require(DEMO_TENANT.id), rateLimitPerMinute: 1 })
    await trial.merchant.open()
    const { status, headers } = await trial.merchant.open()
    return [status, headers.get('retry-after')?.replace(/.* GMT$/, 'a date')]
  },
  async N18() {
    const url = await pictureUrl(await trial.complete('APPROVED'))
    await trial.advance(300)
    return (await trial.sandbox.app.request(url)).status
  },
  /** What the flow tells its page, which refuses to open in a frame or a popup then. */
  async N19() {
    const headers = { authorization: `Bearer ${await trial.merchant.openedId()}` }
    const state = await trial.sandbox.app.request('/flow/api/inquiry', { headers })
    return (await state.json()).redirectOnly
  },
  async N20() {
    return new URL(await pictureUrl(await trial.complete('APPROVED'))).origin
  },
  async N21() {
    const { referenceId, note } = await read(await trial.complete('APPROVED'))
    return [referenceId, note, trial.events()[0].data.referenceId]
  },
  async N22() {
    const opened = await trial.merchant.open({ inquiryTemplateId: crypto.randomUUID() })
    return [opened.status, opened.body.code]
  },
  async N23() {
    return (await trial.merchant.status('not-a-uuid')).status
  },
  async N24() {
    const id = await trial.merchant.openedId()
    const headers = { 'x-correlation-id': 'trace-1' }
    const given = await trial.merchant.get(`${INQUIRIES}/${id}`, headers)
    const without = await trial.merchant.status(id)
    return [given.status, given.headers.get('x-correlation-id'), without.status]
  },
  async N25() {
    const expiresAt = '2099-01-01T00:00:00Z'
    const inquiry = await read(await trial.merchant.openedId({ expiresAt }))
    const [from, to] = [inquiry.openedAt, inquiry.expiresAt].map((at) => Date.parse(String(at)))
    return ((to ?? 0) - (from ?? 0)) / 1000 / HOUR_S
  },
  async N26() {
    const id = await trial.complete('NEEDS_REVIEW')
    const counts = [[(await read(id)).reviewReasons].flat().length]
    await decide(id, 'APPROVED')
    return [...counts, [(await read(id)).reviewReasons].flat().length]
  },
  async N27() {
    const id = await trial.complete('APPROVED')
    const [status, documents] = [
      await trial.merchant.status(id),
      await trial.merchant.documents(id),
    ]
    return [novelties(status.text), novelties(documents.text)]
  },
  async N28() {
    const fields = [{ referenceId: 'Größe-王' }, { note: 'Ein schöner Gruß.' }, { note: 'a#b' }]
    const opened = await Promise.all(fields.map((each) => trial.merchant.open(each)))
    return opened.map(({ status }) => status)
  },
  async N29() {
    const id = await trial.complete('APPROVED')
    await trial.advance(3 * DAY_S)
    return [await trial.statusOf(id), trial.receiver.received.length]
  },
  /** How many seconds after it was made each event of a review and its approval was signed. */
  async N30() {
    const id = await trial.complete('NEEDS_REVIEW')
    await trial.advance(1)
    await decide(id, 'APPROVED')
    await trial.sandbox.deliveries.idle()
    const made = trial.sandbox.store.inquiries.require(id).history.slice(-2)
    return made.map(({ at }, index) => {
      return (Date.parse(trial.events()[index].createdAt) - Date.parse(at)) / 1000
    })
  },
  async N32() {
    return (await approvedEvent()).headers.upgrade
  },
}

const personalInfo = { fullName: '…', country: '…', email: '…', phone: '…' }
const document = expect.objectContaining({ documentType: 'PASSPORT', dateOfBirth: '…' })
const json = 'application/json'
const usualData = 'inquiryId,referenceId,status,correlationId,reviewStartedAt'

const SEEN: [gap: string, value: string, seen: unknown][] = [
  ['N1', 'open-201-status-200', [201, 200]],
  ['N1', 'open-200-status-200', [200, 200]],
  ['N1', 'open-202-status-200', [202, 200]],
  ['N1', 'open-207-status-203', [207, 203]],
  ['N2', 'replay', [201, 1]],
  ['N2', 'ignored', [201, 2]],
  ['N2', 'conflict', [409, 1]],
  ['N3', 'code-message', [json, 'code,message,correlationId', true]],
  ['N3', 'nested-error', [json, 'error', true]],
  ['N3', 'errors-list', [json, 'errors', true]],
  ['N3', 'problem-json', ['application/problem+json', 'type,title,status,code', true]],
  ['N3', 'empty', [null, '', false]],
  ['N3', 'html', ['text/html; charset=utf-8', '', true]],
  ['N4', '422', 422],
  ['N4', '400', 400],
  ['N4', '404', 404],
  ['N4', '409', 409],
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
  ['N7', 'pending', 'PENDING'],
  ['N7', 'failed', 'FAILED'],
  ['N7', 'declined', 'DECLINED'],
  ['N7', 'unknown-status', 'EXPIRED'],
  ['N8', 'five-retries', 6],
  ['N8', 'none', 1],
  ['N8', 'burst-of-100', 101],
  ['N9', 'any-2xx', 'DELIVERED'],
  ['N9', 'only-200', 'DUE'],
  ['N10', 'as-created', [2, 2, 2, 2]],
  ['N10', 'reversed', [0, 2, 2, 2]],
  ['N10', 'days-late', [0, 0, 0, 2]],
  ['N11', 'new-each-attempt', [2, 2]],
  ['N11', 'same-each-attempt', [2, 1]],
  ['N12', 'usual', usualData],
  ['N12', 'only-inquiry-id', 'inquiryId'],
  ['N12', 'extra-fields', `${usualData},riskScore,queue`],
  // The second inquiry's template subscribes to nothing else (W8).
  ['N13', 'not-sent', ['inquiry.approved']],
  ['N13', 'inquiry.future', ['inquiry.approved', 'inquiry.future']],
  ['N14', 'all', { personalInfo, document }],
  ['N14', 'some', { personalInfo: { fullName: '…' }, document: { documentType: 'PASSPORT' } }],
  ['N14', 'none', null],
  [
    'N14',
    'unknown-document-type',
    { personalInfo, document: expect.objectContaining({ documentType: 'RESIDENCE_PERMIT' }) },
  ],
  ['N15', 'utf8-with-prefix', ['whole']],
  ['N15', 'utf8-without-prefix', ['bare']],
  ['N15', 'base64-decoded', ['decoded']],
  ['N16', 'stops-at-once', 'new,new,new,new,new,new,new'],
  ['N16', 'both-sign', 'old,new,old,new,old,new,new'],
  ['N17', 'seconds', [429, '60']],
  ['N17', 'http-date', [429, 'a date']],
  ['N17', 'missing', [429, undefined]],
  ['N17', 'a-year', [429, '31536000']],
  ['N18', '403', 403],
  ['N18', '404', 404],
  ['N18', '410', 410],
  ['N19', 'modal-redirect-popup', false],
  ['N19', 'redirect-only', true],
  ['N20', 'own-host', 'http://localhost:4000'],
  ['N20', 'other-host', 'http://127.0.0.1:4000'],
  ['N21', 'null', [null, null, null]],
  ['N21', 'empty-string', ['', '', '']],
  ['N21', 'omitted', [undefined, undefined, undefined]],
  ['N22', '422', [422, 'TEMPLATE_NOT_FOUND']],
  ['N22', '400', [400, 'TEMPLATE_NOT_FOUND']],
  ['N22', '404', [404, 'TEMPLATE_NOT_FOUND']],
  ['N23', '404', 404],
  ['N23', '400', 400],
  ['N24', 'echoed', [200, 'trace-1', 200]],
  ['N24', 'not-echoed', [200, null, 200]],
  ['N24', 'rejected', [400, 'trace-1', 200]],
  ['N25', 'seven-days', 7 * 24],
  ['N25', 'one-hour', 1],
  ['N25', 'thirty-days', 30 * 24],
  ['N26', 'one-or-more', [1, 1]],
  ['N26', 'none', [0, 0]],
  ['N26', 'many', [12, 12]],
  ['N26', 'only-in-review', [1, 0]],
  ['N27', 'none', [0, 0]],
  ['N27', 'extra-fields', [5, 3]],
  ['N28', 'ascii', [400, 400, 400]],
  ['N28', 'unicode', [201, 201, 400]],
  ['N29', 'never', ['APPROVED', 1]],
  ['N29', 'silent-failure', ['FAILED', 1]],
  ['N29', 'silent-decline', ['DECLINED', 1]],
  ['N30', 'one-clock', [0, 0]],
  ['N30', 'differ', [0, -2]],
  ['N30', 'differ:1.5', [0, -1.5]],
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
  await trial.set(gap, value)
  expect(await OBSERVE[gap === 'N31' ? 'N20' : gap]?.()).toEqual(seen)
})

test('every value of every gap is among them', () => {
  const shown = SEEN.flatMap(([gap, value]) => (value.includes(':') ? [] : `${gap} ${value}`))
  const all = Object.entries(GAPS).flatMap(([gap, { values }]) =>
    values.map((value) => `${gap} ${value}`),
  )
  expect(shown).toEqual(all)
})

test('N10 reversed: the later event arrives first', async () => {
  await trial.set('N10', 'reversed')
  await trial.complete('DECLINED')
  await trial.advance(6)
  expect(trial.receiver.kinds()).toEqual(['inquiry.declined', 'inquiry.review_in_progress'])
})

test('N23 404: an id that is not a UUID gets the same response as an unknown one', async () => {
  const given = { 'x-correlation-id': 'same' }
  const odd = await trial.merchant.get(`${INQUIRIES}/not-a-uuid`, given)
  const unknown = await trial.merchant.get(`${INQUIRIES}/${crypto.randomUUID()}`, given)
  expect(odd.text).toBe(unknown.text)
})

describe('N6 after-event', () => {
  test('while a second decision lags, the status shows the first one’s note and time', async () => {
    await trial.set('N6', 'after-event')
    const id = await trial.complete('NEEDS_REVIEW')
    await trial.advance(10)
    const seen = async () => {
      const { status, portalDecisionNote, portalDecidedAt } = await read(id)
      return { status, portalDecisionNote, portalDecidedAt }
    }
    await decide(id, 'APPROVED', 'First.')
    expect(await seen()).toMatchObject({ status: 'NEEDS_REVIEW', portalDecisionNote: null })
    await trial.advance(10)
    await decide(id, 'APPROVED', 'First, confirmed.')
    const first = await seen()
    expect(first).toMatchObject({ status: 'APPROVED', portalDecisionNote: 'First, confirmed.' })
    await trial.advance(10)
    await decide(id, 'DECLINED', 'Second.')
    expect(await seen()).toEqual(first)
    await trial.advance(10)
    expect(await seen()).toMatchObject({ status: 'DECLINED', portalDecisionNote: 'Second.' })
  })

  test('with seconds, the status lags for as long', async () => {
    await trial.set('N6', 'after-event:45')
    const id = await trial.complete('APPROVED')
    await trial.advance(44)
    expect(await trial.statusOf(id)).toBe('COMPLETED')
    await trial.advance(1)
    expect(await trial.statusOf(id)).toBe('APPROVED')
  })

  test('the review reasons stay hidden until the status shows the decision', async () => {
    await trial.set('N6', 'after-event')
    const id = await trial.complete('NEEDS_REVIEW')
    expect(await read(id)).toMatchObject({ status: 'COMPLETED', reviewReasons: [] })
    await trial.advance(5)
    expect((await read(id)).reviewReasons).toHaveLength(1)
  })
})

describe('the control API', () => {
  test('lists every gap with its default, its values and the current one', async () => {
    await trial.set('N18', '410')
    const gaps = await (await trial.sandbox.app.request('/sandbox/settings')).json()
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
  ])('refuses %s = %s', async (gap, value) => {
    const settings = { [gap]: value }
    const { status } = await control(trial.sandbox, 'PATCH', '/settings', { settings })
    expect(status).toBe(400)
  })
})
