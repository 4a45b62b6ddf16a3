/** Sign-in with email, password and, if it is set up, the second factor. Every refusal is in the audit trail. */
import 'server-only'
import { cookies, headers } from 'next/headers'
import { z } from 'zod'
import { audit } from './audit'
import { db } from './db'
import { env } from './env'
import { hostCookie, perPort } from './host-cookie'
import { deviceOf, newDeviceToken } from './known-device'
import { forgivePasswords, mayTryPassword, networkOf } from './limits'
import { log } from './log'
import { isPublished } from './password-rules'
import { isPassword } from './passwords'
import { spendCode } from './second-factor'

const DEVICE_SECONDS = 180 * 24 * 60 * 60
const deviceCookie = () => hostCookie(perPort('staff-device'))

const credentialsSchema = z.object({
  email: z.email().max(254).toLowerCase(),
  password: z.string().min(1).max(200),
  code: z.string().max(40).trim().default(''),
})

/** The sign-in page knows these codes. None reveals anything to those who don't know the password. */
const CODES = {
  too_many_codes: 'TooManyTries',
  wrong_code: 'WrongCode',
  used_code: 'UsedCode',
} as const

/** Counts a password attempt by this browser. */
export async function countPasswordAttempt(email: string) {
  const attempt = {
    email,
    network: networkOf((await headers()).get('x-forwarded-for')),
    device: deviceOf(email, (await cookies()).get(deviceCookie().name)?.value),
  }
  const allowed = await mayTryPassword(attempt)
  if (!allowed) log.warn('sign_in_limited')
  return { allowed, forgive: () => forgivePasswords(attempt) }
}

/**
 * @returns the account, or null if email or password are wrong
 * @throws Error whose message is the code of another refusal
 */
export async function checkPassword(input: unknown) {
  const parsed = credentialsSchema.safeParse(input)
  if (!parsed.success || env().STAFF_SIGN_IN === 'oidc') return null
  const { email, password, code } = parsed.data
  const attempt = await countPasswordAttempt(email)
  if (!attempt.allowed) throw new Error('TooManyTries')
  const user = await db().user.findUnique({ where: { email }, include: { secondFactor: true } })
  const right = await isPassword(user?.passwordHash ?? null, password)
  if (!user) {
    await auditFailure('unknown_account')
    return null
  }
  if (!right || !user.active) {
    await auditFailure(right ? 'deactivated' : 'wrong_password', user.id)
    return null
  }
  if (isPublished(password) && env().STAFF_SIGN_IN !== 'demo') {
    await auditFailure('published_password', user.id)
    throw new Error('PublishedPassword')
  }
  await attempt.forgive()
  if (user.heldByLink !== null) {
    await auditFailure('not_confirmed', user.id)
    throw new Error('NotConfirmed')
  }
  const hasFactor = user.secondFactor?.confirmedAt != null
  if (hasFactor) {
    if (code === '') throw new Error('CodeRequired')
    const used = await spendCode(user, code)
    if (!used.ok) {
      await auditFailure(used.reason, user.id)
      throw new Error(CODES[used.reason])
    }
  }
  const { name, options } = deviceCookie()
  const jar = await cookies()
  jar.set(name, newDeviceToken(email), { ...options, maxAge: DEVICE_SECONDS })
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    secondFactor: hasFactor,
    // Read together with the hash, so a later change ends the session, even one that commits before the session starts.
    sessionsFrom: user.sessionsFrom,
  }
}

/** An email address that belongs to no account isn't recorded: it could be anyone's. */
export const auditFailure = (outcome: string, subject?: string) =>
  audit({ actor: 'nobody', action: 'staff.sign_in_failed', subject, outcome })
