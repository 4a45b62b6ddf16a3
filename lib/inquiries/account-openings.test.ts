// The outbox: `openAccount` is called after the commit, at least once, until it succeeds.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db } from '../db'
import { eraseApplicant } from '../erase-applicant'
import * as merchant from '../open-account'
import { insertOpenInquiry } from '../testing/test-app'
import { endRead, hearEvent, reload, trailOf, withTestApp } from '../testing/test-inquiry'
import { openDueAccounts, openInTurn } from './account-openings'
import { getApplicantInquiry } from './applicant-inquiry'

/** Long enough for a busy machine. */
const WITHIN = { timeout: 20_000, interval: 20 }

vi.mock('../open-account', () => ({ openAccount: vi.fn() }))

withTestApp()
beforeEach(() => {
  openAccount.mockReset()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await db().accountOpening.deleteMany()
})

const openAccount = vi.mocked(merchant.openAccount)
const opens = () => openAccount.mockResolvedValue({ account: 'ACC 1' })
const fails = () => openAccount.mockRejectedValue(new TypeError('core system is away'))

async function insertGranted() {
  const inquiry = await insertOpenInquiry()
  await endRead(inquiry, 'APPROVED')
  return inquiry
}
/** Makes every waiting opening due, as if time had passed. */
const makeTriesDue = () =>
  db().accountOpening.updateMany({
    where: { nextTryAt: { not: null } },
    data: { nextTryAt: new Date(0) },
  })

test('openAccount receives the approval, and the opening is audited', async () => {
  opens()
  const inquiry = await insertGranted()
  expect(await openDueAccounts()).toBe(1)
  const { id, referenceId, applicantHash, product, grantedAt, accountOpening } =
    await reload(inquiry)
  const approval = { inquiry: id, referenceId, applicantHash, product, grantedAt }
  expect(openAccount.mock.calls).toEqual([[approval]])
  expect(accountOpening).toMatchObject({
    openedAt: expect.any(Date),
    account: 'ACC 1',
    error: null,
    nextTryAt: null,
    attempts: 1,
  })
  expect(await trailOf(inquiry)).toEqual(['account.granted: granted', 'account.opened: opened'])
  expect(await openDueAccounts()).toBe(0)
})

test('the applicant sees the account as open only once openAccount has succeeded', async () => {
  fails()
  const inquiry = await insertGranted()
  const applicant = { hash: inquiry.applicantHash }
  await openDueAccounts()
  expect(await getApplicantInquiry(applicant)).toMatchObject({
    stage: 'approved',
    accountOpened: false,
  })
  opens()
  await makeTriesDue()
  await openDueAccounts()
  expect(await getApplicantInquiry(applicant)).toMatchObject({ accountOpened: true })
})

test('a failure is retried with a growing delay, and only its class is stored, not its message', async () => {
  fails()
  const inquiry = await insertGranted()
  const delays: number[] = []
  for (let attempt = 1; attempt <= 6; attempt++) {
    const before = Date.now()
    await openDueAccounts()
    const { accountOpening } = await reload(inquiry)
    expect(accountOpening).toMatchObject({ attempts: attempt, error: 'TypeError', openedAt: null })
    delays.push((accountOpening?.nextTryAt?.getTime() ?? 0) - before)
    await makeTriesDue()
  }
  for (const [index, delay] of delays.entries())
    expect(delay).toBeGreaterThanOrEqual(0.8 * 1_000 * 2 ** (index + 1))
})

test('even after many failures, the next attempt is at most five minutes away', async () => {
  fails()
  const inquiry = await insertGranted()
  await db().accountOpening.updateMany({ data: { attempts: 13 } })
  await openDueAccounts()
  const { accountOpening } = await reload(inquiry)
  expect(accountOpening?.nextTryAt?.getTime()).toBeLessThanOrEqual(Date.now() + 5 * 60_000)
})

test('an account that cannot be opened does not hold up the others', async () => {
  const [stuck, other] = [await insertGranted(), await insertGranted()]
  openAccount.mockImplementation(async ({ inquiry }) => {
    if (inquiry === stuck.id) throw new TypeError('not this one')
    return { account: 'ACC 2' }
  })
  expect(await openDueAccounts()).toBe(2)
  expect((await reload(other)).accountOpening).toMatchObject({ account: 'ACC 2' })
  expect((await reload(stuck)).accountOpening).toMatchObject({ error: 'TypeError' })
})

