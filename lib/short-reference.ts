/**
 * The short reference of an inquiry, such as AB-7KQ2M4, for people to read out, type and remember. It is the start of the
 * UUID in our referenceId, in base 32, so it needs no column: a search for it is a search for the start of the referenceId,
 * which has an index. Six characters distinguish a billion inquiries; if two inquiries share theirs, a search finds both.
 */
import { SITE } from '../site'

/** Crockford's base 32 leaves out I, L, O and U, which are misread as other characters or words. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const MISREAD: Readonly<Record<string, string>> = { I: '1', L: '1', O: '0' }
const LENGTH = 6
const BITS_PER_CHARACTER = 5
const BITS_PER_HEX_DIGIT = 4
/** What `lib/inquiries/open-inquiry.ts` puts in front of the UUID. */
const OURS = 'app-'
const OUR_REFERENCE_ID = new RegExp(`^${OURS}([0-9a-f]{8})-`)

/** A referenceId in another form is its own short reference. */
export function shortReference(referenceId: string): string {
  const hex = OUR_REFERENCE_ID.exec(referenceId)?.[1]
  if (hex === undefined) return referenceId
  const bits = Number.parseInt(hex, 16).toString(2).padStart(32, '0')
  const characters = Array.from({ length: LENGTH }, (_, position) => {
    const start = position * BITS_PER_CHARACTER
    return ALPHABET[Number.parseInt(bits.slice(start, start + BITS_PER_CHARACTER), 2)]
  })
  return `${SITE.referencePrefix}-${characters.join('')}`
}

const TYPED = new RegExp(`^(${SITE.referencePrefix}[- ]?)?([0-9a-z]{1,${LENGTH}})$`, 'i')
/** Without the prefix, anything shorter could be some other search. */
const LEAST_WITHOUT_PREFIX = 4

/**
 * The first characters of the referenceIds whose short reference is this, or starts with this.
 * @param search as typed: `AB-7KQ2M4`, `ab-7kq`, `7KQ2M4`
 * @returns none if it isn't a short reference, else up to eight
 */
export function referenceIdPrefixes(search: string): string[] {
  const [, prefix, text] = TYPED.exec(search.trim()) ?? []
  if (text === undefined || (!prefix && text.length < LEAST_WITHOUT_PREFIX)) return []
  const values = [...text.toUpperCase()].map((character) =>
    ALPHABET.indexOf(MISREAD[character] ?? character),
  )
  if (values.includes(-1)) return []
  const bits = values.length * BITS_PER_CHARACTER
  const hexDigits = Math.ceil(bits / BITS_PER_HEX_DIGIT)
  // The last hexadecimal digit has bits that the last character doesn't determine.
  const undetermined = 2 ** (hexDigits * BITS_PER_HEX_DIGIT - bits)
  const value = values.reduce((sum, digit) => sum * ALPHABET.length + digit, 0)
  return Array.from(
    { length: undetermined },
    (_, low) => `${OURS}${(value * undetermined + low).toString(16).padStart(hexDigits, '0')}`,
  )
}
