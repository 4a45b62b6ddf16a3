/** Passwords are stored as argon2id hashes, with the library's defaults (19 MiB, two passes). */
import 'server-only'
import { hash, verify } from '@node-rs/argon2'

export const hashPassword = (password: string): Promise<string> => hash(password)

/** The hash of a random text, so that an unknown account takes as long as a known one. */
let decoy: Promise<string> | undefined

export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  if (stored) return verify(stored, password)
  decoy ??= hash(crypto.randomUUID())
  await verify(await decoy, password)
  return false
}
