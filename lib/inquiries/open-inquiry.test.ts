// The app commits its intent before the call, stores each outcome in the row, and recovers a lost answer (O7, N2).
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { PRODUCTS, SITE } from '../../site'
import { simplestForm } from '../application-form'
import { db } from '../database/db'
import type { Prisma } from '../prisma-client/client'
import { env } from '../runtime/env'
import { log } from '../runtime/log'
import {
  counted,
  deliverEvent,
  insertOpenInquiry,
  makeDue,
  newApplicant,
  reload,
  takeInAll,
  withTestApp,
} from '../testing/test-app'
import { SENT_AGAIN_MS } from '../verification/times'
import { openedBody } from '../verification/wire'
import { getApplicantInquiry } from './applicant-inquiry'
import { openInquiry, sendOpen } from './open-inquiry'
import { claimNext } from './queue'
import { LEASE_MS } from './rules'
import { verificationService } from './verification-service'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const FORM = simplestForm()

const app = withTestApp()
beforeEach(() => db().inquiry.updateMany({ data: { dueAt: null } }))
const opensAs = (serviceInquiryId: string = randomUUID()) =>
  app.service.answer(() => ({ status: 201, body: openedBody(serviceInquiryId) }))
const refuses = (status: number, body: object = {}) => app.service.answer(() => ({ status, body }))
const rowOf = (applicant: { hash: string }) =>
  db().inquiry.findFirstOrThrow({
    where: { applicantHash: applicant.hash },
    orderBy: { id: 'desc' },
  })
const agedMs = (ms: number) => ({ createdAt: new Date(Date.now() - ms) })

/** Inserts a row whose first request was lost. */
const insertLost = (columns = {}) =>
  insertOpenInquiry({ serviceInquiryId: null, tries: 1, ...columns })
/** The reconciler sends the request again. */
async function sendAgain({ id }: { id: string }): Promise<void> {
  await makeDue({ id })
  const claim = await claimNext({ mayClaimScheduled: true })
  if (claim?.id !== id) throw new Error('Another inquiry is due')
  await sendOpen(claim, verificationService())
}
const countOf = async (result: string) =>
  (await counted('service_call_duration_seconds', { operation: 'open', result })) ?? 0

test('the intent is committed before the service is called, with a lease longer than the call', async () => {
  const applicant = newApplicant()
  const startedAt = Date.now()
  let seen: Awaited<ReturnType<typeof rowOf>> | undefined
  app.service.answer(async () => {
    seen = await rowOf(applicant)
    return { status: 201, body: openedBody(randomUUID()) }
  })
  await openInquiry(applicant, FORM)
  expect(seen).toMatchObject({ openState: 'OPENING', serviceInquiryId: null, tries: 1 })
  expect(seen?.dueAt?.getTime()).toBeGreaterThanOrEqual(startedAt + LEASE_MS)
  expect(app.service.requests).toMatchObject([
    { body: seen?.openBody, headers: { 'idempotency-key': seen?.openKey } },
  ])
})

test('an opened inquiry is read a second later, counted, and logged by our own ids', async () => {
  const info = vi.spyOn(log, 'info')
  const before = await countOf('ok')
  const applicant = newApplicant()
  opensAs()
  const startedAt = Date.now()
  await openInquiry(applicant, FORM)
  const { id, correlationId, dueAt, ...row } = await rowOf(applicant)
  expect(row).toMatchObject({ openState: 'OPEN', urgent: false, tries: 0 })
  expect(dueAt?.getTime()).toBeGreaterThanOrEqual(startedAt + 1_000)
  expect(dueAt?.getTime()).toBeLessThanOrEqual(Date.now() + 1_000)
  expect(info.mock.calls).toEqual([['inquiry_opened', { inquiry: id, correlationId }]])
  expect(await countOf('ok')).toBe(before + 1)
})

