// What each outcome of an open writes to its row. round-trip.test.ts covers recovery.

import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { SITE } from '../../site'
import { db } from '../db'
import { log } from '../log'
import { metrics } from '../metrics'
import type { Prisma } from '../prisma-client/client'
import { filledForm } from '../testing/filled-form'
import {
  eventOf,
  insertOpenInquiry,
  newApplicant,
  startTestApp,
  type TestApp,
} from '../testing/test-app'
import { makeDue } from '../testing/test-inquiry'
import { bindInquiry } from './bind-inquiry'
import { LEASE_MS, openInquiry } from './open-inquiry'
import { reconcileOne } from './reconcile'
import { recordEvent } from './record-event'

const HOUR_MS = 3_600_000
const LONG_AGO = new Date(Date.now() - 30 * 24 * HOUR_MS)
const FORM = filledForm()

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await db().serviceGate.deleteMany()
})
afterAll(() => app.stop())

const opensAs = (inquiryId: string) => () => ({ status: 201, body: { inquiryId } })
const refuses = (status: number, body: object = {}) => app.service.answer(() => ({ status, body }))
const rowOf = (applicant: { hash: string }) =>
  db().inquiry.findFirstOrThrow({ where: { applicantHash: applicant.hash } })
const reload = (id: string) => db().inquiry.findUniqueOrThrow({ where: { id } })

/** A row whose first request was lost, and which is due again. */
async function lostOpen(columns: Prisma.InquiryUpdateInput = {}) {
  const { id } = await insertOpenInquiry({ inquiryId: null })
  return db().inquiry.update({
    where: { id },
    data: { nextReadAt: new Date(0), openAttempts: 1, ...columns },
  })
}

const countOf = async (result: string) => {
  const metric = await metrics().registry.getSingleMetric('inquiry_opens_total')?.get()
  return metric?.values.find(({ labels }) => labels.result === result)?.value ?? 0
}

test('while the request is in flight, the lease on its row outlasts the longest request', async () => {
  const applicant = newApplicant()
  const startedAt = Date.now()
  let heldUntil = 0
  app.service.answer(async () => {
    heldUntil = (await rowOf(applicant)).nextReadAt?.getTime() ?? 0
    return opensAs(randomUUID())()
  })
  await openInquiry(applicant, FORM)
  expect(heldUntil).toBeGreaterThanOrEqual(startedAt + LEASE_MS)
})

test('a form sent five times concurrently takes one call from the budget', async () => {
  // The bucket gains seven calls a second, so losing four would show.
  vi.stubEnv('VERIFICATION_CALLS_PER_MINUTE', '400')
  await db().serviceGate.create({ data: { id: 1, tokens: 9 } })
  const applicant = newApplicant()
  app.service.answer(opensAs(randomUUID()))
  await Promise.all(Array.from({ length: 5 }, () => openInquiry(applicant, FORM)))
  const gate = await db().serviceGate.findFirst()
  expect(gate?.tokens).toBeGreaterThanOrEqual(8)
})

test('an opened inquiry is counted, and logged by our own ids', async () => {
  const info = vi.spyOn(log, 'info')
  const before = await countOf('opened')
  const applicant = newApplicant()
  app.service.answer(opensAs(randomUUID()))
  await openInquiry(applicant, FORM)
  const { id, correlationId } = await rowOf(applicant)
  expect(info.mock.calls).toEqual([['inquiry_opened', { inquiry: id, correlationId }]])
  expect(await countOf('opened')).toBe(before + 1)
})

test('a note is sent if there is one, and left out otherwise (O5)', async () => {
  app.service.answer(opensAs(randomUUID()))
  const [silent, talkative] = [newApplicant(), newApplicant()]
  await openInquiry(silent, FORM)
  expect(JSON.parse((await rowOf(silent)).openBody)).not.toHaveProperty('note')
  expect(await rowOf(silent)).toMatchObject({ note: null })
  app.service.answer(opensAs(randomUUID()))
  await openInquiry(talkative, { ...FORM, note: 'Please call.' })
  expect(JSON.parse((await rowOf(talkative)).openBody)).toMatchObject({ note: 'Please call.' })
  expect(await rowOf(talkative)).toMatchObject({
    note: 'Please call.',
  })
})

test('an applicant with an active attempt cannot start another, and the service is not called', async () => {
  const row = await insertOpenInquiry()
  app.service.answer(opensAs(randomUUID()))
  await openInquiry({ hash: row.applicantHash }, FORM)
  expect(app.service.requests).toEqual([])
  expect(await db().inquiry.count({ where: { applicantHash: row.applicantHash } })).toBe(1)
})

test('a row that the database refuses throws, and the service is not called', async () => {
  app.service.answer(opensAs(randomUUID()))
  const tooLong = { ...FORM, note: 'x'.repeat(500), product: 'x'.repeat(41) as typeof FORM.product }
  await expect(openInquiry(newApplicant(), tooLong)).rejects.toThrow()
  expect(app.service.requests).toEqual([])
})

