/** Derives a key for each purpose from NEXTAUTH_SECRET. After a rotation, whatever the keys protected is set up again. */
import 'server-only'
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { env } from './env'

const VERSION = 'v1'
const NONCE_BYTES = 12
const TAG_BYTES = 16

type Purpose = 'second factor' | 'recovery code' | 'link code'

const keyFor = (purpose: Purpose): Buffer =>
  Buffer.from(hkdfSync('sha256', env().NEXTAUTH_SECRET, '', `merchant staff ${purpose}`, 32))

/** For short codes: without the key, someone with a copy of the database can't find them by trying them all. */
export const keyedHash = (purpose: Purpose, text: string): string =>
  createHmac('sha256', keyFor(purpose)).update(text).digest('hex')

/** AES-256-GCM. @param owner the row it belongs to: copied to another row, it can't be decrypted */
export function encrypt(purpose: Purpose, owner: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), nonce).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`
}

/** @returns null if it was encrypted under another NEXTAUTH_SECRET, for another owner, or changed since */
export function decrypt(purpose: Purpose, owner: string, encrypted: string): string | null {
  const [version, body = ''] = encrypted.split('.')
  const bytes = Buffer.from(body, 'base64url')
  if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) return null
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), nonce, {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
  try {
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
