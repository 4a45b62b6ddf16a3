'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { type ErasureReceipt, eraseApplicant } from '@/lib/applicant-data'
import { requireStaff } from '@/lib/auth'
import { refreshStatus } from '@/lib/back-office/refresh-status'
import type { RefreshResult } from '@/lib/back-office/views'

export async function refreshStatusAction(id: unknown): Promise<RefreshResult> {
  const staff = await requireStaff('inquiries.refresh')
  const parsed = z.guid().safeParse(id)
  if (!parsed.success) return { ok: false, reason: 'not_found' }
  const result = await refreshStatus(staff, parsed.data)
  revalidatePath(`/admin/inquiries/${parsed.data}`)
  return result
}

/** Erases the inquiry's applicant and all their inquiries. @returns null if there is no such inquiry */
export async function eraseApplicantAction(id: unknown): Promise<ErasureReceipt | null> {
  const staff = await requireStaff('applicants.erase')
  const parsed = z.guid().safeParse(id)
  if (!parsed.success) return null
  return eraseApplicant({ inquiry: parsed.data, actor: staff.id })
}