test('a newly bound inquiry is first read a second later, and not urgently, because nobody is waiting', async () => {
  const row = await lostOpen({ readAttempts: 4 })
  const before = Date.now()
  await bindInquiry(row.id, randomUUID())
  const after = await reload(row.id)
  expect(after).toMatchObject({
    openState: 'OPEN',
    openError: null,
    urgent: false,
    readAttempts: 0,
  })
  expect(after.nextReadAt?.getTime()).toBeGreaterThanOrEqual(before + 1_000)
  expect(after.nextReadAt?.getTime()).toBeLessThanOrEqual(Date.now() + 1_000)
})

test.each([
  ['expired and is unknown to the service', { status: 'PENDING', expiresAt: LONG_AGO }],
  ['expired with an unknown status', { status: 'EXPIRED', expiresAt: LONG_AGO }],
])('an applicant can try again even if the old attempt %s', async (_what, columns) => {
  const old = await insertOpenInquiry({ ...columns, readError: 'NotFoundError' })
  const applicant = { hash: old.applicantHash }
  app.service.answer(opensAs(randomUUID()))
  await openInquiry(applicant, FORM)
  expect(await reload(old.id)).toMatchObject({
    activeApplicantHash: null,
    nextReadAt: old.nextReadAt,
  })
  expect(
    await db().inquiry.findUnique({ where: { activeApplicantHash: applicant.hash } }),
  ).toMatchObject({
    openState: 'OPEN',
  })
})

test('a request is never resent once the service may have forgotten its key (N2)', async () => {
  const warn = vi.spyOn(log, 'warn')
  const before = await countOf('IDEMPOTENCY_KEY_EXPIRED')
  const row = await lostOpen({ createdAt: new Date(Date.now() - 23 * HOUR_MS - 1) })
  app.service.answer(opensAs(randomUUID()))
  await reconcileOne(row.id)
  expect(app.service.requests).toEqual([])
  expect(await reload(row.id)).toMatchObject({
    openState: 'OPEN_FAILED',
    openError: 'IDEMPOTENCY_KEY_EXPIRED',
    activeApplicantHash: null,
  })
  expect(await countOf('IDEMPOTENCY_KEY_EXPIRED')).toBe(before + 1)
  expect(warn).toHaveBeenCalledWith(
    'open_failed',
    expect.objectContaining({ inquiry: row.id, error: 'IDEMPOTENCY_KEY_EXPIRED' }),
  )
})

test('a request that was never sent is sent, however long the service was paused', async () => {
  const applicant = newApplicant()
  const now = new Date()
  const pausedUntil = new Date(now.getTime() + 60_000)
  await db().serviceGate.create({ data: { id: 1, pausedUntil } })
  await openInquiry(applicant, FORM)
  await db().serviceGate.deleteMany()
  const { id } = await rowOf(applicant)
  const longAgo = new Date(Date.now() - 25 * HOUR_MS)
  await db().inquiry.update({ where: { id }, data: { createdAt: longAgo, nextReadAt: longAgo } })
  app.service.answer(opensAs(randomUUID()))
  await reconcileOne(id)
  expect(await reload(id)).toMatchObject({ openState: 'OPEN', openAttempts: 1 })
})

test('after an outage, an open is retried within five minutes', async () => {
  const row = await lostOpen({ openAttempts: 20 })
  refuses(503)
  await reconcileOne(row.id)
  const { nextReadAt } = await reload(row.id)
  expect(nextReadAt?.getTime()).toBeLessThanOrEqual(Date.now() + 5 * 60_000)
})

test('a refusal is final, counted, logged by ids, and affects only its own row', async () => {
  const [row, other] = [await lostOpen(), await lostOpen()]
  const warn = vi.spyOn(log, 'warn')
  const before = await countOf('RejectedError')
  refuses(400, { code: 'TEMPLATE_NOT_PUBLISHED' })
  await reconcileOne(row.id)
  expect(await reload(row.id)).toMatchObject({
    openState: 'OPEN_FAILED',
    openError: 'TEMPLATE_NOT_PUBLISHED',
    activeApplicantHash: null,
    nextReadAt: null,
  })
  expect(await reload(other.id)).toEqual(other)
  const { correlationId } = row
  expect(warn.mock.calls).toEqual([
    ['open_failed', { inquiry: row.id, correlationId, error: 'RejectedError', status: 400 }],
  ])
  expect(await countOf('RejectedError')).toBe(before + 1)
})

test('a temporary failure is retried later and affects only its own row', async () => {
  const [row, other] = [await lostOpen(), await lostOpen()]
  refuses(503)
  const startedAt = Date.now()
  await reconcileOne(row.id)
  const after = await reload(row.id)
  expect(after).toMatchObject({ openState: 'OPENING', openError: 'UnavailableError' })
  expect(after.nextReadAt?.getTime()).toBeGreaterThan(startedAt)
  expect(await reload(other.id)).toEqual(other)
})

