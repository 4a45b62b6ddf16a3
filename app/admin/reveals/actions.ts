'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { requireStaff } from '@/lib/auth'
import { formFields } from '@/lib/form-fields'
import { CASE_NUMBER, REVEAL_REASONS } from '@/lib/inquiries/reveal-reasons'
import { decideReveal, requestReveal } from '@/lib/inquiries/reveal-requests'
import type { RevealDecision, RevealRequestResult } from '@/lib/inquiries/views'

const MALFORMED = { ok: false, reason: 'malformed' } as const

const requestSchema = z.object({
  reason: z.enum(REVEAL_REASONS),
  caseNumber: z
    .union([z.literal(''), z.string().regex(CASE_NUMBER)])
    .default('')
    .transform((number) => number || null),
})

/** @param id our own id for the inquiry */
export async function requestRevealAction(
  id: unknown,
  formData: unknown,
): Promise<RevealRequestResult> {
  const staff = await requireStaff('documents.reveal')
  const inquiry = z.guid().safeParse(id)
  const request = requestSchema.safeParse(formFields(formData))
  if (!inquiry.success || !request.success) return MALFORMED
  return requestReveal(staff, inquiry.data, request.data)
}

const decisionSchema = z.object({ id: z.guid(), isApproved: z.boolean() })

export async function decideRevealAction(
  id: unknown,
  isApproved: unknown,
): Promise<RevealDecision> {
  const staff = await requireStaff('documents.reveal')
  const parsed = decisionSchema.safeParse({ id, isApproved })
  if (!parsed.success) return MALFORMED
  const decision = await decideReveal(staff, parsed.data.id, parsed.data.isApproved)
  revalidatePath('/admin/reveals')
  return decision
}
