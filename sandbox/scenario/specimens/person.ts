// Fictional citizens of Utopia (UTO, the state that ICAO uses in its samples). No name here is a real person's:
// a seed combines invented or very common parts, and the address exists nowhere.

import type { Sex } from './machine-readable-zone.ts'
import { seededRandomness } from './randomness.ts'

export type SpecimenDocumentType = 'passport' | 'national_id' | 'driving_license'

/** A document as issued; dates are `YYYY-MM-DD`. */
export type IssuedDocument = {
  documentNumber: string
  dateOfIssue: string
  dateOfExpiry: string
}

export type SpecimenPerson = {
  /** Draws the same face in passport, card and selfie. */
  seed: string
  surname: string
  givenNames: string
  fullName: string
  sex: Sex
  dateOfBirth: string
  placeOfBirth: string
  address: { street: string; city: string; state: string; postalCode: string; country: string }
  documents: Record<SpecimenDocumentType, IssuedDocument>
}

const SURNAMES = [
  'Amberly',
  'Brook',
  'Calder',
  'Dunmore',
  'Everhart',
  'Fairwind',
  'Galloway',
  'Hollis',
  'Juniper',
  'Larkspur',
  'Meadowes',
  'Northgate',
  'Okoria',
  'Pellegrin',
  'Rosedale',
  'Solberg',
  'Tamarind',
  'Winterbourne',
] as const
const GIVEN_NAMES = {
  F: [
    'Alma',
    'Beatrix',
    'Celia',
    'Dalia',
    'Elodie',
    'Freya',
    'Ines',
    'Leila',
    'Mira',
    'Noor',
    'Thea',
    'Yuki',
  ],
  M: [
    'Adil',
    'Bastian',
    'Cyrus',
    'Dario',
    'Emil',
    'Felix',
    'Idris',
    'Jonas',
    'Kenji',
    'Mateo',
    'Rafi',
    'Tobias',
  ],
} as const
const CITIES = ['Amaurot', 'New Atlantis', 'Port Meridian', 'Saltmarsh', 'Windhaven'] as const
const STREETS = [
  'Harbour Lane',
  'Lantern Street',
  'Linden Avenue',
  'Observatory Hill',
  'Orchard Row',
] as const
const PROVINCES = ['Hythloday', 'Morelia', 'Anydria'] as const
const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ'

/**
 * The person that a seed stands for. `fullName` puts another name on the same papers, so that a demo's document
 * agrees with what its customer typed.
 */
export function specimenPerson(seed: string, fullName?: string): SpecimenPerson {
  const random = seededRandomness(seed)
  const sex = random.pick(['F', 'M'])
  const invented = {
    surname: random.pick(SURNAMES),
    givenNames: `${random.pick(GIVEN_NAMES[sex])} ${random.pick(GIVEN_NAMES[sex])}`,
  }
  const name = fullName?.trim() ? splitName(fullName) : invented
  const digits = (count: number) =>
    Array.from({ length: count }, () => random.between(0, 9)).join('')
  const letter = () => LETTERS.charAt(random.between(0, LETTERS.length - 1))
  const issue = (validYears: number, documentNumber: string): IssuedDocument => {
    const year = random.between(2022, 2025)
    const monthAndDay = randomMonthAndDay()
    return {
      documentNumber,
      dateOfIssue: `${year}-${monthAndDay}`,
      dateOfExpiry: `${year + validYears}-${monthAndDay}`,
    }
  }
  const randomMonthAndDay = () =>
    `${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}`

  return {
    seed,
    ...name,
    fullName: [name.givenNames, name.surname].filter(Boolean).join(' '),
    sex,
    dateOfBirth: `${random.between(1962, 2003)}-${randomMonthAndDay()}`,
    placeOfBirth: random.pick(CITIES),
    address: {
      street: `${random.between(1, 180)} ${random.pick(STREETS)}`,
      city: random.pick(CITIES),
      state: random.pick(PROVINCES),
      postalCode: `U${digits(4)}`,
      country: 'Utopia',
    },
    documents: {
      passport: issue(10, `${letter()}${digits(6)}${letter()}${digits(1)}`),
      national_id: issue(10, `${letter()}${digits(8)}`),
      driving_license: issue(15, `${letter()}${letter()}${digits(7)}`),
    },
  }
}

/** `1974-08-12` as `12 AUG 1974`, the way papers print it. */
export function printedDate(date: string): string {
  const [year, month, day] = date.split('-')
  return `${day} ${MONTHS[Number(month) - 1] ?? ''} ${year}`
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

function splitName(fullName: string): { surname: string; givenNames: string } {
  const words = fullName.trim().split(/\s+/)
  const surname = words.at(-1) ?? ''
  return { surname, givenNames: words.slice(0, -1).join(' ') }
}
