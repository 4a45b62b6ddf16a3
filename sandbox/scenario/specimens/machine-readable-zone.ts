// The machine-readable zone of ICAO Doc 9303: TD3 (passport, part 4) and TD1 (identity card, part 5).
// A specimen's zone is machine-readable, and its check digits are right.

const FILLER = '<'
const WEIGHTS = [7, 3, 1] as const
const TD3_LINE_LENGTH = 44
const TD1_LINE_LENGTH = 30
const DOCUMENT_NUMBER_LENGTH = 9

/** Letters that ICAO 9303 part 3, section 6, spells out; every other accent is dropped. */
const SPELLED_OUT: Readonly<Record<string, string>> = {
  Ä: 'AE',
  Å: 'AA',
  Æ: 'AE',
  Ð: 'D',
  Đ: 'D',
  Ĳ: 'IJ',
  Ł: 'L',
  Ñ: 'N',
  Ö: 'OE',
  Ø: 'OE',
  Œ: 'OE',
  ẞ: 'SS',
  Þ: 'TH',
  Ü: 'UE',
}

export type Sex = 'F' | 'M' | 'X'

/** The holder's data in the zone. Dates are `YYYY-MM-DD`; states are three-letter codes. */
export type MachineReadableHolder = {
  surname: string
  givenNames: string
  nationality: string
  dateOfBirth: string
  sex: Sex
}

export type MachineReadableDocument = {
  issuingState: string
  documentNumber: string
  dateOfExpiry: string
  /** The optional data field: 14 characters in TD3, 15 on the first line of TD1. */
  optionalData?: string
}

/** The check digit of a field: weights 7, 3, 1 repeated, modulo 10 (ICAO 9303 part 3, section 4.9). */
export function checkDigit(field: string): string {
  let sum = 0
  for (const [index, character] of [...field].entries()) {
    sum += valueOfCharacter(character) * (WEIGHTS[index % WEIGHTS.length] ?? 0)
  }
  return String(sum % 10)
}

/** Two lines of 44 characters, as at the foot of a passport's data page. */
export function passportZone(
  holder: MachineReadableHolder,
  document: MachineReadableDocument,
): [string, string] {
  const number = withCheckDigit(pad(document.documentNumber, DOCUMENT_NUMBER_LENGTH))
  const birth = withCheckDigit(shortDate(holder.dateOfBirth))
  const expiry = withCheckDigit(shortDate(document.dateOfExpiry))
  const optional = withCheckDigit(pad(document.optionalData ?? '', 14))
  const names = nameField(holder, TD3_LINE_LENGTH - 5)
  return [
    `P${FILLER}${pad(document.issuingState, 3)}${names}`,
    `${number}${pad(holder.nationality, 3)}${birth}${sexField(holder.sex)}${expiry}${optional}${checkDigit(
      number + birth + expiry + optional,
    )}`,
  ]
}

/** Three lines of 30 characters, as on the back of an identity card. */
export function identityCardZone(
  holder: MachineReadableHolder,
  document: MachineReadableDocument,
): [string, string, string] {
  const number = withCheckDigit(pad(document.documentNumber, DOCUMENT_NUMBER_LENGTH))
  const optional = pad(document.optionalData ?? '', 15)
  const birth = withCheckDigit(shortDate(holder.dateOfBirth))
  const expiry = withCheckDigit(shortDate(document.dateOfExpiry))
  const secondOptional = pad('', 11)
  const composite = checkDigit(number + optional + birth + expiry + secondOptional)
  return [
    `I${FILLER}${pad(document.issuingState, 3)}${number}${optional}`,
    `${birth}${sexField(holder.sex)}${expiry}${pad(holder.nationality, 3)}${secondOptional}${composite}`,
    nameField(holder, TD1_LINE_LENGTH),
  ]
}

/** A name in the zone's alphabet: A–Z and the filler. Letters of other scripts are dropped. */
export function transliterate(name: string): string {
  return [...name.toUpperCase().normalize('NFC')]
    .map((letter) => SPELLED_OUT[letter] ?? letter)
    .join('')
    .normalize('NFD')
    .replace(/[\p{Mark}'’.]/gu, '')
    .replace(/[^A-Z]+/g, FILLER)
    .replace(/^<+|<+$/g, '')
}

function nameField(holder: MachineReadableHolder, length: number): string {
  const surname = transliterate(holder.surname)
  const givenNames = transliterate(holder.givenNames)
  const names = givenNames === '' ? surname : `${surname}${FILLER}${FILLER}${givenNames}`
  return pad(names, length)
}

function valueOfCharacter(character: string): number {
  if (character === FILLER) return 0
  if (/^[0-9]$/.test(character)) return Number(character)
  if (/^[A-Z]$/.test(character)) return character.charCodeAt(0) - 'A'.charCodeAt(0) + 10
  throw new RangeError('A machine-readable zone holds only A–Z, 0–9 and <')
}

function withCheckDigit(field: string): string {
  return field + checkDigit(field)
}

function pad(text: string, length: number): string {
  return text.slice(0, length).padEnd(length, FILLER)
}

function shortDate(date: string): string {
  return date.slice(2).replaceAll('-', '')
}

function sexField(sex: Sex): string {
  return sex === 'X' ? FILLER : sex
}
