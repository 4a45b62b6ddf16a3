/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The result of each check, as the merchant's event reports it (W9), except that a review reason can question a success. Whether
// the names match is in the comparison of the identities.

import type { Capability, Inquiry } from '../../state/entities.ts'
import { Icon } from '../shell/icons.tsx'
import type { Tone } from '../shell/pieces.tsx'
import { capabilityInWords } from '../shell/words.ts'

interface Check {
  tone: Exclude<Tone, 'info' | 'plum'>
  word: string
}

const MISSING: Check = { tone: 'plain', word: 'Not yet' }
const FAILED: Check = { tone: 'bad', word: 'Failed' }
const INCONCLUSIVE: Check = { tone: 'wait', word: 'Inconclusive' }
const PASSED: Check = { tone: 'good', word: 'Passed' }

/** Reasons are free text, because a request can set its own. A selfie reason mentions the document too, so it's first. */
const SUBJECTS: readonly [RegExp, Capability][] = [
  [/\b(selfie|face)\b/i, 'FACE_MATCH'],
  [/\bsignature\b/i, 'SIGNATURE'],
  [/\bpersonal (information|details)\b/i, 'PERSONAL_INFO'],
  [/\b(document|passport|card|licence)\b.*\b(read|certain|blurred|glare)\b/i, 'PASSPORT_SCAN'],
]

/** Questioned until the inquiry is approved, because the event then counts the check as succeeded. */
function isDoubted({ status, reviewReasons }: Inquiry, capability: Capability): boolean {
  if (status === 'APPROVED') return false
  return reviewReasons.some((reason) => {
    const [, subject] = SUBJECTS.find(([words]) => words.test(reason)) ?? []
    return subject === capability
  })
}

export function checkOf(inquiry: Inquiry, capability: Capability, succeeded: boolean): Check {
  if (!succeeded) return FAILED
  return isDoubted(inquiry, capability) ? INCONCLUSIVE : PASSED
}

export function Checks({ inquiry }: { inquiry: Inquiry }) {
  const { steps, results } = inquiry
  const checks = steps.map((step): [string, Check] => {
    const result = results.findLast(({ capability }) => capability === step)
    return [capabilityInWords(step), result ? checkOf(inquiry, step, result.succeeded) : MISSING]
  })
  return (
    <ul class="checks" aria-label="Checks">
      {checks.map(([name, { tone, word }]) => (
        <li>
          <span class={`check-icon tone-${tone}`}>
            <Icon name={tone} />
          </span>
          {name}
          <span class={`check-word tone-${tone}`}>{word}</span>
        </li>
      ))}
    </ul>
  )
}
