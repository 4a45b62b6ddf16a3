/** What the customer declared next to what the document says. Only fields on both sides are compared. */
import type { RevealedField, RevealedIdentity } from '@/lib/back-office/revealed'

type Match = 'same' | 'differs' | 'not_compared'

export interface ComparedField {
  /** The service's name for the field, such as `fullName`. Parts of the address look like `address.city`. */
  name: string
  declared: string | null
  document: string | null
  match: Match
}

/** A reviewer's reading order. Other fields follow in the order received (N14). */
const FIELD_ORDER = [
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
  // A single-line address already contains its parts.
  const parts = document.has('address') ? identity.address.slice(0, 0) : identity.address
  for (const { name, value } of parts) document.set(`address.${name}`, value)
  // The document's country is its address's country, which isn't always what the customer was asked for.
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

/** A code (S4) is compared only with another code or with a country's English name. */
function matchOfCountries(declared: string, document: string): Match {
  const code = declared.trim().toUpperCase()
  const other = document.trim()
  if (/^[a-z]{2}$/i.test(other)) return other.toUpperCase() === code ? 'same' : 'differs'
  return tokens(countryName(code, 'en')).join(' ') === tokens(other).join(' ')
    ? 'same'
    : 'not_compared'
}

/** The country's name, or the code itself if no country has it. */
export function countryName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}

/** Words, normalised for what documents and people write differently: case, accents and hyphens. */
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

/** Splits one side into words and marks those that the other side doesn't have. */
export function markDifferences(text: string, other: string): Piece[] {
  const there = new Set(tokens(other))
  return text.split(/(?<=\s)/).map((word) => ({
    text: word,
    isOnlyHere: tokens(word).some((token) => !there.has(token)),
  }))
}

const DOCUMENT_DATE = /^(\d{2})-(\d{2})-(\d{4})$/

/** Parses a document's date (S5), day first. Null for any other format, which is shown unchanged. */
export function parseDocumentDate(text: string): Date | null {
  const [, day, month, year] = DOCUMENT_DATE.exec(text) ?? []
  if (day === undefined) return null
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day) ? null : date
}
