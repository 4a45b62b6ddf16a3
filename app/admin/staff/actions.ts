'use server'

import { refresh } from 'next/cache'
import { z } from 'zod'
import { setBlocked } from '@/lib/back-office/staff-list'
import { requireStaff } from '@/lib/staff/auth'

const blockSchema = z.object({ id: z.guid(), blocked: z.boolean() })

export async function setBlockedAction(id: unknown, blocked: unknown): Promise<void> {
  const admin = await requireStaff('/admin/staff')
  const { data } = blockSchema.safeParse({ id, blocked })
  if (data) await setBlocked(admin, data.id, data.blocked)
  // The list then shows whether it worked.
  refresh()
}