test('ten forms at once, from two tabs or servers, end in one inquiry, one request and one call of the budget', async () => {
  // The bucket gains only seven calls a second, so the test would notice nine lost ones.
  Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: 400 })
  await db().serviceGate.create({ data: { id: 1, tokens: 19 } })
  const applicant = newApplicant()
  opensAs()
  await Promise.all(Array.from({ length: 10 }, () => openInquiry(applicant, FORM)))
  await openInquiry(applicant, FORM)
  expect(await db().inquiry.count({ where: { applicantHash: applicant.hash } })).toBe(1)
  expect(app.service.requests).toHaveLength(1)
  const gate = await db().serviceGate.findFirst()
  expect(gate?.tokens).toBeGreaterThanOrEqual(17)
})

test('an open that finds the budget empty goes before scheduled reads, because a customer waits for it', async () => {
  opensAs()
  await db().serviceGate.create({ data: { id: 1, pausedUntil: new Date(Date.now() + 60_000) } })
  await makeDue(await insertOpenInquiry(), { dueAt: new Date(0) })
  const applicant = newApplicant()
  await openInquiry(applicant, FORM)
  expect(app.service.requests).toHaveLength(0)
  const { id } = await rowOf(applicant)
  expect(await claimNext({ mayClaimScheduled: true })).toMatchObject({ id, openState: 'OPENING' })
})

test('the customer’s note is stored as written, and isn’t part of the request', async () => {
  const note = 'Bitte läuten – „zweimal“!\nDanke 😀'
  opensAs()
  const applicant = newApplicant()
  await openInquiry(applicant, { ...FORM, note })
  const row = await rowOf(applicant)
  expect(row).toMatchObject({ note, openState: 'OPEN' })
  const [sent] = app.service.requests
  expect(JSON.stringify(sent)).not.toMatch(/läuten|zweimal|Danke/)
  expect(row.openBody).toBe(sent?.body)
})

test.each(PRODUCTS)('the request’s note is the product: $id (O5, R10)', async ({ id, name }) => {
  opensAs()
  await openInquiry(newApplicant(), { ...FORM, product: id, note: 'Please call.' })
  expect(JSON.parse(app.service.requests[0]?.body ?? '')).toMatchObject({ note: name.en })
})

test('a product whose name the service would refuse as a note is left out of the request (O5)', async () => {
  const [product] = PRODUCTS
  const { en } = product.name
  Object.assign(product.name, { en: 'Café & more' })
  onTestFinished(() => void Object.assign(product.name, { en }))
  opensAs()
  await openInquiry(newApplicant(), { ...FORM, product: product.id })
  expect(JSON.parse(app.service.requests[0]?.body ?? '')).not.toHaveProperty('note')
})

test('a request names the customer’s deadline, in UTC and by the database’s clock (O6, N33)', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 24 * HOUR_MS })
  onTestFinished(() => void vi.useRealTimers())
  opensAs()
  const applicant = newApplicant()
  await openInquiry(applicant, FORM)
  const { createdAt, openBody } = await rowOf(applicant)
  expect(app.service.requests[0]?.body).toBe(openBody)
  const { expiresAt } = JSON.parse(openBody)
  expect(expiresAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const givenMs = Date.parse(expiresAt) - createdAt.getTime()
  expect(givenMs).toBeLessThanOrEqual(SITE.daysToVerify * 24 * HOUR_MS)
  expect(givenMs).toBeGreaterThan(SITE.daysToVerify * 24 * HOUR_MS - MINUTE_MS)
})

test('a request’s deadline is still in the future when the app resends it for the last time', () => {
  expect(SITE.daysToVerify * 24 * HOUR_MS).toBeGreaterThan(SENT_AGAIN_MS + HOUR_MS)
})

test('a row that the database refuses throws, and the service is not called', async () => {
  opensAs()
  const product = 'x'.repeat(41) as typeof FORM.product
  await expect(openInquiry(newApplicant(), { ...FORM, product })).rejects.toThrow()
  expect(app.service.requests).toEqual([])
})

test('a reference is short, and has no letters that people misread', async () => {
  const applicant = newApplicant()
  opensAs()
  await openInquiry(applicant, FORM)
  const { referenceId } = await rowOf(applicant)
  expect(referenceId.startsWith(`${SITE.referencePrefix}-`)).toBe(true)
  expect(referenceId).toMatch(/^[A-Z]+-[0-9A-HJKMNP-TV-Z]{10}$/)
})