test('an opening that a crash interrupted is retried when its lease expires, not before', async () => {
  const inquiry = await insertGranted()
  // The process dies in the middle of the call, so it never gets the result.
  openAccount.mockImplementationOnce(() => new Promise(() => {}))
  void openDueAccounts()
  await vi.waitFor(() => expect(openAccount).toHaveBeenCalledTimes(1), WITHIN)
  const { accountOpening } = await reload(inquiry)
  expect(accountOpening?.nextTryAt?.getTime()).toBeGreaterThan(Date.now() + 30_000)
  opens()
  expect(await openDueAccounts()).toBe(0)
  await makeTriesDue()
  expect(await openDueAccounts()).toBe(1)
  expect((await reload(inquiry)).accountOpening).toMatchObject({ account: 'ACC 1', attempts: 2 })
})

test('no account is opened if the approval is withdrawn first', async () => {
  opens()
  const inquiry = await insertGranted()
  await endRead(inquiry, 'DECLINED')
  await makeTriesDue()
  expect(await openDueAccounts()).toBe(0)
  expect(openAccount).not.toHaveBeenCalled()
})

/** The account couldn't be opened at first, and an event has reported a decline since. */
async function insertDoubted() {
  fails()
  const inquiry = await insertGranted()
  await openDueAccounts()
  await hearEvent(inquiry, 'DECLINED')
  openAccount.mockClear()
  opens()
  await makeTriesDue()
  return inquiry
}

test('no account is opened while an event that contradicts the approval awaits its read', async () => {
  const inquiry = await insertDoubted()
  expect(await getApplicantInquiry({ hash: inquiry.applicantHash })).toMatchObject({
    stage: 'confirming',
  })
  expect(await openDueAccounts()).toBe(0)
  expect(openAccount).not.toHaveBeenCalled()
  expect((await reload(inquiry)).accountOpening?.nextTryAt).toEqual(new Date(0))
})

test('an account that was held back is opened once a read confirms the approval', async () => {
  const inquiry = await insertDoubted()
  const overAMinuteAgo = new Date(Date.now() - 61_000)
  await db().inquiry.update({ where: { id: inquiry.id }, data: { heardAt: overAMinuteAgo } })
  await endRead(inquiry, 'APPROVED')
  expect(await openDueAccounts()).toBe(1)
  expect((await reload(inquiry)).accountOpening).toMatchObject({ account: 'ACC 1' })
})

test('a second grant calls openAccount again, but the trail shows the opening only once', async () => {
  opens()
  const inquiry = await insertGranted()
  await openDueAccounts()
  await endRead(inquiry, 'DECLINED')
  await endRead(inquiry, 'APPROVED')
  expect(await openDueAccounts()).toBe(1)
  expect(openAccount).toHaveBeenCalledTimes(2)
  expect(await trailOf(inquiry)).toEqual([
    'account.granted: granted',
    'account.opened: opened',
    'account.withdrawn: reversed',
    'account.granted: granted',
  ])
})

test('a worker that is told to stop claims nothing', async () => {
  opens()
  await insertGranted()
  expect(await openDueAccounts(() => true)).toBe(0)
  expect(openAccount).not.toHaveBeenCalled()
})

test('a process that was frozen while claiming opens nothing, because the approval may have been withdrawn', async () => {
  opens()
  const inquiry = await insertGranted()
  const query = db().$queryRaw.bind(db())
  const answerAnHourLater = async (...claim: Parameters<typeof query>) => {
    const claimed = await query(...claim)
    await hearEvent(inquiry, 'DECLINED')
    await endRead(inquiry, 'DECLINED')
    const inAnHour = Date.now() + 3_600_000
    vi.spyOn(Date, 'now').mockImplementation(() => inAnHour)
    return claimed
  }
  vi.spyOn(db(), '$queryRaw').mockImplementationOnce(answerAnHourLater as typeof query)
  // One worker: another could claim the row first.
  expect(await openInTurn()).toBe(0)
  expect(openAccount).not.toHaveBeenCalled()
})

test('if the applicant is erased while the account is being opened, the opening is still in the trail', async () => {
  const inquiry = await insertGranted()
  openAccount.mockImplementation(async () => {
    await eraseApplicant(inquiry.referenceId)
    return { account: 'ACC 1' }
  })
  expect(await openDueAccounts()).toBe(1)
  expect(await trailOf(inquiry)).toEqual([
    'account.granted: granted',
    'applicant.erased: 1_inquiries_0_events',
    'account.opened: opened',
  ])
})
