'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { requireStaff } from '@/lib/auth'
import { setBlocked } from '@/lib/back-office/staff-list'

const blockSchema = z.object({ id: z.guid(), blocked: z.boolean() })

export async function setBlockedAction(id: unknown, blocked: unknown): Promise<{ ok: boolean }> {
  const admin = await requireStaff('staff.manage')
  const { data } = blockSchema.safeParse({ id, blocked })
  const ok = data !== undefined && (await setBlocked(admin, data.id, data.blocked))
  revalidatePath('/admin/staff')
  return { ok }
}
