/** Passwords are stored as argon2id hashes, with the library's defaults (19 MiB, two passes). */
import 'server-only'
import { hash, verify } from '@node-rs/argon2'

export const hashPassword = (password: string): Promise<string> => hash(password)

/** Verified in place of a missing hash, so unknown accounts take as long as known ones. */
let decoy: Promise<string> | undefined

export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  if (stored) return verify(stored, password)
  decoy ??= hash(crypto.randomUUID())
  await verify(await decoy, password)
  return false
}
