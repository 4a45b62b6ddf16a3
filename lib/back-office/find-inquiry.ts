import 'server-only'
import { db } from '../db'
import { demand, type Staff } from '../staff'

/**
 * @param id the service's inquiryId or our own, a UUID
 * @returns our own id, as in /admin/inquiries/{id}, or null if there is no such inquiry
 */
export async function findInquiry(staff: Staff, id: string): Promise<string | null> {
  demand(staff, 'inquiries.list')
  const inquiry = await db().inquiry.findFirst({
    where: { OR: [{ inquiryId: id }, { id }] },
    select: { id: true },
  })
  return inquiry?.id ?? null
}
