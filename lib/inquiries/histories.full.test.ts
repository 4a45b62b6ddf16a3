// Random histories on a real database: late, lost, repeated and disordered events, lag, slow reads and crashes change nothing about
// how a history ends.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { db } from '../db'
import { eventOf, insertOpenInquiry } from '../testing/test-app'
import { endRead, reload, withTestApp } from '../testing/test-inquiry'
import type { VerificationEvent } from '../verification/webhook'
import { type Claim, claimDue } from './claim'
import { openGrantedAccount } from './open-granted-account'
import { recordEvent } from './record-event'
import { DECISION_WATCH_MS, LAG_MS } from './rules'

withTestApp()

const RUNS = 60
const TIMEOUT_MS = 180_000
const KINDS = ['APPROVED', 'DECLINED', 'NEEDS_REVIEW'] as const
/** The others have no event (W7). */
const STATUSES = [...KINDS, 'COMPLETED', 'FAILED', 'ESCALATED']

const STEPS = ['change', 'change', 'deliver', 'deliver', 'claim', 'claim', 'end', 'crash', 'wait']
const stepArbitrary = fc.record({ does: fc.constantFrom(...STEPS), pick: fc.nat(99) })
type Step = typeof stepArbitrary extends fc.Arbitrary<infer Item> ? Item : never

class History {
  private status = 'PENDING'
  /** What the endpoint may still show, and for how long it hasn't been true. */
  private superseded = { status: 'PENDING', forMs: LAG_MS }
  private readonly sent: VerificationEvent[] = []
  private readonly reads: { claim: Claim; status: string }[] = []

  private constructor(
    private readonly row: Awaited<ReturnType<typeof insertOpenInquiry>>,
    private readonly script: string[],
  ) {}

  static async begin(script: readonly string[]): Promise<History> {
    // The claims of a history are its own.
    await db().inquiry.updateMany({ data: { dueAt: null } })
    const row = await insertOpenInquiry({ dueAt: new Date() })
    return new History(row, [...script])
  }

  async take({ does, pick }: Step): Promise<void> {
    if (does === 'change') this.change(pick)
    if (does === 'deliver') await this.deliver(pick)
    if (does === 'claim') await this.claim(pick)
    if (does === 'end') await this.end(pick)
    if (does === 'crash') this.reads.splice(pick % (this.reads.length + 1), 1)
    if (does === 'wait') await this.letPass(LAG_MS / (1 + (pick % 4)))
  }

  /** The service says all that it has to say, and then the app has the time that it needs. */
  async finish(): Promise<object> {
    while (this.script.length > 0) this.change(0)
    for (const event of this.sent) await recordEvent(event, null)
    for (const ms of [LAG_MS, LAG_MS, ...DECISION_WATCH_MS.slice(0, 2)]) {
      await this.letPass(ms)
      await this.claim(0)
      while (this.reads.length > 0) await this.end(0)
    }
    const { status, grantedAt, accountOpenedAt, dueAt } = await reload(this.row)
    const isGranted = grantedAt !== null
    const where = { inquiryId: this.row.inquiryId, inquiryRow: null }
    return {
      ...{ status, isGranted, isOpen: isGranted && accountOpenedAt !== null },
      isDue: dueAt !== null,
      waiting: await db().webhookEvent.count({ where }),
      events: await db().webhookEvent.count({ where: { inquiryRow: this.row.id } }),
    }
  }

  private change(pick: number): void {
    const status = this.script.shift()
    if (status === undefined) return
    this.superseded = { status: this.status, forMs: 0 }
    this.status = status
    const kind = KINDS.find((one) => one === status)
    // By one of two clocks (N30).
    const createdAt = new Date(Date.now() - (pick % 2) * 2_000)
    if (kind) this.sent.push(eventOf(this.row, kind, createdAt))
  }

  private async deliver(pick: number): Promise<void> {
    const event = this.sent[pick % Math.max(this.sent.length, 1)]
    if (event) await recordEvent(event, null)
  }

  /** Begins a read. */
  private async claim(pick: number): Promise<void> {
    const lags = pick % 2 === 1 && this.superseded.forMs < LAG_MS
    const status = lags ? this.superseded.status : this.status
    for (const claim of await claimDue(1, 1, false)) this.reads.push({ claim, status })
  }

  /** Ends any of those that have begun. */
  private async end(pick: number): Promise<void> {
    const [read] = this.reads.splice(pick % Math.max(this.reads.length, 1), 1)
    if (!read) return
    const before = await reload(this.row)
    const pending = await endRead(this.row, read.status, { claim: read.claim })
    const after = await reload(this.row)
    if ((before.readAt ?? 0) > read.claim.claimedAt) expect(after).toEqual(before)
    if (before.grantedAt === null && after.grantedAt !== null) {
      const { inquiryId } = this.row
      const later = { inquiryId, arrivedAt: { gt: read.claim.claimedAt } }
      expect(await db().webhookEvent.count({ where: later })).toBe(0)
      expect(read.status).toBe('APPROVED')
    }
    if (pending) await openGrantedAccount(pending)
  }

  /** All times move into the past. */
  private async letPass(ms: number): Promise<void> {
    const earlier = (time: Date) => new Date(time.getTime() - ms)
    this.superseded.forMs += ms
    for (const event of this.sent) event.createdAt = earlier(event.createdAt)
    for (const { claim } of this.reads) claim.claimedAt = earlier(claim.claimedAt)
    await db().$executeRaw`
      UPDATE "WebhookEvent" SET "arrivedAt" = "arrivedAt" - ${ms} * interval '1 ms', "createdAt" = "createdAt" - ${ms} * interval '1 ms'
      WHERE "inquiryId" = ${this.row.inquiryId}::uuid`
    await db().$executeRaw`
      UPDATE "Inquiry" SET "dueAt" = "dueAt" - ${ms} * interval '1 ms', "readAt" = "readAt" - ${ms} * interval '1 ms',
        "statusSince" = "statusSince" - ${ms} * interval '1 ms'
      WHERE "id" = ${this.row.id}::uuid`
  }
}

test(
  'every history ends like the calm one, in which each change is delivered and read before the next',
  async () => {
    const script = fc.array(fc.constantFrom(...STATUSES), { minLength: 1, maxLength: 4 })
    const steps = fc.array(stepArbitrary, { maxLength: 25 })
    await fc.assert(
      fc.asyncProperty(script, steps, async (script, steps) => {
        const history = await History.begin(script)
        for (const step of steps) await history.take(step)
        const end = await history.finish()
        const calm = await History.begin(script)
        for (const _ of script)
          for (const does of ['change', 'deliver', 'wait', 'claim', 'end'])
            await calm.take({ does, pick: 0 })
        expect(end).toEqual(await calm.finish())
        const status = script.at(-1)
        const isGranted = status === 'APPROVED'
        expect(end).toMatchObject({ status, isGranted, isOpen: isGranted, waiting: 0, isDue: true })
      }),
      { numRuns: RUNS },
    )
  },
  TIMEOUT_MS,
)
