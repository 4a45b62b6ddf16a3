/** The identity and documents as staff see them: every field received, in order, under the service's names. */
import 'server-only'
import { env } from '../env'
import { log } from '../log'
import type { Identity, ServiceDocuments } from '../verification/schemas'
import type { RevealedDocument, RevealedField, RevealedIdentity } from './views'

export const toRevealedDocument = (
  document: ServiceDocuments['documents'][number],
): RevealedDocument => ({
  type: document.type,
  frontPage: toPictureUrl(document.frontPage),
  backPage: toPictureUrl(document.backPage),
  hasBackPage: document.supportedPageTypes?.includes('backPage') ?? false,
})

/**
 * Only URLs of a configured origin reach a browser (N31). An `<img>` sends the reviewer's cookies: with a URL of this app, it would
 * reveal or export in their name.
 */
function toPictureUrl(url: string | null | undefined): string | null {
  if (!url) return null
  const origin = URL.canParse(url) ? new URL(url).origin : 'none'
  const expected = env().VERIFICATION_ARTIFACT_ORIGINS
  if (expected.includes(origin)) return url
  log.warn('picture_url_dropped', { origin, expected: expected.join(' ') })
  return null
}

export function toRevealedIdentity(identity: Identity): RevealedIdentity {
  const { addressDetails, ...document } = identity.document ?? {}
  return {
    declared: fields(identity.personalInfo),
    document: fields(document),
    address: fields(addressDetails),
  }
}

/** Any field may be missing, and unknown ones may be added (N14). */
const fields = (received: unknown): RevealedField[] =>
  Object.entries(received ?? {})
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    .map(([name, value]) => ({ name, value }))
