/** Admits a person whom the demo or the identity provider has authenticated. Every refusal is audited and logged, without a name. */
import 'server-only'
import { headers } from 'next/headers'
import { z } from 'zod'
import { type DbOrTransaction, db } from '../database/db'
import { isWithin, networkOf } from '../http/limits'
import { audit } from '../privacy/audit'
import { failure, log } from '../runtime/log'
import { DEMO_ISSUER, DEMO_PASSWORD, DEMO_USERS } from './demo-people'
import type { Person } from './oidc'
import { ENDED, IDLE_MS } from './session'

/** next-auth puts an error's message into a URL, and a database error names the database's address. So this replaces the error. */
export async function orUnavailable<Result>(
  work: () => Promise<Result>,
): Promise<Result | 'Unavailable'> {
  try {
    return await work()
  } catch (error) {
    log.error('sign_in_unavailable', failure(error))
    return 'Unavailable'
  }
}

const credentialsSchema = z.object({
  email: z.string().max(254).trim().toLowerCase(),
  password: z.string().max(200),
})

/** @returns the person with this email and password; null if there is none */
export async function checkDemoPassword(input: unknown): Promise<Person | 'TooManyTries' | null> {
  const parsed = credentialsSchema.safeParse(input)
  if (!parsed.success) return null
  const { email, password } = parsed.data
  if (!(await isWithin('sign-in', networkOf(await headers())))) {
    log.warn('sign_in_refused', { reason: 'too_many_tries' })
    return 'TooManyTries'
  }
  const known = DEMO_USERS.find((user) => user.email === email)
  // The password is published, so a timing attack would reveal nothing.
  if (known && password === DEMO_PASSWORD) return { ...known, issuer: DEMO_ISSUER, subject: email }
  await refuse('wrong_password')
  return null
}

/** The issuer of people whom `npm run staff:session` signs in. */
export const COMMAND_ISSUER = 'staff:session'
const WAYS: Record<string, string> = { [DEMO_ISSUER]: 'credentials', [COMMAND_ISSUER]: 'command' }

interface Admitted {
  id: string
  sessionVersion: number
}

/** Creates the person's row at the first sign-in and updates it later. */
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
      // A person who has lost their role also loses their sessions.
      if (before) await tx.user.update({ where, data: ENDED })
      await refuse('no_role', before?.id, tx)
      return 'NoRole'
    }
    // Otherwise, signing in again would revive a session that timed out.
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

/** Records the person only if we know them. The address of a stranger is personal data that we don't need. */
export async function refuse(outcome: string, subject?: string, tx?: DbOrTransaction) {
  log.warn('sign_in_refused', { reason: outcome })
  await audit({ actor: 'nobody', subject, action: 'staff.sign_in_failed', outcome }, tx)
}