test.each<[string, Prisma.InquiryUpdateInput]>([
  ['expired, whether or not the service knows it', { expiresAt: new Date(0) }],
  ['was declined', { status: 'DECLINED' }],
  ['could not be opened', { openState: 'OPEN_FAILED' }],
])('an applicant can try again if the old attempt %s, and only then', async (_, ends) => {
  const later = new Date(Date.now() + HOUR_MS)
  const schedule = { expiresAt: later, dueAt: later, lastError: 'NotFoundError' }
  const old = await insertOpenInquiry({ status: 'PENDING', ...schedule })
  const applicant = { hash: old.applicantHash }
  opensAs()
  await openInquiry(applicant, FORM)
  expect(app.service.requests).toEqual([])
  await db().inquiry.update({ where: { id: old.id }, data: ends })
  await openInquiry(applicant, FORM)
  expect(await reload(old)).toMatchObject({ activeApplicantHash: null })
  const activeApplicantHash = applicant.hash
  expect(await rowOf(applicant)).toMatchObject({ activeApplicantHash, openState: 'OPEN' })
})

test('an open whose answer was lost is sent again, with the same bytes and the same key', async () => {
  const applicant = newApplicant()
  app.service.answer(() => 'reset')
  await openInquiry(applicant, FORM)
  const [first] = app.service.requests
  const lost = await rowOf(applicant)
  expect(lost).toMatchObject({ openState: 'OPENING', lastError: 'UnavailableError' })
  const serviceInquiryId = randomUUID()
  opensAs(serviceInquiryId)
  await sendAgain(lost)
  const key = first?.headers['idempotency-key']
  expect(app.service.requests).toMatchObject([
    { body: first?.body, headers: { 'idempotency-key': key } },
  ])
  expect(await reload(lost)).toMatchObject({ openState: 'OPEN', serviceInquiryId, tries: 0 })
})

test.each([
  ['expires', SENT_AGAIN_MS + 1, 'OPEN_FAILED', 0],
  ['is kept', 22 * HOUR_MS, 'OPEN', 1],
])(
  'a request is sent again only while its key surely %s at the service (N2)',
  async (_, ms, openState, sent) => {
    const warn = vi.spyOn(log, 'warn')
    const row = await insertLost(agedMs(ms))
    opensAs()
    await sendAgain(row)
    expect(app.service.requests).toHaveLength(sent)
    const failed = { lastError: 'IDEMPOTENCY_KEY_EXPIRED', dueAt: null }
    expect(await reload(row)).toMatchObject({ openState, ...(sent === 0 && failed) })
    expect(warn).toHaveBeenCalledTimes(1 - sent)
  },
)

test('a request that was never sent is sent, however long the service was paused', async () => {
  const applicant = newApplicant()
  const pausedUntil = new Date(Date.now() + MINUTE_MS)
  await db().serviceGate.create({ data: { id: 1, pausedUntil } })
  opensAs()
  await openInquiry(applicant, FORM)
  expect(app.service.requests).toEqual([])
  const row = await rowOf(applicant)
  await db().inquiry.update({ where: { id: row.id }, data: agedMs(25 * HOUR_MS) })
  await sendAgain(row)
  expect(await reload(row)).toMatchObject({ openState: 'OPEN', tries: 0 })
})

test('a refusal is final, counted, and logged by ids', async () => {
  const row = await insertLost()
  const warn = vi.spyOn(log, 'warn')
  const before = await countOf('RejectedError')
  refuses(422, { code: 'TEMPLATE_NOT_PUBLISHED' })
  await sendAgain(row)
  expect(await reload(row)).toMatchObject({
    openState: 'OPEN_FAILED',
    lastError: 'TEMPLATE_NOT_PUBLISHED',
    dueAt: null,
  })
  const { correlationId } = row
  expect(warn.mock.calls).toEqual([
    ['open_failed', { inquiry: row.id, correlationId, error: 'RejectedError', status: 422 }],
  ])
  expect(await countOf('RejectedError')).toBe(before + 1)
  const applicant = { hash: row.applicantHash }
  expect(await getApplicantInquiry(applicant)).toMatchObject({ stage: 'open_failed' })
})

