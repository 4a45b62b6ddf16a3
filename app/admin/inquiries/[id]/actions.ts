'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { requireStaff } from '@/lib/auth'
import { readNow } from '@/lib/inquiries/read-now'

/** Staff ask for a read-back at once. The service is asked, never told. */
export async function readNowAction(id: string): Promise<void> {
  const staff = await requireStaff()
  await readNow(staff, z.guid().parse(id))
  revalidatePath(`/admin/inquiries/${id}`)
}
