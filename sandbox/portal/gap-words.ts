// The gaps and their values in words. The control API takes the codes.
import type { GapId } from '../scenario/gaps/table.ts'

/** The headings of the form, and the gaps below each. */
const GAPS_OF = {
  Statuses: ['N5', 'N6', 'N7', 'N25', 'N26', 'N29'],
  Requests: ['N1', 'N2', 'N21', 'N24', 'N28'],
  Errors: ['N3', 'N4', 'N17', 'N18', 'N22', 'N23'],
  Deliveries: ['N8', 'N9', 'N10', 'N11', 'N12', 'N13', 'N15', 'N16', 'N30', 'N32'],
} as const satisfies Record<string, readonly GapId[]>
const OTHER = 'Identity and web SDK'

export const GROUPS: readonly string[] = [...Object.keys(GAPS_OF), OTHER]

export function gapGroupOf(id: GapId): string {
  const groups: [string, readonly GapId[]][] = Object.entries(GAPS_OF)
  return groups.find(([, ids]) => ids.includes(id))?.[0] ?? OTHER
}

const WORDS = new Map<string, string>([
  ['open-201-status-200', 'Open answers 201, status 200'],
  ['open-200-status-200', 'Open answers 200, status 200'],
  ['open-202-status-200', 'Open answers 202, status 200'],
  ['open-207-status-203', 'Open answers 207, status 203'],
  ['replay', 'Repeats the first answer'],
  ['code-message', 'Code and message'],
  ['through-completed', 'COMPLETED first, then the decision'],
  ['straight', 'Straight to the decision'],
  ['reversal', 'A decision, then its reversal'],
  ['unknown-status', 'A status the contract doesn’t have'],
  ['before-event', 'Before the event is sent'],
  ['after-event', 'After the event is sent'],
  ['burst-of-100', '100, one right after the other'],
  ['any-2xx', 'Any 2xx'],
  ['only-200', 'Only 200'],
  ['as-created', 'As they were created'],
  ['days-late', 'Days late'],
  ['new-each-attempt', 'A new one for each attempt'],
  ['same-each-attempt', 'The same for each attempt'],
  ['only-inquiry-id', 'Only the inquiry ID'],
  ['inquiry.future', 'Sent'],
  ['utf8-with-prefix', 'The secret as text, with its prefix'],
  ['utf8-without-prefix', 'The secret as text, without its prefix'],
  ['differ', 'Clocks 2 s apart'],
  ['base64-decoded', 'The secret, decoded from base64'],
  ['both-sign', 'Both sign for a while'],
  ['problem-json', 'Problem JSON'],
  ['html', 'HTML'],
  ['http-date', 'An HTTP date'],
  ['modal-redirect-popup', 'Modal, redirect and pop-up'],
  ['ascii', 'ASCII only'],
  ['unicode', 'All of Unicode'],
])

/** A number says what it is; any other code that isn't listed is read as words. */
export function gapValueInWords(value: string): string {
  if (/^\d+$/.test(value)) return value
  const [name = '', seconds] = value.split(':')
  if (seconds !== undefined) return `${gapValueInWords(name)}, ${seconds} s`
  const plain = value.replaceAll('-', ' ')
  return WORDS.get(value) ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}
