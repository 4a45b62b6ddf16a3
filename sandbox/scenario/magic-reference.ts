// A referenceId can name its inquiry's outcome, so a scenario needs neither a person nor the control API.
// `…sandbox:NEEDS_REVIEW` is decided when the customer submits; `…sandbox-auto:FAILED` completes automatically. Words
// after the outcome choose the data: `…sandbox-auto:NEEDS_REVIEW:country-FR:no-reasons`.
import { type Order, orderSchema } from '../state/entities.ts'

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

/** Ignores unknown words, and values that no order may have: a merchant can put anything into a referenceId. */
function readWords(words: readonly string[]): Order {
  const order: Order = {}
  for (const word of words) {
    const read = orderSchema.safeParse(readWord(word))
    if (!read.success) continue
    const failed = [...(order.failedCapabilities ?? []), ...(read.data.failedCapabilities ?? [])]
    Object.assign(order, read.data, failed.length > 0 && { failedCapabilities: failed })
  }
  return order
}

/** The part of an order that a word stands for, unchecked. */
function readWord(word: string): Partial<Record<keyof Order, unknown>> {
  const [, name = word, value = ''] = /^([a-z]+-)(.+)$/.exec(word) ?? []
  switch (name) {
    case 'named-':
      return { fullName: value.replaceAll('.', ' ') }
    case 'papers-':
      return { documentFullName: value.replaceAll('.', ' ') }
    case 'born-':
      return { dateOfBirth: value }
    case 'country-':
      return { country: value }
    case 'document-':
      return { documentType: value }
    case 'expires-':
      return { dateOfExpiry: value }
    case 'reasons-':
      return { reviewReasons: reasons(value) }
    case 'fails-':
      return { failedCapabilities: [value] }
    case 'no-':
      if (value === 'reasons') return { reviewReasons: [] }
      if (value === 'pictures') return { withoutPictures: true }
      return value === 'back' ? { withoutBackPage: true } : {}
    default:
      return {}
  }
}

function reasons(count: string): string[] | null {
  if (!/^\d+$/.test(count)) return null
  const length = Math.min(Number(count), MAX_REASONS)
  return Array.from({ length }, (_, index) => `Reason ${index + 1}.`)
}
