/** The identity and documents as staff see them: every field received, in order, with readable labels. */
import type { Identity, ServiceDocuments } from '../verification/schemas'
import type { RevealedDocument, RevealedIdentity } from './views'

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
    person: pairs(identity.personalInfo),
    document: [...pairs(document), ...pairs(addressDetails)],
  }
}

/** Any field may be missing and others may come (N14). */
const pairs = (fields: unknown) =>
  Object.entries(fields ?? {})
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    .map(([name, value]) => ({ label: toLabel(name), value }))

/** `dateOfBirth` → `Date of birth` */
const toLabel = (name: string): string => {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
