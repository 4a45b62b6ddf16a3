/** The identity and documents as staff see them: every field received, in order, under the service's names. */
import type { Identity, ServiceDocuments } from '../verification/schemas'
import type { RevealedDocument, RevealedField, RevealedIdentity } from './views'

export const toRevealedDocument = (
  document: ServiceDocuments['documents'][number],
): RevealedDocument => ({
  type: document.type,
  frontPage: document.frontPage ?? null,
  backPage: document.backPage ?? null,
  hasBackPage: document.supportedPageTypes?.includes('backPage') ?? false,
})

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
