// The merchant's own fields of an open: O4 and O5.
import { clause } from '../clause.ts'
import { open, read } from '../inquiries.ts'
import type { Trial } from '../trial.ts'
import { demand } from '../verdict.ts'

const MAX_REFERENCE_LENGTH = 256
const MAX_NOTE_LENGTH = 500
/** Every kind of character that each field allows. */
const REFERENCE_CHARACTERS = 'AZaz09._:@/-'
const NOTE_CHARACTERS = 'AZaz09 \n.,!?\'"():;-'
const IN_REFERENCE = /^[A-Za-z0-9._:@/-]$/
/** Whether a carriage return is part of a newline is open. */
const IN_NOTE = /^[A-Za-z0-9 \r\n.,!?'"():;-]$/

/** All of ASCII, and one that is no letter in any alphabet (N28). */
const CHARACTERS = [...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)), '€']
/** One of each kind. Each character takes a request, too many for a service that others use. */
const SAMPLE = ' \n\t#<+%@_/€'

export const OPENING_FIELDS = [
  clause(
    'O4',
    'referenceId: optional, at most 256 of letters, digits and . _ : @ / -',
    async (trial) => {
      const { merchant } = trial
      const { referenceId: omitted } = await read(
        merchant,
        await open(merchant, { referenceId: undefined, note: undefined }),
      )
      demand((omitted ?? '') === '', 'an inquiry has a referenceId that nobody gave')
      trial.observe('N21', describeOmitted(omitted))
      const unique = `${REFERENCE_CHARACTERS}${crypto.randomUUID()}`
      const longest = unique.padEnd(MAX_REFERENCE_LENGTH, 'x')
      const { referenceId } = await read(merchant, await open(merchant, { referenceId: longest }))
      demand(
        referenceId === longest,
        'a referenceId of 256 characters does not read back unchanged',
      )
      const tooLong = await merchant.open({ referenceId: `${longest}x` })
      trial.refused(tooLong, 'a referenceId of 257 characters')
      await expectOthersRefused(trial, 'referenceId', IN_REFERENCE)
      const beyondAscii = await merchant.open({
        referenceId: `conformance-é-${crypto.randomUUID()}`,
      })
      trial.observe('N28', beyondAscii.status < 300 ? 'any Unicode letter' : 'ASCII letters')
    },
  ),

  clause(
    'O5',
    'note: optional, at most 500 of letters, digits, spaces, newlines and punctuation',
    async (trial) => {
      const { merchant } = trial
      const { note: omitted } = await read(merchant, await open(merchant, { note: undefined }))
      demand((omitted ?? '') === '', 'an inquiry has a note that nobody gave')
      const longest = NOTE_CHARACTERS.padEnd(MAX_NOTE_LENGTH, 'x')
      const { note } = await read(merchant, await open(merchant, { note: longest }))
      demand(note === longest, 'a note of 500 characters does not read back unchanged')
      trial.refused(await merchant.open({ note: `${longest}x` }), 'a note of 501 characters')
      const spaced = ' \n A  note.\n\n '
      const { note: shown } = await read(merchant, await open(merchant, { note: spaced }))
      demand(shown === spaced, 'a note does not keep the spaces and newlines around it')
      await expectOthersRefused(trial, 'note', IN_NOTE)
    },
  ),
]

/** Each character that the field doesn't allow is refused: in the middle, and at the end if trimming would remove it. */
async function expectOthersRefused(trial: Trial, field: string, allowed: RegExp): Promise<void> {
  const others = CHARACTERS.filter((character) => !allowed.test(character))
  const isOwnService = trial.stage.control !== null
  for (const character of others) {
    if (!isOwnService && !SAMPLE.includes(character)) continue
    const shown = JSON.stringify(character)
    const inside = await trial.merchant.open({ [field]: `conformance${character}x` })
    trial.refused(inside, `${shown} in ${field}`)
    if (character > ' ') continue
    const atEnd = await trial.merchant.open({ [field]: `conformance${character}` })
    trial.refused(atEnd, `${shown} at the end of ${field}`)
  }
}

function describeOmitted(value: unknown): string {
  if (value === undefined) return 'omitted'
  return value === null ? 'null' : 'an empty string'
}
