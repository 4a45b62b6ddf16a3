'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { requireStaff } from '@/lib/auth'
import { ROLES } from '@/lib/staff'
import {
  changeRole,
  type InvitationResult,
  invitationSchema,
  inviteStaff,
  type StaffChange,
  setActive,
} from '@/lib/staff-admin'

export type InviteState =
  | { ok: null }
  | { ok: false; errors: { email?: string; name?: string; role?: string; form?: string } }
  | { ok: true; email: string; password: string }

export async function inviteStaffAction(_: InviteState, formData: FormData): Promise<InviteState> {
  const admin = await requireStaff('ADMIN')
  const parsed = invitationSchema.safeParse(Object.fromEntries(formData))
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
        ? 'Somebody with this e-mail address is on the list already.'
        : 'Only admins may invite.'
    return { ok: false, errors: { form } }
  }
  revalidatePath('/admin/staff')
  return { ok: true, email: parsed.data.email, password: result.password }
}

export async function changeRoleAction(id: string, formData: FormData): Promise<StaffChange> {
  const admin = await requireStaff('ADMIN')
  const role = z.enum(ROLES).parse(formData.get('role'))
  const change = await changeRole(admin, z.guid().parse(id), role)
  revalidatePath('/admin/staff')
  return change
}

export async function setActiveAction(id: string, active: boolean): Promise<StaffChange> {
  const admin = await requireStaff('ADMIN')
  const change = await setActive(admin, z.guid().parse(id), z.boolean().parse(active))
  revalidatePath('/admin/staff')
  return change
}
