// An adversary's tests: doubt, binding, order of claims, strays.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { db } from '../db'
import { env } from '../env'
import { eventOf, insertOpenInquiry } from '../testing/test-app'
import {
  beginRead,
  endRead,
  hearEvent,
  letPass,
  makeDue,
  reload,
  serviceAnswer,
  withTestApp,
} from '../testing/test-inquiry'
import { claimDue, isAnythingDue, setAsideStrays } from './claim'
import { applyRead } from './read-inquiry'
import { reconcileDue } from './reconcile'
import { recordEvent } from './record-event'

const app = withTestApp()
afterEach(async () => {
  vi.restoreAllMocks()
  Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: 1_000_000 })
  await db().serviceGate.deleteMany()
  await db().webhookEvent.deleteMany()
  await db().inquiry.updateMany({ data: { dueAt: null } })
})

const dbNow = async () => {
  const [row] = await db().$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`
  return row?.now ?? new Date()
}

test('E1 a database clock that is 10 s behind: an approval that is older than a decline doesn’t outweigh it', async () => {
  const inquiry = await insertOpenInquiry()
  // By the service's one clock: approved at t, declined at t + 5.5 s. Our database's clock is 10.6 s behind it.
  const t = (await dbNow()).getTime() + 5_100
  const approved = eventOf(inquiry, 'APPROVED', new Date(t - 6_000))
  await recordEvent(eventOf(inquiry, 'DECLINED', new Date(t + 5_500)), null)
  const first = await beginRead(inquiry)
  expect(await applyRead(first, serviceAnswer(inquiry, 'APPROVED'))).toBeNull() // in doubt, as it should be
  // Six seconds later the approval arrives, late. The endpoint still lags.
  await letPass(inquiry, 6_000)
  await recordEvent(approved, null)
  const events = await db().webhookEvent.findMany({ orderBy: { createdAt: 'asc' } })
  expect(events.map(({ status }) => status)).toEqual(['APPROVED', 'DECLINED'])
  const second = await beginRead(inquiry)
  await applyRead(second, serviceAnswer(inquiry, 'APPROVED'))
  expect((await reload(inquiry)).grantedAt).toBeNull()
})

test('E2 an event of an inquiry that nothing is scheduled for is claimed, however many other events come', async () => {
  const watched = await insertOpenInquiry({ dueAt: null, status: 'APPROVED' })
  await hearEvent(watched, 'DECLINED')
  const flood = async () => {
    for (let i = 0; i < 2; i++) {
      const other = await makeDue(await insertOpenInquiry(), {
        dueAt: new Date(Date.now() - 1_000),
      })
      await hearEvent(other, 'APPROVED')
    }
  }
  const claimed: string[] = []
  for (let turn = 1; turn <= 40; turn++) {
    await flood()
    const claims = await claimDue(1, 1, turn % 4 === 0)
    claimed.push(...claims.map(({ id }) => id))
  }
  expect(claimed).toHaveLength(40)
  expect(claimed).toContain(watched.id)
})

test('E3 a decline counts, however many approvals arrive after it', async () => {
  const inquiry = await insertOpenInquiry()
  const now = await dbNow()
  await recordEvent(eventOf(inquiry, 'DECLINED', now), null)
  for (let i = 0; i < 100; i++)
    await recordEvent(eventOf(inquiry, 'APPROVED', new Date(now.getTime() - 60_000 + i)), null)
  await endRead(inquiry, 'APPROVED')
  expect((await reload(inquiry)).grantedAt).toBeNull()
})

test('E4 an attempt that failed to open is not claimed again and again', async () => {
  const one = await insertOpenInquiry({ inquiryId: null })
  const two = await insertOpenInquiry({
    inquiryId: null,
    openState: 'OPEN_FAILED',
    activeApplicantHash: null,
    dueAt: null,
  })
  const inquiryId = randomUUID()
  await hearEvent({ ...one, inquiryId }, 'APPROVED')
  await hearEvent({ ...two, inquiryId }, 'APPROVED')
  const claimed: string[] = []
  app.service.answer(() => ({ body: { inquiryId, status: 'PENDING' } }))
  await reconcileDue(1_500)
  const before = await reload(two)
  for (let lease = 0; lease < 3; lease++) {
    await db().inquiry.updateMany({
      where: { id: two.id, dueAt: { not: null } },
      data: { dueAt: new Date(0) },
    })
    await reconcileDue(1_500)
    claimed.push(String((await reload(two)).version))
  }
  expect(before).toMatchObject({ openState: 'OPEN_FAILED', inquiryId: null })
  expect((await reload(two)).version).toBe(before.version)
})

test('E5 a stray that can’t be set aside doesn’t hold up an approval in cron mode', async () => {
  const stray = { inquiryId: randomUUID(), referenceId: 'somebody-elses' }
  await recordEvent(eventOf(stray, 'APPROVED', new Date()), null)
  await db().webhookEvent.updateMany({ data: { arrivedAt: new Date(Date.now() - 2 * 86_400_000) } })
  const holder = new pg.Client({ connectionString: env().DATABASE_URL })
  await holder.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT FROM "WebhookEvent" FOR UPDATE')
  const inquiry = await insertOpenInquiry()
  app.service.answer(() => ({ body: { inquiryId: inquiry.inquiryId, status: 'APPROVED' } }))
  await hearEvent(inquiry, 'APPROVED')
  await reconcileDue(2_000).catch(() => {})
  await holder.end()
  expect(await reload(inquiry)).toMatchObject({ status: 'APPROVED' })
})

test('E6 times at the limits are stored, and the row can be claimed again', async () => {
  for (const iso of [
    '0001-01-01T00:00:00.000Z',
    '0099-12-31T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
  ]) {
    const inquiry = await insertOpenInquiry()
    await endRead(inquiry, 'COMPLETED', {
      expiresAt: new Date(iso),
      portalDecidedAt: new Date(iso),
    })
    const claim = await beginRead(inquiry)
    expect(claim.expiresAt?.toISOString()).toBe(iso)
    expect((await reload(inquiry)).portalDecidedAt?.toISOString()).toBe(iso)
    await recordEvent(eventOf(inquiry, 'APPROVED', new Date(iso)), null)
    const [event] = await db().webhookEvent.findMany({ where: { inquiryId: inquiry.inquiryId } })
    expect(event?.createdAt.toISOString()).toBe(iso)
    await endRead(inquiry, 'COMPLETED', { expiresAt: new Date(iso) })
    expect((await reload(inquiry)).dueAt?.getTime()).toBeGreaterThan(0)
  }
})

test('E7 two instances never share the claim of an event', async () => {
  const inquiry = await insertOpenInquiry()
  for (let round = 0; round < 10; round++) {
    await hearEvent(inquiry, 'APPROVED', round)
    const { version } = await reload(inquiry)
    await Promise.all([claimDue(4, 4, false), claimDue(4, 4, false), claimDue(4, 4, false)])
    expect((await reload(inquiry)).version - version).toBe(1)
  }
})

test('E8 a clock set back by an hour: isAnythingDue and claims go on', async () => {
  const inquiry = await insertOpenInquiry()
  await db().inquiry.update({
    where: { id: inquiry.id },
    data: { dueAt: new Date(Date.now() + 3_600_000), status: 'PENDING' },
  })
  await hearEvent(inquiry, 'APPROVED')
  await db().webhookEvent.updateMany({ data: { arrivedAt: new Date(Date.now() + 3_600_000) } })
  expect(await isAnythingDue()).toBe(true)
  const [claim] = await claimDue(4, 4, false)
  if (!claim) throw new Error('not claimed')
  expect(await applyRead(claim, serviceAnswer(inquiry, 'APPROVED'))).not.toBeNull()
  await setAsideStrays()
})
