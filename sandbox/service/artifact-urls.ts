// Temporary document URLs (D7): anyone who has one can view the picture until the signed expiry.
import { createHmac, timingSafeEqual } from 'node:crypto'

export function signedPath(key: string, artifactId: string, expiresAtMs: number): string {
  return `/artifacts/${artifactId}?expires=${expiresAtMs}&signature=${sign(key, artifactId, expiresAtMs)}`
}

/** The URL's expiry in epoch milliseconds, or null if this key didn't sign it. */
export function readSignedUrl(
  key: string,
  artifactId: string,
  { expires = '', signature = '' }: { expires?: string; signature?: string },
): number | null {
  const expiresAtMs = Number(expires)
  const expected = Buffer.from(sign(key, artifactId, expiresAtMs))
  const given = Buffer.from(signature)
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  return isOurs ? expiresAtMs : null
}

function sign(key: string, artifactId: string, expiresAtMs: number): string {
  return createHmac('sha256', key).update(`${artifactId}.${expiresAtMs}`).digest('hex')
}
