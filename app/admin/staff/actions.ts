'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import type { InviteState } from '@/components/admin/staff/invite-dialog'
import { requireStaff } from '@/lib/auth'
import {
  changeRole,
  createResetLink,
  type InvitationResult,
  invitationSchema,
  inviteStaff,
  type LinkResult,
  type StaffChange,
  setActive,
  signOutEverywhere,
} from '@/lib/back-office/staff-admin'
import {
  type ConfirmResult,
  confirmLink,
  LINK_HOURS,
  type LinkKind,
  linkPath,
} from '@/lib/back-office/staff-links'
import { env } from '@/lib/env'
import { formFields } from '@/lib/form-fields'
import { ROLES } from '@/lib/staff'

type CreateLinkResult =
  | { ok: true; url: string; hours: number }
  | Extract<LinkResult | StaffChange, { ok: false }>

export async function inviteStaffAction(_: unknown, formData: unknown): Promise<InviteState> {
  const admin = await requireStaff('staff.manage')
  const parsed = invitationSchema.safeParse(formFields(formData))
  if (!parsed.success) {
    const { email, name, role } = z.flattenError(parsed.error).fieldErrors
    const tooLong = name?.includes('nameTooLong')
    return {
      ok: false,
      errors: {
        email: email && 'email',
        name: name && (tooLong ? 'nameTooLong' : 'name'),
        role: role && 'role',
      },
    }
  }
  const result: InvitationResult = await inviteStaff(admin, parsed.data)
  if (!result.ok) return { ok: false, errors: { form: result.reason } }
  revalidatePath('/admin/staff')
  const link = result.token === null ? null : toUrl(result.token, 'invitation')
  return { ok: true, email: parsed.data.email, link }
}

const toUrl = (token: string, kind: LinkKind) => ({
  url: `${env().NEXTAUTH_URL}${linkPath(token)}`,
  hours: LINK_HOURS[kind],
})

const linkSchema = z.object({ id: z.guid(), kind: z.enum(['password', 'recovery']) })

export async function createLinkAction(id: unknown, kind: unknown): Promise<CreateLinkResult> {
  const admin = await requireStaff('staff.manage')
  const parsed = linkSchema.safeParse({ id, kind })
  if (!parsed.success) return { ok: false, reason: 'malformed' }
  const created = await createResetLink(admin, parsed.data.id, parsed.data.kind)
  if (!created.ok) return created
  return { ok: true, ...toUrl(created.token, created.kind) }
}

const confirmSchema = z.object({ id: z.guid(), code: z.string().max(20) })

export async function confirmLinkAction(
  id: unknown,
  code: unknown,
): Promise<ConfirmResult | { ok: false; reason: 'malformed' }> {
  const admin = await requireStaff('staff.manage')
  const parsed = confirmSchema.safeParse({ id, code })
  if (!parsed.success) return { ok: false, reason: 'malformed' }
  const confirmed = await confirmLink(admin, parsed.data.id, parsed.data.code)
  revalidatePath('/admin/staff')
  return confirmed
}

export async function signOutEverywhereAction(id: unknown): Promise<StaffChange> {
  const admin = await requireStaff('staff.manage')
  const parsed = z.guid().safeParse(id)
  if (!parsed.success) return { ok: false, reason: 'malformed' }
  return signOutEverywhere(admin, parsed.data)
}

const roleChangeSchema = z.object({ id: z.guid(), role: z.enum(ROLES) })

export async function changeRoleAction(id: unknown, role: unknown): Promise<StaffChange> {
  const admin = await requireStaff('staff.manage')
  const parsed = roleChangeSchema.safeParse({ id, role })
  if (!parsed.success) return { ok: false, reason: 'malformed' }
  const change = await changeRole(admin, parsed.data.id, parsed.data.role)
  revalidatePath('/admin/staff')
  return change
}

const accessChangeSchema = z.object({ id: z.guid(), active: z.boolean() })

export async function setActiveAction(id: unknown, active: unknown): Promise<StaffChange> {
  const admin = await requireStaff('staff.manage')
  const parsed = accessChangeSchema.safeParse({ id, active })
  if (!parsed.success) return { ok: false, reason: 'malformed' }
  const change = await setActive(admin, parsed.data.id, parsed.data.active)
  revalidatePath('/admin/staff')
  return change
}
