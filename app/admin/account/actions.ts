'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import type { AccountState } from '@/components/admin/account/password-form'
import type { SetUpState } from '@/components/admin/account/second-factor-setup'
import { requireAccount, requireSetUp } from '@/lib/auth'
import {
  changeOwnPassword,
  endOtherSessions,
  removeOwnSecondFactor,
  setUpSecondFactor,
} from '@/lib/back-office/own-account'
import { formFields } from '@/lib/form-fields'

const MALFORMED = { ok: false, reason: 'malformed' } as const
const text = z.string().min(1).max(500)
const passwordsSchema = z.object({ current: text, next: text })
const passwordSchema = z.object({ current: text })
const codeSchema = z.object({ code: text })

export async function changePasswordAction(_: unknown, formData: unknown): Promise<AccountState> {
  const account = await requireAccount()
  const parsed = passwordsSchema.safeParse(formFields(formData))
  return parsed.success ? changeOwnPassword(account, parsed.data) : MALFORMED
}

export async function setUpSecondFactorAction(_: unknown, formData: unknown): Promise<SetUpState> {
  const account = await requireSetUp()
  const parsed = codeSchema.safeParse(formFields(formData))
  return parsed.success ? setUpSecondFactor(account, parsed.data.code) : MALFORMED
}

export async function removeSecondFactorAction(
  _: unknown,
  formData: unknown,
): Promise<AccountState> {
  const account = await requireAccount()
  const parsed = passwordSchema.safeParse(formFields(formData))
  return parsed.success ? removeOwnSecondFactor(account, parsed.data.current) : MALFORMED
}

const endSessionsSchema = z.object({ others: z.literal('end') })

export async function endOtherSessionsAction(_: unknown, formData: unknown): Promise<AccountState> {
  const account = await requireAccount()
  if (!endSessionsSchema.safeParse(formFields(formData)).success) return MALFORMED
  const ended = await endOtherSessions(account)
  if (ended.ok) revalidatePath('/admin/account')
  return ended
}
