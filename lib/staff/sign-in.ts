/** Lets somebody in whom the demo or the identity provider knows. Every refusal is audited and logged, without a name. */
import 'server-only'
import { headers } from 'next/headers'
import { z } from 'zod'
import { type DbOrTransaction, db } from '../database/db'
import { isWithin, networkOf } from '../http/limits'
import { audit } from '../privacy/audit'
import { errorName, log } from '../runtime/log'
import { DEMO_ISSUER, DEMO_PASSWORD, DEMO_USERS } from './demo-people'
import type { Person } from './oidc'
import { ENDED, IDLE_MS } from './session'

/** next-auth puts the message of whatever is thrown into a URL, and the database's names its address. */
export async function orUnavailable<Result>(
  work: () => Promise<Result>,
): Promise<Result | 'Unavailable'> {
  try {
    return await work()
  } catch (error) {
    log.error('sign_in_unavailable', { error: errorName(error) })
    return 'Unavailable'
  }
}

const credentialsSchema = z.object({
  email: z.string().max(254).trim().toLowerCase(),
  password: z.string().max(200),
})

/** @returns whose email and password these are, or null */
export async function checkDemoPassword(input: unknown): Promise<Person | 'TooManyTries' | null> {
  const parsed = credentialsSchema.safeParse(input)
  if (!parsed.success) return null
  const { email, password } = parsed.data
  if (!(await isWithin('sign-in', networkOf(await headers())))) {
    log.warn('sign_in_refused', { reason: 'too_many_tries' })
    return 'TooManyTries'
  }
  const known = DEMO_USERS.find((user) => user.email === email)
  // It's published, so there's nothing to give away.
  if (known && password === DEMO_PASSWORD) return { ...known, issuer: DEMO_ISSUER, subject: email }
  await refuse('wrong_password')
  return null
}

/** The issuer of the people that `npm run staff:session` signs in. */
export const COMMAND_ISSUER = 'staff:session'
const WAYS: Record<string, string> = { [DEMO_ISSUER]: 'credentials', [COMMAND_ISSUER]: 'command' }

interface Admitted {
  id: string
  sessionVersion: number
}

/** Updates the person's row, which the first sign-in makes. */
export async function admit(person: Person): Promise<Admitted | 'NoRole' | 'Blocked'> {
  const { role, issuer, subject, ...facts } = person
  const where = { issuer_subject: { issuer, subject } }
  const now = new Date()
  return db().$transaction(async (tx) => {
    const before = await tx.user.findUnique({ where })
    if (before && !before.active) {
      await refuse('blocked', before.id, tx)
      return 'Blocked'
    }
    if (role === null) {
      // Whoever has lost the role loses the sessions too.
      if (before) await tx.user.update({ where, data: ENDED })
      await refuse('no_role', before?.id, tx)
      return 'NoRole'
    }
    // Otherwise, signing in again would bring a session back that has ended by itself.
    const wasIdle = before && before.seenAt.getTime() < now.getTime() - IDLE_MS
    const columns = { ...facts, role, signedInAt: now, seenAt: now }
    const user = await tx.user.upsert({
      where,
      create: { issuer, subject, ...columns },
      update: { ...columns, ...(wasIdle && ENDED) },
      select: { id: true, sessionVersion: true },
    })
    await audit(
      {
        actor: user.id,
        subject: user.id,
        action: 'staff.signed_in',
        outcome: WAYS[issuer] ?? 'oidc',
      },
      tx,
    )
    return user
  })
}

/** Who it was isn't recorded, unless we know them: it could be anyone's address. */
export async function refuse(outcome: string, subject?: string, tx?: DbOrTransaction) {
  log.warn('sign_in_refused', { reason: outcome })
  await audit({ actor: 'nobody', subject, action: 'staff.sign_in_failed', outcome }, tx)
}
