// A referenceId can name its inquiry's outcome, so a scenario needs neither a person nor the control API.
// `…sandbox:NEEDS_REVIEW` is decided when the customer submits; `…sandbox-auto:FAILED` completes automatically. Words
// after the outcome choose the data: `…sandbox-auto:NEEDS_REVIEW:country-FR:no-reasons`.
import { capabilitySchema, documentTypeSchema, type Order } from '../state/entities.ts'

const MAGIC_REFERENCE = /(?:^|[._:@/-])sandbox(-auto)?:([A-Z][A-Z0-9_]{0,63})((?::[a-z][\w.@-]*)*)$/

/** Each magic word and what it does. A word that ends in a hyphen takes a value. */
export const MAGIC_WORDS = {
  'named-': 'the name, with dots for spaces: `named-Ada.Lovelace`',
  'papers-': 'another name on the document, with dots for spaces: `papers-Ida.Lovelace`',
  'born-': 'the date of birth: `born-1990-01-31`',
  'country-': 'the country in the personal information: `country-FR`',
  'document-':
    'the document: `document-passport`, `document-national_id` or `document-driving_license`',
  'expires-': 'when the document expires: `expires-2020-01-31`',
  'no-reasons': 'NEEDS_REVIEW without a reason',
  'reasons-': 'the number of review reasons: `reasons-3`',
  'fails-': 'a capability that fails: `fails-FACE_MATCH`',
  'no-pictures': 'no pictures, so the list of documents is empty (D12)',
  'no-back': 'no back page (D10)',
} as const

const MAX_REASONS = 50
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** The outcome and data that a referenceId asks for; null if it isn't magic. */
export function magicOrder(referenceId: string | null): { outcome: string; order: Order } | null {
  const [, , outcome, words = ''] = MAGIC_REFERENCE.exec(referenceId ?? '') ?? []
  if (outcome === undefined) return null
  return { outcome, order: readWords(words.split(':').slice(1)) }
}

/** Whether the inquiry completes automatically as soon as it's opened. */
export function isAutomatic(referenceId: string | null): boolean {
  return MAGIC_REFERENCE.exec(referenceId ?? '')?.[1] !== undefined
}

/** Ignores unknown words: a merchant can put anything into a referenceId. */
function readWords(words: readonly string[]): Order {
  const order: Order = {}
  const failed = words
    .map((word) => capabilitySchema.safeParse(word.replace(/^fails-/, '')))
    .flatMap((parsed) => (parsed.success ? [parsed.data] : []))
  if (failed.length > 0) order.failedCapabilities = failed
  for (const word of words) {
    const [, name = word, value = ''] = /^([a-z]+-)(.+)$/.exec(word) ?? []
    const documentType = documentTypeSchema.safeParse(value)
    const reasons = Math.min(Number(value), MAX_REASONS)
    if (word === 'no-reasons') order.reviewReasons = []
    else if (word === 'no-pictures') order.withoutPictures = true
    else if (word === 'no-back') order.withoutBackPage = true
    else if (name === 'named-') order.fullName = value.replaceAll('.', ' ')
    else if (name === 'papers-') order.documentFullName = value.replaceAll('.', ' ')
    else if (name === 'born-' && DATE.test(value)) order.dateOfBirth = value
    else if (name === 'expires-' && DATE.test(value)) order.dateOfExpiry = value
    else if (name === 'country-' && /^[A-Z]{2}$/.test(value)) order.country = value
    else if (name === 'document-' && documentType.success) order.documentType = documentType.data
    else if (name === 'reasons-' && Number.isInteger(reasons)) {
      order.reviewReasons = Array.from({ length: reasons }, (_, index) => `Reason ${index + 1}.`)
    }
  }
  return order
}
