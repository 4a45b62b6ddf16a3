// Property: reordered, lost, repeated and late events and crashes don't change how a history ends.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '../db'
import { runs } from '../testing/runs'
import { eventOf, insertOpenInquiry, startTestApp, type TestApp } from '../testing/test-app'
import type { VerificationEvent } from '../verification/webhook'
import { reconcileOne } from './reconcile'
import { recordEvent } from './record-event'

/** The nightly run sets HISTORIES; this many fit into every run. */
const RUNS = runs('HISTORIES', 60)
const TIMEOUT_MS = 60_000 + RUNS * 1_000

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** N5: statuses in any order, including reversals and an unknown one. FAILED and some others have no event. */
const truthArbitrary = fc.array(
  fc.constantFrom('COMPLETED', 'NEEDS_REVIEW', 'APPROVED', 'DECLINED', 'FAILED', 'ESCALATED'),
  { minLength: 1, maxLength: 4 },
)

type Step =
  /** The service moves on to its next status. */
  | { do: 'advance' }
  /** One of the events sent so far arrives: again, late, or out of order. */
  | { do: 'deliver'; pick: number }
  | { do: 'read' }
  /** An instance claims the row and dies before it reads; its lease expires. */
  | { do: 'crash' }
  /** More time passes than a read may lag behind an event (N6). */
  | { do: 'wait' }

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Step>({ do: 'advance' }) },
  { weight: 5, arbitrary: fc.nat().map((pick): Step => ({ do: 'deliver', pick })) },
  { weight: 3, arbitrary: fc.constant<Step>({ do: 'read' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'crash' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'wait' }) },
)

class History {
  private status = 'PENDING'
  private next = 0
  private readonly sent: VerificationEvent[] = []

  private constructor(
    private readonly row: { id: string; inquiryId: string; referenceId: string },
    private readonly truth: readonly string[],
  ) {}

  static async begin(truth: readonly string[]) {
    const inquiryId = randomUUID()
    const row = await insertOpenInquiry({ inquiryId })
    const history = new History({ ...row, inquiryId }, truth)
    app.service.answer(() => ({
      body: { inquiryId, referenceId: row.referenceId, status: history.status, reviewReasons: [] },
    }))
    return history
  }

  async take(step: Step): Promise<void> {
    if (step.do === 'advance') this.advance()
    if (step.do === 'deliver') {
      const event = this.sent[step.pick % this.sent.length]
      if (event) await recordEvent(event, null)
    }
    if (step.do === 'read') await this.read()
    if (step.do === 'crash') await this.set({ nextReadAt: new Date(Date.now() + 30_000) })
    if (step.do === 'wait') await this.waitOutTheLag()
  }

  private advance() {
    const status = this.truth[this.next]
    if (status === undefined) return
    this.next++
    this.status = status
    if (status === 'APPROVED' || status === 'DECLINED' || status === 'NEEDS_REVIEW') {
      const createdAt = new Date(Date.UTC(2026, 0, 1, 0, this.next))
      this.sent.push(eventOf(this.row, status, createdAt))
    }
  }

  private async read() {
    await this.set({ nextReadAt: new Date(0) })
    await reconcileOne(this.row.id)
  }

  private waitOutTheLag = () => this.set({ heardAt: new Date(0) })

  private set = (data: { nextReadAt?: Date; heardAt?: Date }) =>
    db().inquiry.update({ where: { id: this.row.id }, data })

  /** Every event in flight arrives, and the reconciler has the time it needs. */
  async settle() {
    while (this.next < this.truth.length) this.advance()
    for (const event of this.sent) await recordEvent(event, null)
    await this.waitOutTheLag()
    await this.read()
    return db().inquiry.findUniqueOrThrow({
      where: { id: this.row.id },
      select: {
        status: true,
        readAt: true,
        decidedAt: true,
        grantedAt: true,
        nextReadAt: true,
      },
    })
  }
}

test(
  'every history ends with the service’s final status, and with a grant only if that is an approval',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        truthArbitrary,
        fc.array(stepArbitrary, { maxLength: 20 }),
        async (truth, steps) => {
          const history = await History.begin(truth)
          for (const step of steps) await history.take(step)
          const end = await history.settle()
          const final = truth.at(-1) ?? null
          const decided = ['APPROVED', 'DECLINED', 'FAILED'].includes(final ?? '')

          expect(end.status).toBe(final)
          expect(end.readAt).not.toBeNull()
          expect(end.decidedAt !== null).toBe(decided)
          // Read again while undecided, and watched for a reversal when decided.
          expect(end.nextReadAt).not.toBeNull()
          expect(end.grantedAt !== null).toBe(final === 'APPROVED')
        },
      ),
      { numRuns: RUNS },
    )
  },
  TIMEOUT_MS,
)
