/**
 * Recognises a browser that has signed in to an account before, by a signed cookie (OWASP's "device cookie"). It grants no
 * access, only a separate allowance of password attempts that nobody elsewhere can use up.
 */
import 'server-only'
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { env } from './env'

/** A new token for this account. It doesn't reveal the account. */
export function newDeviceToken(email: string): string {
  const device = randomUUID()
  return `${device}.${sign(device, email).toString('base64url')}`
}

/** @returns the device's id, or null if the token isn't one that we issued for this account */
export function deviceOf(email: string, token: string | undefined): string | null {
  const [device = '', signature = ''] = token?.split('.') ?? []
  const given = Buffer.from(signature, 'base64url')
  const expected = sign(device, email)
  return given.length === expected.length && timingSafeEqual(given, expected) ? device : null
}

const sign = (device: string, email: string): Buffer =>
  createHmac('sha256', env().NEXTAUTH_SECRET).update(`known device\n${device}\n${email}`).digest()
