'use server'

import { refresh } from 'next/cache'
import { redirect } from 'next/navigation'
import { z } from 'zod'
import { acknowledge } from '@/lib/back-office/acknowledge'
import { CONDITION_NAMES } from '@/lib/inquiries/conditions'
import { can } from '@/lib/roles'
import { requireStaff } from '@/lib/staff/auth'

const shownSchema = z.object({ name: z.enum(CONDITION_NAMES), occurredAt: z.iso.datetime() })

/** @param occurredAt of the occurrence that the person saw */
export async function acknowledgeAction(name: unknown, occurredAt: unknown): Promise<void> {
  const staff = await requireStaff('/admin')
  if (!can(staff, 'problems.acknowledge')) redirect('/admin')
  const { data } = shownSchema.safeParse({ name, occurredAt })
  if (data) await acknowledge(staff, data.name, new Date(data.occurredAt))
  // The page then shows whether it worked.
  refresh()
}
