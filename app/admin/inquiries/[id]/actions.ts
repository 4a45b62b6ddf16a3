'use server'

import { refresh } from 'next/cache'
import { z } from 'zod'
import { markAccountBlocked } from '@/lib/back-office/block-account'
import { type Refreshed, refreshStatus } from '@/lib/back-office/refresh-status'
import { can } from '@/lib/roles'
import { requireStaff } from '@/lib/staff/auth'

export async function refreshStatusAction(id: unknown): Promise<{ refreshed: Refreshed }> {
  const staff = await requireStaff('/admin/inquiries')
  const parsed = z.guid().safeParse(id)
  const refreshed = parsed.success ? await refreshStatus(staff, parsed.data) : 'not_open'
  refresh()
  return { refreshed }
}

export async function markBlockedAction(id: unknown): Promise<void> {
  const staff = await requireStaff('/admin/inquiries')
  const { data } = z.guid().safeParse(id)
  if (data && can(staff, 'account.block')) await markAccountBlocked(staff, data)
  // The page then shows that it's done, also if a colleague was faster.
  refresh()
}
