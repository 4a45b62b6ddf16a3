'use server'

import { after } from 'next/server'
import { z } from 'zod'
import { requireStaff } from '@/lib/auth'
import { refreshStatus } from '@/lib/back-office/refresh-status'
import type { RefreshResult } from '@/lib/back-office/views'
import { reconcileSoon } from '@/lib/inquiries/reconcile'

export async function refreshStatusAction(id: unknown): Promise<RefreshResult> {
  const staff = await requireStaff('inquiries.refresh')
  const parsed = z.guid().safeParse(id)
  if (!parsed.success) return { ok: false, error: 'not_found' }
  const result = await refreshStatus(staff, parsed.data)
  if (result.ok) reconcileSoon(after)
  return result
}
