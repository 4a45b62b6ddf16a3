// Gives a new demo a history: two weeks of inquiries, made by running the app's own code against the sandbox while both clocks
// are set to the past. If there are already inquiries, it only returns the sandbox's clock to real time.
// docs/decisions/2026-11-22-demo-history.md
import { randomUUID } from 'node:crypto'
import type { Applicant } from '../../lib/applicant'
import { simplestForm } from '../../lib/application-form'
import { auditView } from '../../lib/audit'
import { db } from '../../lib/db'
import { env } from '../../lib/env'
import { revealInquiry } from '../../lib/inquiries/documents'
import { openInquiry } from '../../lib/inquiries/open-inquiry'
import { reconcileDue, reconcileOne } from '../../lib/inquiries/reconcile'
import { flushRejectedDeliveries } from '../../lib/rejected-deliveries'
import { isRole, type Staff } from '../../lib/staff'
import { type Control, controlOf } from './control'
import { moveClock } from './moved-clock'
import { type PlannedInquiry, planHistory } from './plan'
import { startReceiver } from './receiver'

const SECOND_MS = 1_000
const DAY_MS = 24 * 3_600_000
/** More than enough for the calls of one step. */
const PASS_MS = 10_000

const control = controlOf(env().VERIFICATION_BASE_URL)
if ((await db().inquiry.count()) === 0 && !(await control.hasInquiries())) await makeHistory()
else await control.putClockBack()
await db().$disconnect()
process.exit(0)

async function makeHistory(): Promise<void> {
  const now = new Date()
  const steps = (await planSteps(now)).toSorted((one, other) => +one.at - +other.at)
  const stopReceiver = await startReceiver(Number(process.env.PORT))
  const clock = await moveClock(db())
  try {
    await control.stopClockAt(new Date(now.getTime() - 15 * DAY_MS))
    for (const { at, act } of steps) {
      // The app's clock first, so no event comes from its future.
      await clock.moveTo(at)
      await control.passTimeTo(at)
      await act()
    }
  } finally {
    await flushRejectedDeliveries()
    await clock.putBack()
    await control.putClockBack()
    await stopReceiver()
  }
}

interface Step {
  at: Date
  act: () => Promise<unknown>
}

async function planSteps(now: Date): Promise<Step[]> {
  const reviewer = await findReviewer()
  return planHistory(now).flatMap((planned) => stepsOf(planned, reviewer, control))
}

function stepsOf(planned: PlannedInquiry, reviewer: Staff, { complete, decide }: Control): Step[] {
  const { course, openedAt, submittedAt, decidedAt } = planned
  const { product, note, documentType, reviewReason } = planned
  const applicant: Applicant = { hash: randomUUID().replaceAll('-', '').repeat(2) }
  const opening: Step = {
    at: openedAt,
    act: async () => {
      await openInquiry(applicant, { ...simplestForm(), product, note })
      const { id } = await newestOf(applicant)
      // The column's default uses the real clock.
      await db().$executeRaw`
        UPDATE "Inquiry" SET "createdAt" = clock_timestamp() WHERE "id" = ${id}::uuid`
    },
  }
  const submitting = (outcome: string, at = submittedAt): Step => ({
    at,
    act: async () => {
      const { id, inquiryId } = await newestOf(applicant)
      await complete(inquiryId, { outcome, documentType, reviewReasons: [reviewReason] })
      await readReported(id)
    },
  })
  const deciding = (status: string, reason: string): Step => ({
    at: decidedAt,
    act: async () => {
      const { id, inquiryId } = await newestOf(applicant)
      await decide(inquiryId, status, reason)
      await readReported(id)
    },
  })
  const faulty = (kind: string): Step => ({
    at: new Date(submittedAt.getTime() - SECOND_MS),
    act: async () => control.addWebhookFault(kind, (await newestOf(applicant)).inquiryId),
  })
  const reviewing: Step = {
    at: new Date(decidedAt.getTime() - 240 * SECOND_MS),
    act: async () => {
      const { id } = await newestOf(applicant)
      await auditView(reviewer.id, id)
      await revealInquiry(reviewer, id)
    },
  }
  /** A scheduled read, which finds what no event reported. */
  const lookingAgain = (seconds: number, after = submittedAt): Step => ({
    at: new Date(after.getTime() + seconds * SECOND_MS),
    act: () => reconcileDue(PASS_MS),
  })

  switch (course) {
    case 'approved':
      return [opening, submitting('APPROVED')]
    case 'approved after review':
      return [
        opening,
        submitting('NEEDS_REVIEW'),
        reviewing,
        deciding('APPROVED', 'The pictures match.'),
      ]
    case 'declined after review':
      return [
        opening,
        submitting('NEEDS_REVIEW'),
        reviewing,
        deciding('DECLINED', 'The document is not the applicant’s own.'),
      ]
    case 'failed':
      return [opening, submitting('FAILED'), lookingAgain(9)]
    case 'failed, then tried again': {
      const again = new Date(submittedAt.getTime() + 180 * SECOND_MS)
      const done = new Date(again.getTime() + 200 * SECOND_MS)
      return [
        opening,
        submitting('FAILED'),
        lookingAgain(9),
        { ...opening, at: again },
        submitting('APPROVED', done),
      ]
    }
    case 'never finished':
    case 'not finished':
      return [opening, lookingAgain(60)]
    case 'waiting for review':
      return [opening, submitting('NEEDS_REVIEW')]
    case 'reversed':
      return [
        opening,
        submitting('APPROVED'),
        deciding('DECLINED', 'The document was reported as stolen.'),
      ]
    case 'delivered twice':
      return [opening, faulty('duplicate'), submitting('APPROVED')]
    case 'delivered with a wrong signature first':
      // The service retries after five seconds (N8).
      return [opening, faulty('wrong-secret'), submitting('APPROVED'), lookingAgain(6)]
    case 'event lost':
      return [opening, faulty('drop'), submitting('APPROVED'), lookingAgain(45)]
  }
}

/** Makes the read that an event made due. Without an event, as after a failed check, none is due yet. */
async function readReported(id: string): Promise<void> {
  await control.deliver()
  await reconcileOne(id)
}

async function newestOf({ hash }: Applicant): Promise<{ id: string; inquiryId: string }> {
  const newest = await db().inquiry.findFirstOrThrow({
    where: { applicantHash: hash },
    orderBy: { id: 'desc' },
    select: { id: true, inquiryId: true },
  })
  if (newest.inquiryId === null) throw new Error('The inquiry was not opened')
  return { id: newest.id, inquiryId: newest.inquiryId }
}

async function findReviewer(): Promise<Staff> {
  const { id, email, name, role } = await db().user.findFirstOrThrow({
    where: { role: 'REVIEWER' },
    orderBy: { createdAt: 'asc' },
  })
  if (!isRole(role)) throw new Error(`${role} is not a role`)
  return { id, email, name, role }
}
