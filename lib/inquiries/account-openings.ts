/** The outbox for granted accounts: calls `openAccount` after the commit, at least once, until it succeeds. */
import 'server-only'
import { db } from '../db'
import { errorName, log } from '../log'
import { metrics } from '../metrics'
import { openAccount } from '../open-account'
import { startDeadline } from '../verification/deadline'
import { LONGEST_AWAITED_DELAY_MS, readDelayMs } from './rules'

/** Longer than the deadline, because the lease holder may still be calling. */
const LEASE_MS = 45_000
const DEADLINE_MS = 30_000
/** More than one, so a call that hangs doesn't delay the other accounts. */
export const OPENINGS_AT_ONCE = 4
/** A claim that took longer, say because the process was frozen, leaves too little of its lease for the call. */
const LONGEST_CLAIM_MS = LEASE_MS - DEADLINE_MS

interface Claimed {
  inquiry: string
  referenceId: string
  applicantHash: string
  product: string
  grantedAt: Date
  attempts: number
}

/**
 * Opens the accounts that are due.
 * @returns how many it tried
 */
export async function openDueAccounts(isStopped?: () => boolean): Promise<number> {
  const workers = Array.from({ length: OPENINGS_AT_ONCE }, () => openInTurn(isStopped))
  return (await Promise.all(workers)).reduce((sum, tried) => sum + tried, 0)
}

/**
 * Opens accounts one at a time until none is due. {@link OPENINGS_AT_ONCE} of these run in parallel, and none waits for
 * the others, because a call may hang.
 * @param endsAt epoch ms: a call that hasn't returned by then counts as failed, and is retried like any other
 * @returns how many it tried
 */
export async function openInTurn(
  isStopped: () => boolean = () => false,
  endsAt = Number.POSITIVE_INFINITY,
): Promise<number> {
  let tried = 0
  while (!isStopped()) {
    const startedAt = Date.now()
    const claimed = await claim()
    if (!claimed) return tried
    // The approval may have been withdrawn since. The claim expires with its lease.
    if (Date.now() - startedAt > LONGEST_CLAIM_MS) continue
    tried++
    await open(claimed, Math.min(DEADLINE_MS, endsAt - Date.now()))
  }
  return tried
}

/** Claims an opening only if its grant is still valid: a withdrawn approval opens nothing, and one in doubt waits. */
async function claim(): Promise<Claimed | null> {
  const [claimed] = await db().$queryRaw<Claimed[]>`
    UPDATE "AccountOpening" AS opening
    SET "nextTryAt" = clock_timestamp() + ${LEASE_MS}::float8 * interval '1 millisecond', "attempts" = opening."attempts" + 1
    FROM "Inquiry" AS inquiry
    WHERE inquiry."id" = opening."inquiryRow" AND opening."inquiryRow" = (
      SELECT due."inquiryRow" FROM "AccountOpening" AS due JOIN "Inquiry" ON "Inquiry"."id" = due."inquiryRow"
      WHERE due."nextTryAt" <= statement_timestamp() AND "Inquiry"."grantedAt" IS NOT NULL
        AND ("reportedStatus" <> "status" AND "heardAt" >= "readAt") IS NOT TRUE
      ORDER BY due."nextTryAt" LIMIT 1 FOR UPDATE OF due SKIP LOCKED
    )
    RETURNING opening."inquiryRow" AS "inquiry", "referenceId", "applicantHash", "product", "grantedAt", "attempts"`
  return claimed ?? null
}

async function open({ attempts, ...approval }: Claimed, deadlineMs: number): Promise<void> {
  const { inquiry } = approval
  const deadline = startDeadline(deadlineMs)
  try {
    const { account } = await deadline.hold(openAccount(approval))
    await complete(inquiry, account)
    metrics().accountOpenings.inc({ result: 'opened' })
  } catch (error) {
    metrics().accountOpenings.inc({ result: errorName(error) })
    log.error('account_not_opened', { inquiry, error: errorName(error) })
    const delayMs = readDelayMs(attempts, Math.random, LONGEST_AWAITED_DELAY_MS)
    await db().$executeRaw`
      UPDATE "AccountOpening" SET "error" = ${errorName(error)},
        "nextTryAt" = clock_timestamp() + ${delayMs}::float8 * interval '1 millisecond'
      WHERE "inquiryRow" = ${inquiry}::uuid AND "nextTryAt" IS NOT NULL`
  } finally {
    deadline.clear()
  }
}

/** Audited once, however often `openAccount` was called. */
async function complete(inquiry: string, account: string): Promise<void> {
  await db().$transaction(async (tx) => {
    const { count } = await tx.accountOpening.updateMany({
      where: { inquiryRow: inquiry, openedAt: null },
      data: { openedAt: new Date(), account, error: null, nextTryAt: null },
    })
    if (count === 0) {
      const data = { account, error: null, nextTryAt: null }
      const again = await tx.accountOpening.updateMany({ where: { inquiryRow: inquiry }, data })
      // Otherwise the applicant has been erased, and only the audit trail can show that there is an account.
      if (again.count > 0) return
    }
    const entry = { action: 'account.opened', outcome: 'opened' }
    await tx.auditEntry.create({ data: { actor: 'system', inquiryRow: inquiry, ...entry } })
  })
  log.info('account_opened', { inquiry })
}
