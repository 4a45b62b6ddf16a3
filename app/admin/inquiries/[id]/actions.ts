'use server'

import { refresh } from 'next/cache'
import { z } from 'zod'
import { type Refreshed, refreshStatus } from '@/lib/back-office/refresh-status'
import { requireStaff } from '@/lib/staff/auth'

export async function refreshStatusAction(id: unknown): Promise<{ refreshed: Refreshed }> {
  const staff = await requireStaff('/admin/inquiries')
  const parsed = z.guid().safeParse(id)
  const refreshed = parsed.success ? await refreshStatus(staff, parsed.data) : 'not_open'
  refresh()
  return { refreshed }
}
