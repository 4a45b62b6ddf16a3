// Two instances share a database. One is killed, or freezes and wakes up too late, between any two steps. The outcome is the same as
// without the fault.
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { db } from '../database/db'
import * as merchant from '../open-account'
import {
  beginRead,
  eventOf,
  insertOpenInquiry,
  letPass,
  makeDue,
  reload,
  serviceAnswer,
  trailOf,
  withTestApp,
} from '../testing/test-app'
import type { VerificationEvent } from '../verification/events'
import { openedBody } from '../verification/wire'
import { finishClaim } from './finish-claim'
import { sendOpen } from './open-inquiry'
import type { Claim } from './queue'
import { applyRead, readInquiry } from './read-inquiry'
import { reconcileDue } from './reconcile'
import { recordEvent } from './record-event'
import { verificationService } from './verification-service'

vi.mock('../open-account', () => ({ openAccount: vi.fn() }))

const app = withTestApp()
const openAccount = vi.mocked(merchant.openAccount)
/** Idempotent by inquiry, as `openAccount` must be. */
const inBank = async ({ inquiry }: { inquiry: string }) => ({ account: `ACC ${inquiry.slice(-8)}` })
beforeEach(async () => {
  openAccount.mockReset().mockImplementation(inBank)
  await db().inquiry.updateMany({ data: { dueAt: null } })
})

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Resumes a frozen instance. */
type Late = () => Promise<unknown>

type Happening = (day: Day) => Promise<Late | undefined>

/** One application whose intent is committed, and its service. */
class Day {
  status = 'PENDING'

  private constructor(
    readonly id: string,
    readonly named: { serviceInquiryId: string; referenceId: string },
  ) {}

  static async begin(): Promise<Day> {
    const { id, referenceId } = await makeDue(await insertOpenInquiry({ serviceInquiryId: null }))
    const day = new Day(id, { serviceInquiryId: randomUUID(), referenceId })
    app.service.answer(({ method }) =>
      method === 'POST'
        ? { status: 201, body: openedBody(day.named.serviceInquiryId) }
        : { body: serviceAnswer(day.named, day.status) },
    )
    return day
  }

  /** The service decides. */
  decide(): VerificationEvent {
    this.status = 'APPROVED'
    return eventOf(this.named, 'APPROVED', new Date())
  }

  deliver = (event: VerificationEvent) => recordEvent(event, null)

  claim = (): Promise<Claim> => beginRead(this)

  async open(): Promise<void> {
    await sendOpen(await this.claim(), verificationService())
  }

  /** The inquiry is open, and the service approves it. */
  async approve(): Promise<void> {
    await this.open()
    await this.deliver(this.decide())
  }

  async readApproval() {
    const pending = await readInquiry(await this.claim(), verificationService())
    if (!pending) throw new Error('The approval wasn’t granted')
    return pending
  }

  /** Two instances work for as long as it takes. */
  async end() {
    for (const minutes of [0, 1, 1, 1, 20, 20, 20, 20]) {
      await letPass(this, minutes * MINUTE_MS + 1_000)
      await Promise.all([reconcileDue(2_000), reconcileDue(2_000)])
    }
    const row = await reload(this)
    const changes = { where: { inquiryId: this.id }, orderBy: { at: 'asc' } } as const
    const waiting = { serviceInquiryId: this.named.serviceInquiryId, inquiryId: null }
    const dueInHours = ((row.dueAt?.getTime() ?? 0) - Date.now()) / HOUR_MS
    return {
      openState: row.openState,
      isBound: row.serviceInquiryId === this.named.serviceInquiryId,
      status: row.status,
      changes: (await db().statusChange.findMany(changes)).map(({ toStatus }) => toStatus),
      isGranted: row.grantedAt !== null,
      account: row.account,
      errors: [row.lastError, row.accountError],
      trail: await trailOf(this),
      waitingEvents: await db().webhookEvent.count({ where: waiting }),
      isWatched: dueInHours > 20 && dueInHours < 25,
    }
  }
}

const APPROVED: Record<string, Happening> = {
  'nothing happens': async (day) => {
    await day.approve()
  },
  'the instance is killed between the intent and its request': async (day) => {
    await day.claim()
    await day.deliver(day.decide())
  },
  'the instance is killed between the answer to the open and its commit': async (day) => {
    const claim = await day.claim()
    const { openBody: body, openKey: idempotencyKey, correlationId } = claim
    await verificationService().open({ body, idempotencyKey, correlationId })
    await day.deliver(day.decide())
    return () => sendOpen(claim, verificationService())
  },
  'the receiver is killed between commit and answer, and the event is delivered again': async (
    day,
  ) => {
    await day.open()
    const event = day.decide()
    await day.deliver(event)
    await Promise.all([reconcileDue(500), day.deliver(event), day.deliver(event)])
    await day.deliver(event)
  },
  'the instance is killed between claim and read': async (day) => {
    await day.approve()
    const claim = await day.claim()
    return () => readInquiry(claim, verificationService())
  },
  'the instance is killed between read and apply, and what it read is stale by now': async (
    day,
  ) => {
    await day.open()
    const claim = await day.claim()
    const stale = serviceAnswer(day.named, 'PENDING')
    await day.deliver(day.decide())
    return () => applyRead(claim, stale)
  },
  'the instance is killed between apply and openAccount': async (day) => {
    await day.approve()
    const pending = await day.readApproval()
    return () => finishClaim(pending)
  },
  'the clock jumps an hour ahead during a read': async (day) => {
    await day.open()
    const claim = await day.claim()
    await letPass(day, HOUR_MS)
    await day.deliver(day.decide())
    return () => readInquiry(claim, verificationService())
  },
  'the clock jumps an hour back during a read': async (day) => {
    await day.open()
    const claim = await day.claim()
    await letPass(day, -HOUR_MS)
    await day.deliver(day.decide())
    return () => readInquiry(claim, verificationService())
  },
  'the clock jumps an hour back between the event and its claim': async (day) => {
    await day.approve()
    await letPass(day, -HOUR_MS)
  },
  'the clock jumps an hour back while the account is being opened': async (day) => {
    await day.approve()
    const pending = await day.readApproval()
    await letPass(day, -HOUR_MS)
    return () => finishClaim(pending)
  },
}

test.each(Object.entries(APPROVED))('an applicant is approved if %s', async (_, happens) => {
  const day = await Day.begin()
  const late = await happens(day)
  const approved = {
    openState: 'OPEN',
    isBound: true,
    status: 'APPROVED',
    changes: ['APPROVED'],
    isGranted: true,
    account: (await inBank({ inquiry: day.id })).account,
    errors: [null, null],
    trail: [
      'account.granted: granted',
      'account.opened: opened',
      'customer.notified: decided_approved',
      'customer.notified: account',
    ],
    waitingEvents: 0,
    isWatched: true,
  }
  expect(await day.end()).toEqual(approved)
  await late?.()
  expect(await day.end()).toEqual(approved)
})
