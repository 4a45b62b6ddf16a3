/** What the customer declared next to what the document says. Only what both sides have is compared. */
import type { RevealedField, RevealedIdentity } from '@/lib/inquiries/views'

export type Match = 'same' | 'differs' | 'not_compared'

export interface ComparedField {
  /** The service's name of the field: `fullName`. Parts of the address are `address.city`. */
  name: string
  declared: string | null
  document: string | null
  match: Match
}

/** The order in which a reviewer reads them. Others follow as they came (N14). */
export const FIELD_ORDER = [
  'fullName',
  'country',
  'dateOfBirth',
  'sex',
  'documentType',
  'documentNumber',
  'dateOfIssue',
  'dateOfExpiry',
  'address',
] as const

export function compareIdentity(identity: RevealedIdentity): ComparedField[] {
  const declared = toMap(identity.declared)
  const document = toMap(identity.document)
  // Its single line already says the same.
  const parts = document.has('address') ? identity.address.slice(0, 0) : identity.address
  for (const { name, value } of parts) document.set(`address.${name}`, value)
  // The country that a document names is that of its address: not always the one that the customer was asked for.
  const country = identity.address.find(({ name }) => name === 'country')?.value
  if (country !== undefined && !document.has('country')) document.set('country', country)
  document.delete('address.country')

  const names = [...new Set([...FIELD_ORDER, ...document.keys(), ...declared.keys()])]
  return names.flatMap((name) => {
    const sides = { declared: declared.get(name) ?? null, document: document.get(name) ?? null }
    return sides.declared === null && sides.document === null
      ? []
      : { name, ...sides, match: matchOf(name, sides.declared, sides.document) }
  })
}

const toMap = (fields: readonly RevealedField[]) =>
  new Map(fields.map(({ name, value }) => [name, value]))

function matchOf(name: string, declared: string | null, document: string | null): Match {
  if (declared === null || document === null) return 'not_compared'
  if (name === 'country') return matchOfCountries(declared, document)
  return tokens(declared).join(' ') === tokens(document).join(' ') ? 'same' : 'differs'
}

/** A code (S4) is only compared with a code or with a country's English name. */
function matchOfCountries(declared: string, document: string): Match {
  const code = declared.trim().toUpperCase()
  const other = document.trim()
  if (/^[a-z]{2}$/i.test(other)) return other.toUpperCase() === code ? 'same' : 'differs'
  return tokens(countryName(code, 'en')).join(' ') === tokens(other).join(' ')
    ? 'same'
    : 'not_compared'
}

/** The country's name, or the code itself if it is none. */
export function countryName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}

/** Words without what documents and people write differently: capitals, accents and hyphens. */
const tokens = (text: string): string[] =>
  text
    .split(/[\s-]+/)
    .map(plain)
    .filter(Boolean)

const plain = (word: string): string =>
  word
    .normalize('NFKD')
    .replace(/[^\p{Letter}\p{Number}]/gu, '')
    .toLowerCase()

interface Piece {
  text: string
  /** The other side doesn't have this word. */
  isOnlyHere: boolean
}

/** The words of one side, with those marked that the other side doesn't have. */
export function markDifferences(text: string, other: string): Piece[] {
  const there = new Set(tokens(other))
  return text.split(/(?<=\s)/).map((word) => ({
    text: word,
    isOnlyHere: tokens(word).some((token) => !there.has(token)),
  }))
}

const DOCUMENT_DATE = /^(\d{2})-(\d{2})-(\d{4})$/

/** A date as documents have it (S5), day first. Null for anything else, which is shown as it came. */
export function parseDocumentDate(text: string): Date | null {
  const [, day, month, year] = DOCUMENT_DATE.exec(text) ?? []
  if (day === undefined) return null
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day) ? null : date
}
