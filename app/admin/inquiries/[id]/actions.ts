'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
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
