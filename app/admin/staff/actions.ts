'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import type { InviteState } from '@/components/admin/staff/invite-dialog'
import { requireStaff } from '@/lib/auth'
import {
  changeRole,
  type InvitationResult,
  invitationSchema,
  inviteStaff,
  type StaffChange,
  setActive,
} from '@/lib/back-office/staff-admin'
import { formFields } from '@/lib/form-fields'
import { ROLES } from '@/lib/staff'

export async function inviteStaffAction(_: unknown, formData: unknown): Promise<InviteState> {
  const admin = await requireStaff('staff.manage')
  const parsed = invitationSchema.safeParse(formFields(formData))
  if (!parsed.success) {
    const errors = z.flattenError(parsed.error).fieldErrors
    return {
      ok: false,
      errors: { email: errors.email?.[0], name: errors.name?.[0], role: errors.role?.[0] },
    }
  }
  const result: InvitationResult = await inviteStaff(admin, parsed.data)
  if (!result.ok) {
    const form =
      result.reason === 'already_there'
        ? 'Someone with this email address is already on the list.'
        : 'Only admins can invite people.'
    return { ok: false, errors: { form } }
  }
  revalidatePath('/admin/staff')
  return { ok: true, email: parsed.data.email, password: result.password }
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
