'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { requireStaff } from '@/lib/auth'
import { refreshStatus } from '@/lib/back-office/refresh-status'
import type { RefreshResult } from '@/lib/back-office/views'

/** Staff ask for a read-back at once. The service is asked, never told. */
export async function refreshStatusAction(id: unknown): Promise<RefreshResult> {
  const staff = await requireStaff('inquiries.refresh')
  const row = z.guid().safeParse(id)
  if (!row.success) return { ok: false, reason: 'not_found' }
  const result = await refreshStatus(staff, row.data)
  revalidatePath(`/admin/inquiries/${row.data}`)
  return result
}
