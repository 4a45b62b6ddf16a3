/** Erases an applicant on request. This doesn't erase the service's own data. */
import 'server-only'
import { type DbOrTransaction, db, lockApplicant } from '../database/db'
import { deleteApplicantLimits } from '../http/limits'
import { audit } from './audit'

interface Erasable {
  inquiries: number
  events: number
}

/**
 * Counts what an erasure would remove.
 * @param referenceId the reference of any of the applicant's inquiries
 * @returns null if there is no such inquiry
 */
export async function countErasable(referenceId: string): Promise<Erasable | null> {
  const named = await findNamed(db(), referenceId)
  if (!named) return null
  const inquiries = await listInquiries(db(), named.applicantHash)
  const events = await db().webhookEvent.count({ where: ofApplicant(inquiries) })
  return { inquiries: inquiries.length, events }
}

/**
 * Deletes all inquiries of an applicant with their history, empties their events, and deletes their rate limits. Audit entries stay:
 * they hold only ids, and show what staff viewed. An application that arrives during the erasure stays, like any later one.
 * @returns what was removed; null if there is no such inquiry
 */
export async function eraseApplicant(referenceId: string): Promise<Erasable | null> {
  return db().$transaction(async (tx) => {
    const named = await findNamed(tx, referenceId)
    if (!named) return null
    const { id: inquiry, applicantHash: hash } = named
    // Locks the applicant, then inquiries, then events. Claims and reads use the same order, so nothing deadlocks.
    await lockApplicant(hash, tx)
    await tx.$executeRaw`
      SELECT FROM "Inquiry" WHERE "applicantHash" = ${hash} ORDER BY "id" FOR UPDATE`
    const inquiries = await listInquiries(tx, hash)
    const events = await tx.webhookEvent.updateMany({
      where: ofApplicant(inquiries),
      data: EMPTIED,
    })
    await tx.inquiry.deleteMany({ where: { id: { in: inquiries.map(({ id }) => id) } } })
    await deleteApplicantLimits(tx, { hash })
    const removed = { inquiries: inquiries.length, events: events.count }
    const outcome = `${removed.inquiries}_inquiries_${removed.events}_events`
    await audit({ actor: 'system', action: 'applicant.erased', inquiry, outcome }, tx)
    return removed
  })
}

const findNamed = (tx: DbOrTransaction, referenceId: string) =>
  tx.inquiry.findUnique({ where: { referenceId }, select: { id: true, applicantHash: true } })

const listInquiries = (tx: DbOrTransaction, applicantHash: string) =>
  tx.inquiry.findMany({
    where: { applicantHash },
    select: { id: true, serviceInquiryId: true, referenceId: true },
  })

/** An emptied event keeps its id, so that a replay is still a duplicate. */
const EMPTIED = {
  serviceInquiryId: null,
  referenceId: null,
  deliveryId: null,
  capabilities: [],
  inquiryId: null,
  setAsideAt: new Date(0),
}

/** Events that were taken in, and events that name an inquiry by the service's id or our reference. */
const ofApplicant = (inquiries: Awaited<ReturnType<typeof listInquiries>>) => ({
  OR: [
    { inquiryId: { in: inquiries.map(({ id }) => id) } },
    {
      inquiryId: null,
      serviceInquiryId: {
        in: inquiries.flatMap(({ serviceInquiryId }) => serviceInquiryId ?? []),
      },
    },
    {
      inquiryId: null,
      setAsideAt: null,
      referenceId: { in: inquiries.map(({ referenceId }) => referenceId) },
    },
  ],
})
