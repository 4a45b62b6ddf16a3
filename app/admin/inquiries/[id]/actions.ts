'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { requireStaff } from '@/lib/auth'
import { readNow } from '@/lib/inquiries/read-now'
import type { ReadNowResult } from '@/lib/inquiries/views'

/** Staff ask for a read-back at once. The service is asked, never told. */
export async function readNowAction(id: unknown): Promise<ReadNowResult> {
  const staff = await requireStaff()
  const row = z.guid().safeParse(id)
  if (!row.success) return { ok: false, reason: 'not_found' }
  const result = await readNow(staff, row.data)
  revalidatePath(`/admin/inquiries/${row.data}`)
  return result
}
