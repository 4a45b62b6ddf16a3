'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { requireStaff } from '@/lib/auth'
import { type BlockOutcome, setBlocked } from '@/lib/back-office/staff-list'

const blockSchema = z.object({ id: z.guid(), blocked: z.boolean() })

export async function setBlockedAction(id: unknown, blocked: unknown): Promise<BlockOutcome> {
  const admin = await requireStaff('staff.manage')
  const parsed = blockSchema.safeParse({ id, blocked })
  if (!parsed.success) return { ok: false, reason: 'malformed' }
  const outcome = await setBlocked(admin, parsed.data.id, parsed.data.blocked)
  revalidatePath('/admin/staff')
  return outcome
}