test.each([
  [401, 'UnauthorisedError'],
  [429, 'RateLimitedError'],
  [503, 'HTTP_503'],
])('a %i to an open is stored as to a read, whatever its code', async (status, lastError) => {
  const row = await insertLost()
  refuses(status, { code: 'SOME_CODE' })
  await sendAgain(row)
  expect(await reload(row)).toMatchObject({ openState: 'OPENING', lastError })
})

test('after an outage, an open is repeated within five minutes, and other inquiries are unaffected', async () => {
  const [row, other] = [await insertLost({ tries: 20 }), await insertLost()]
  refuses(503)
  const startedAt = Date.now()
  await sendAgain(row)
  const after = await reload(row)
  expect(after).toMatchObject({ openState: 'OPENING', lastError: 'HTTP_503' })
  expect(after.dueAt?.getTime()).toBeGreaterThan(startedAt)
  expect(after.dueAt?.getTime()).toBeLessThanOrEqual(Date.now() + 5 * MINUTE_MS)
  expect(await reload(other)).toEqual(other)
})

test('after three answers of the same 5xx, the request has a new key, under which it opens (N2)', async () => {
  const row = await insertLost()
  const serviceInquiryId = randomUUID()
  const keys: unknown[] = []
  // The service stores the failure under its key.
  app.service.answer(({ headers: { 'idempotency-key': key } }) => {
    keys.push(key)
    return key === row.openKey
      ? { status: 500 }
      : { status: 201, body: openedBody(serviceInquiryId) }
  })
  for (let n = 0; n < 4; n++) await sendAgain(row)
  expect(keys.slice(0, 3)).toEqual(Array(3).fill(row.openKey))
  expect(keys[3]).not.toBe(row.openKey)
  expect(await reload(row)).toMatchObject({ openState: 'OPEN', serviceInquiryId })
})

test('a lost answer, another 5xx and a 429 keep the key (N2)', async () => {
  const row = await insertLost()
  const answers = [500, 500, 'reset', 500, 500, 503, 503, 429, 503, 503] as const
  for (const answer of answers) {
    app.service.answer(() => (answer === 'reset' ? answer : { status: answer }))
    await sendAgain(row)
    await db().serviceGate.deleteMany()
  }
  expect(await reload(row)).toMatchObject({ openKey: row.openKey, openState: 'OPENING' })
})

test('a reference that is taken is replaced by a new one', async () => {
  const first = newApplicant()
  opensAs()
  const random = vi.spyOn(crypto, 'getRandomValues')
  const fill = (byte: number) =>
    random.mockImplementationOnce((bytes) => {
      if (bytes instanceof Uint8Array) bytes.fill(byte)
      return bytes
    })
  fill(1)
  await openInquiry(first, FORM)
  const second = newApplicant()
  fill(1)
  opensAs()
  await openInquiry(second, FORM)
  const [one, other] = [await rowOf(first), await rowOf(second)]
  expect(other).toMatchObject({ openState: 'OPEN' })
  expect(other.referenceId).not.toBe(one.referenceId)
})

test('a refused API key does not fail an application (A4)', async () => {
  const row = await insertLost()
  refuses(401)
  await sendAgain(row)
  expect(await reload(row)).toMatchObject({ openState: 'OPENING' })
})

test.each([
  ['twice, however old the application is', 2, 2, 'OPENING'],
  ['for the first time at the eighth attempt', 7, 1, 'OPENING'],
  ['twice in a row, at the eighth attempt', 6, 2, 'OPEN_FAILED'],
])('a key that conflicts %s leaves it %s (N2)', async (_, tries, times, openState) => {
  const row = await insertLost({ ...agedMs(HOUR_MS), tries })
  refuses(409, { code: 'REQUEST_IN_PROGRESS' })
  for (let n = 0; n < times; n++) await sendAgain(row)
  expect(await reload(row)).toMatchObject({ openState })
  if (openState === 'OPEN_FAILED') return
  const serviceInquiryId = randomUUID()
  opensAs(serviceInquiryId)
  await sendAgain(row)
  expect(await reload(row)).toMatchObject({ openState: 'OPEN', serviceInquiryId })
})

