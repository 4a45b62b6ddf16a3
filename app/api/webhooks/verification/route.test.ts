// An unauthenticated sender should cost the receiver as little as possible.
import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { db } from '@/lib/database/db'
import { log } from '@/lib/runtime/log'
import { counted, insertOpenInquiry, WEBHOOK_SECRET, withTestApp } from '@/lib/testing/test-app'
import { sign } from '@/lib/verification/signature'
import { eventText } from '@/lib/verification/wire'
import { POST } from './route'

// Outside of Next, `after` has no response to wait for.
vi.mock('next/server', () => ({ after: () => {} }))

withTestApp()
afterEach(() => void vi.useRealTimers())

const WELL_FORMED = `sha256=${'0'.repeat(64)}`

/** A body that stalls after the first byte. */
function stalledBody() {
  const state = { wasRead: false, wasCancelled: false }
  const stream = new ReadableStream(
    {
      pull: (controller) => {
        if (!state.wasRead) controller.enqueue(Buffer.from('{'))
        state.wasRead = true
      },
      cancel: () => {
        state.wasCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { state, stream }
}

const post = (body: BodyInit, signature: string | null) =>
  POST(
    new Request('http://localhost/', {
      method: 'POST',
      body,
      headers: { ...(signature && { 'x-service-signature': signature }) },
      duplex: 'half',
    } as RequestInit),
  )

/** Posts a body with a Content-Length, as an HTTP client does. */
const postSmall = () =>
  POST(
    new Request('http://localhost/', {
      method: 'POST',
      body: '{}',
      headers: { 'x-service-signature': WELL_FORMED, 'content-length': '2' },
    }),
  )

const postSigned = (body: string) =>
  POST(
    new Request('http://localhost/', {
      method: 'POST',
      body,
      headers: sign(body, { secret: WEBHOOK_SECRET, form: 'utf8' }),
    }),
  )

test.each([
  ['a missing signature', null, 'no_header'],
  ['a malformed signature', 'sha256=abc', 'malformed_header'],
])('%s is rejected before the body is read', async (_, signature, reason) => {
  const { state, stream } = stalledBody()
  const response = await post(stream, signature)
  expect(response.status).toBe(401)
  expect(await response.json()).toEqual({ error: 'signature', reason })
  expect(state.wasRead).toBe(false)
})

test('a stalled body times out after ten seconds, and its connection is closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { state, stream } = stalledBody()
  const responding = post(stream, WELL_FORMED)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(state.wasCancelled).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  const response = await responding
  expect(response.status).toBe(408)
  expect(response.headers.get('connection')).toBe('close')
  expect(state.wasCancelled).toBe(true)
})

test('a delivery of unknown length is answered even while stalled bodies hold all slots', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const bodies = Array.from({ length: 64 }, stalledBody)
  const stalled = bodies.map(({ stream }) => post(stream, WELL_FORMED))
  const delivered = await post(new Blob(['{}']).stream(), WELL_FORMED)
  expect(await (await stalled[0])?.json()).toMatchObject({ error: 'too_many' })
  expect(await delivered.json()).toMatchObject({ reason: 'wrong_secret_or_altered_body' })
  expect((await stalled[0])?.status).toBe(503)
  expect(bodies.map(({ state }) => state.wasCancelled)).toEqual([true, ...Array(63).fill(false)])
  expect((await postSmall()).status).toBe(401)

  await vi.advanceTimersByTimeAsync(10_000)
  const statuses = (await Promise.all(stalled)).map(({ status }) => status)
  expect(statuses).toEqual([503, ...Array(63).fill(408)])
})

test('a body over 1 MiB is rejected, and its connection is closed', async () => {
  const response = await post(Buffer.alloc(1024 * 1024 + 1), WELL_FORMED)
  expect(response.status).toBe(413)
  expect(response.headers.get('connection')).toBe('close')
})

test('a wrong signature is rejected without parsing the body', async () => {
  const parse = vi.spyOn(JSON, 'parse')
  const nested = '['.repeat(500_000) + ']'.repeat(500_000)
  const response = await post(nested, WELL_FORMED)
  expect(parse).not.toHaveBeenCalled()
  parse.mockRestore()
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ reason: 'wrong_secret_or_altered_body' })
})

test('a signed body that isn’t an event is refused with 400, and nothing is stored', async () => {
  const body = JSON.stringify({ id: randomUUID(), type: 'inquiry.approved' })
  const before = await db().webhookEvent.count()
  const response = await postSigned(body)
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ error: 'unreadable_event' })
  expect(await db().webhookEvent.count()).toBe(before)
  const where = { reason: 'unreadable_event' }
  await vi.waitFor(async () => expect(await db().rejectedDelivery.count({ where })).toBe(1), 20_000)
})

test('an event that can’t be stored is refused with 503, so that it is delivered again', async () => {
  const body = eventText('APPROVED', { inquiryId: randomUUID() })
  await db().$executeRaw`ALTER TABLE "WebhookEvent" RENAME TO "away"`
  const response = await postSigned(body)
  await db().$executeRaw`ALTER TABLE "away" RENAME TO "WebhookEvent"`
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).not.toBeNull()
  expect(await counted('webhook_deliveries_total', { outcome: 'not_stored' })).toBe(1)
})

test('a signed event is stored, counted, logged by ids only and then acknowledged, and a copy is a duplicate', async () => {
  const info = vi.spyOn(log, 'info')
  const { serviceInquiryId: inquiryId, referenceId } = await insertOpenInquiry()
  const id = randomUUID()
  const body = eventText('APPROVED', { inquiryId, referenceId }, { id })
  const outcomes: unknown[] = []
  for (let n = 0; n < 2; n++) {
    const response = await postSigned(body)
    outcomes.push([response.status, await response.json()])
  }
  expect(outcomes).toEqual([
    [200, { outcome: 'recorded' }],
    [200, { outcome: 'duplicate' }],
  ])
  expect(await db().webhookEvent.count({ where: { id } })).toBe(1)
  expect(info.mock.calls[0]).toEqual([
    'event_recorded',
    { eventId: id, deliveryId: null, kind: 'inquiry.approved', outcome: 'recorded' },
  ])
  expect(await counted('webhook_deliveries_total', { outcome: 'recorded' })).toBe(1)
})

test('an event of an unknown kind is counted, because it changes no status (N13)', async () => {
  const known = JSON.parse(eventText('APPROVED', { inquiryId: randomUUID() }))
  await postSigned(JSON.stringify({ ...known, id: randomUUID(), type: 'inquiry.future' }))
  expect(await counted('unknown_events_total', {})).toBe(1)
})
