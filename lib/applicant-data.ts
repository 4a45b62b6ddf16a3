/**
 * What an applicant may ask for: a copy of everything stored about them, and its erasure. Both are audited, and take our own id
 * of any of the applicant's inquiries, as in `/admin/inquiries/{id}`. The service exports and erases its own data.
 */
import 'server-only'
import { audit } from './audit'
import { type DbOrTransaction, db } from './db'
import { env } from './env'
import { deleteApplicantLimits } from './limits'

/** More rows than any applicant has, since an inquiry takes a handful. An export with more says that it isn't complete. */
const MAX_ROWS = 10_000

interface Request {
  /** Our own id of any of the applicant's inquiries. */
  inquiry: string
  /** Who is asking, for the audit trail: a user's id, or `system`. */
  actor: string
}

/**
 * Everything stored about an applicant, in plain values. It leaves out keys, tokens and their hashes, and which members of
 * staff were involved, because that is their personal data.
 * @returns null if there is no such inquiry
 */
export async function exportApplicant({ inquiry, actor }: Request) {
  const applicant = await findApplicant(db(), inquiry)
  if (!applicant) return null
  const inquiries = await db().inquiry.findMany({
    where: { applicantHash: applicant.hash },
    orderBy: { id: 'asc' },
    take: MAX_ROWS,
    omit: {
      applicantHash: true,
      activeApplicantHash: true,
      openKey: true,
      openBody: true,
      inquiryId: true,
      orphanId: true,
    },
    include: {
      changes: { orderBy: { id: 'asc' } },
      accountOpening: true,
    },
  })
  const events = await db().receivedEvent.findMany({
    where: ofApplicant(applicant.inquiries),
    orderBy: { receivedAt: 'asc' },
    take: MAX_ROWS,
    omit: { inquiryId: true, payload: true, deliveries: true, day: true },
  })
  const accesses = await db().auditEntry.findMany({
    where: { inquiryRow: { in: applicant.inquiries.map(({ id }) => id) } },
    orderBy: { id: 'asc' },
    take: MAX_ROWS,
    select: { at: true, action: true, outcome: true },
  })
  const complete = [inquiries, events, accesses].every(({ length }) => length < MAX_ROWS)
  await audit({
    actor,
    action: 'applicant.exported',
    inquiry,
    outcome: `${inquiries.length}_inquiries`,
  })
  return { exportedAt: new Date(), complete, inquiries, events, accesses }
}

export interface Erasable {
  inquiries: number
  events: number
}

/** What an erasure would remove. @returns null if there is no such inquiry */
export async function countErasable(inquiry: string): Promise<Erasable | null> {
  const applicant = await findApplicant(db(), inquiry)
  if (!applicant) return null
  const events = await db().receivedEvent.count({ where: ofApplicant(applicant.inquiries) })
  return { inquiries: applicant.inquiries.length, events }
}

/** Proof for the applicant's file. It has only counts and ids, so it can be kept when nothing else is. */
export interface ErasureReceipt {
  /** The id of the audit entry. */
  receipt: string
  erasedAt: string
  inquiry: string
  removed: Erasable
  /** Entries about who viewed what. Their inquiry ids no longer lead to anything. */
  kept: { auditEntries: number; forDays: number }
}

/**
 * Erases an applicant: all their inquiries with history and events, and their rate limits. Audit entries stay, since they hold
 * only ids and show which staff viewed what.
 * @returns null if there is no such inquiry
 */
export async function eraseApplicant({ inquiry, actor }: Request): Promise<ErasureReceipt | null> {
  return db().$transaction(async (tx) => {
    const named = await tx.inquiry.findUnique({
      where: { id: inquiry },
      select: { applicantHash: true },
    })
    if (!named) return null
    const hash = named.applicantHash
    // Locks the applicant, then inquiries, then events, in the same order as recording and reading, so nothing deadlocks.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${hash}, 0))`
    const erased: string[] = []
    let events = 0
    // Repeats until none is left: the applicant may apply again in the meantime, and the receipt must count that too.
    for (;;) {
      await tx.$executeRaw`
        SELECT FROM "Inquiry" WHERE "applicantHash" = ${hash} ORDER BY "id" FOR UPDATE`
      const inquiries = await listInquiries(tx, hash)
      if (inquiries.length === 0) break
      const ids = inquiries.map(({ id }) => id)
      events += (await tx.receivedEvent.deleteMany({ where: ofApplicant(inquiries) })).count
      await tx.inquiry.deleteMany({ where: { id: { in: ids } } })
      erased.push(...ids)
    }
    await deleteApplicantLimits(tx, { hash })
    const auditEntries = await tx.auditEntry.count({ where: { inquiryRow: { in: erased } } })
    const { id: receipt, at } = await audit(
      {
        actor,
        action: 'applicant.erased',
        inquiry,
        outcome: `${erased.length}_inquiries_${events}_events`,
      },
      tx,
    )
    return {
      receipt,
      erasedAt: at.toISOString(),
      inquiry,
      removed: { inquiries: erased.length, events },
      kept: { auditEntries, forDays: env().RETENTION_AUDIT_DAYS },
    }
  })
}

type Ids = Awaited<ReturnType<typeof listInquiries>>

async function findApplicant(
  tx: DbOrTransaction,
  inquiry: string,
): Promise<{ hash: string; inquiries: Ids } | null> {
  const named = await tx.inquiry.findUnique({
    where: { id: inquiry },
    select: { applicantHash: true },
  })
  if (!named) return null
  return { hash: named.applicantHash, inquiries: await listInquiries(tx, named.applicantHash) }
}

const listInquiries = (tx: DbOrTransaction, applicantHash: string) =>
  tx.inquiry.findMany({
    where: { applicantHash },
    select: { id: true, inquiryId: true, orphanId: true, referenceId: true },
  })

/** An event names its inquiry by the service's id, its reference, or both. */
const ofApplicant = (inquiries: Ids) => ({
  OR: [
    {
      inquiryId: {
        in: inquiries.flatMap(({ inquiryId, orphanId }) =>
          [inquiryId, orphanId].filter((id) => id !== null),
        ),
      },
    },
    { referenceId: { in: inquiries.map(({ referenceId }) => referenceId) } },
  ],
})