test.each([409, 503])(
  'an app whose clock is a day ahead doesn’t give up on a new application whose open gets a %i',
  async (status) => {
    const row = await insertLost()
    refuses(status, { code: 'REQUEST_IN_PROGRESS' })
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now + 24 * HOUR_MS)
    for (let n = 0; n < 2; n++) await sendAgain(row)
    expect(await reload(row)).toMatchObject({ openState: 'OPENING' })
  },
)

test.each([400, 503])(
  'an event that binds the inquiry during its request wins over a %i response',
  async (status) => {
    const row = await insertLost()
    const named = { ...row, serviceInquiryId: randomUUID() }
    app.service.answer(async () => {
      await deliverEvent(named, 'NEEDS_REVIEW')
      await takeInAll()
      return { status }
    })
    await sendAgain(row)
    const bound = { openState: 'OPEN', lastError: null, serviceInquiryId: named.serviceInquiryId }
    expect(await reload(row)).toMatchObject(bound)
  },
)

test('the first id stays, and another one is only logged (N2)', async () => {
  const warn = vi.spyOn(log, 'warn')
  const row = await insertLost()
  const [bound, second] = [randomUUID(), randomUUID()]
  const answers = async (serviceInquiryId: string) => {
    app.service.answer(async () => {
      await deliverEvent({ ...row, serviceInquiryId: bound }, 'NEEDS_REVIEW')
      await takeInAll()
      return { status: 201, body: openedBody(serviceInquiryId) }
    })
    await sendAgain({ id: row.id })
  }
  await answers(bound)
  expect(await reload(row)).toMatchObject({ serviceInquiryId: bound })
  expect(warn).not.toHaveBeenCalled()
  const unbound = { serviceInquiryId: null, openState: 'OPENING' } as const
  await db().inquiry.update({ where: { id: row.id }, data: unbound })
  await answers(second)
  expect(await reload(row)).toMatchObject({ serviceInquiryId: bound })
  expect(warn.mock.calls).toEqual([['second_inquiry_ignored', { inquiry: row.id }]])
})

test('a late answer still opens the inquiry, even after another claim or after the app gave up', async () => {
  const row = await insertLost()
  const serviceInquiryId = randomUUID()
  app.service.answer(async () => {
    const failed = { openState: 'OPEN_FAILED', dueAt: null, version: { increment: 1 } } as const
    await db().inquiry.update({ where: { id: row.id }, data: failed })
    return { status: 201, body: openedBody(serviceInquiryId) }
  })
  await sendAgain(row)
  expect(await reload(row)).toMatchObject({ openState: 'OPEN', serviceInquiryId })
})

test('if the service returns one inquiry for two requests, the first keeps it and the second fails', async () => {
  const [first, second] = [await insertOpenInquiry(), await insertLost()]
  opensAs(first.serviceInquiryId ?? '')
  await sendAgain(second)
  expect(await reload(second)).toMatchObject({
    serviceInquiryId: null,
    openState: 'OPEN_FAILED',
    lastError: 'INQUIRY_TAKEN',
    dueAt: null,
  })
  expect(await reload(first)).toEqual(first)
})

test('an instance whose clock is ahead still shows an unexpired check, and accepts no second application', async () => {
  const minutes = (count: number) => new Date(Date.now() + count * MINUTE_MS)
  const applicant = newApplicant()
  opensAs()
  await openInquiry(applicant, FORM)
  const data = { status: 'PENDING', readAt: new Date(), expiresAt: minutes(30) }
  await db().inquiry.updateMany({ where: { applicantHash: applicant.hash }, data })
  vi.useFakeTimers({ toFake: ['Date'], now: minutes(40) })
  try {
    expect(await getApplicantInquiry(applicant)).toMatchObject({ stage: 'ready' })
    await openInquiry(applicant, FORM)
  } finally {
    vi.useRealTimers()
  }
  expect(await db().inquiry.count({ where: { applicantHash: applicant.hash } })).toBe(1)
})
