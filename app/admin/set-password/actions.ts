'use server'

import { headers } from 'next/headers'
import { z } from 'zod'
import type { AcceptState } from '@/components/admin/account/set-password-form'
import { acceptLink } from '@/lib/back-office/staff-links'
import { mayTryLink, networkOf } from '@/lib/limits'
import { arePasswordsAllowed } from '@/lib/oidc'

const linkSchema = z.object({
  token: z.string().max(100),
  password: z.string().min(1).max(500),
  code: z.string().max(40).default(''),
})

/** Needs no session: the link itself authorises. */
export async function acceptLinkAction(link: unknown): Promise<AcceptState> {
  if (!arePasswordsAllowed()) return { ok: false, reason: 'no_password' }
  const parsed = linkSchema.safeParse(link)
  if (!parsed.success) return { ok: false, reason: 'malformed' }
  const network = networkOf((await headers()).get('x-forwarded-for'))
  if (!(await mayTryLink(network))) return { ok: false, reason: 'too_many_tries' }
  return acceptLink(parsed.data)
}