test('a refused API key does not fail an application (A4)', async () => {
  const row = await lostOpen()
  refuses(401)
  await reconcileOne(row.id)
  expect(await reload(row.id)).toMatchObject({
    openState: 'OPENING',
    activeApplicantHash: row.activeApplicantHash,
  })
})

test.each([
  ['is retried after a 503', 503, 22 * HOUR_MS, 'OPENING'],
  [
    'fails for good after a 503 once the service may have forgotten its key',
    503,
    23 * HOUR_MS + 1,
    'OPEN_FAILED',
  ],
  ['is retried after a 409', 409, 4 * 60_000, 'OPENING'],
  ['is retried after its first 409, however old it is', 409, 60 * 60_000, 'OPENING'],
])('a request that was sent before %s (N2)', async (_what, status, ageMs, openState) => {
  const row = await lostOpen({ createdAt: new Date(Date.now() - ageMs) })
  refuses(status)
  await reconcileOne(row.id)
  expect(await reload(row.id)).toMatchObject({ openState })
})

test('a request that was sent before fails for good at its second 409 in a row after five minutes (N2)', async () => {
  const row = await lostOpen({ createdAt: new Date(Date.now() - 5 * 60_000 - 1) })
  refuses(409)
  await reconcileOne(row.id)
  await makeDue(row)
  await reconcileOne(row.id)
  expect(await reload(row.id)).toMatchObject({ openState: 'OPEN_FAILED' })
})

test('an application that waited out a pause survives a lost response and a retry that met it (N2, O7)', async () => {
  const row = await lostOpen({ createdAt: new Date(Date.now() - 10 * 60_000) })
  const inquiryId = randomUUID()
  app.service.answer((_, nth) =>
    nth === 1
      ? { status: 409, body: { code: 'REQUEST_IN_PROGRESS' } }
      : { status: 201, body: { inquiryId } },
  )
  await reconcileOne(row.id)
  await makeDue(row)
  await reconcileOne(row.id)
  expect(await reload(row.id)).toMatchObject({ openState: 'OPEN', inquiryId })
})

test.each([400, 503])(
  'an event that binds the row during its request wins over a %i response',
  async (status) => {
    const row = await lostOpen()
    const named = { inquiryId: randomUUID(), referenceId: row.referenceId }
    app.service.answer(async () => {
      await recordEvent(eventOf(named, 'NEEDS_REVIEW', new Date()), null)
      return { status }
    })
    await reconcileOne(row.id)
    expect(await reload(row.id)).toMatchObject({
      openState: 'OPEN',
      openError: null,
      inquiryId: named.inquiryId,
      reportedStatus: 'NEEDS_REVIEW',
    })
  },
)

test('binding again changes nothing, and another id becomes an orphan of this row only (N2)', async () => {
  const warn = vi.spyOn(log, 'warn')
  const [row, other] = [await insertOpenInquiry(), await insertOpenInquiry()]
  await bindInquiry(row.id, row.inquiryId ?? '')
  expect(await reload(row.id)).toMatchObject({ orphanId: null, nextReadAt: null })
  expect(warn).not.toHaveBeenCalled()
  const second = randomUUID()
  await bindInquiry(row.id, second)
  expect(await reload(row.id)).toMatchObject({ inquiryId: row.inquiryId, orphanId: second })
  expect(await reload(other.id)).toEqual(other)
  expect(warn.mock.calls).toEqual([['inquiry_orphaned', { inquiry: row.id }]])
})

test('an inquiry returned for two requests belongs to the first, and the second fails', async () => {
  const first = await insertOpenInquiry()
  const [second, other] = [await lostOpen(), await lostOpen()]
  await bindInquiry(second.id, first.inquiryId ?? '')
  expect(await reload(second.id)).toMatchObject({
    inquiryId: null,
    openState: 'OPEN_FAILED',
    openError: 'INQUIRY_TAKEN',
    activeApplicantHash: null,
    nextReadAt: null,
  })
  expect(await reload(first.id)).toEqual(first)
  expect(await reload(other.id)).toEqual(other)
})

test('any other database error throws, and the row stays as it was', async () => {
  const row = await lostOpen()
  await expect(bindInquiry(row.id, 'no UUID')).rejects.toThrow()
  expect(await reload(row.id)).toEqual(row)
})

test('a reference is short, and one that exists already is replaced', async () => {
  const [first, second] = [newApplicant(), newApplicant()]
  app.service.answer(() => ({ status: 201, body: { inquiryId: randomUUID() } }))
  const zeros = <T extends ArrayBufferView | null>(bytes: T) => bytes
  const random = vi.spyOn(crypto, 'getRandomValues').mockImplementationOnce(zeros)
  await openInquiry(first, FORM)
  random.mockImplementationOnce(zeros)
  await openInquiry(second, FORM)
  expect((await rowOf(first)).referenceId).toBe(`${SITE.referencePrefix}-0000000000`)
  expect((await rowOf(second)).referenceId).toMatch(/^[A-Z]+-[0-9A-HJKMNP-TV-Z]{10}$/)
})
