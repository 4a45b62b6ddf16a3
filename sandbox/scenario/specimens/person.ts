// Fictional citizens of Utopia (UTO, the state that ICAO uses in its samples). No name belongs to a real person: a seed
// combines invented or very common parts. The addresses don't exist.

import { nameWords } from '../checks.ts'
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
  /** The same seed draws the same face in passport, card and selfie. */
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
/** First names that people are likely to type in a demo. */
const COMMON_NAMES = {
  F: namesOf(
    GIVEN_NAMES.F,
    'ada aisha alice amina ana anna anne astrid aylin carla carmen charlotte chloe clara claudia elena eleanor elisa elisabeth elizabeth emilia emily emma erika eva fatima frida grace hanna hannah helen helena ida ingrid isabel isabella jane johanna julia karin kate katharina klara laila lara laura lea lena lilly lina linda lisa lucia lucy luisa maria marie mary maya mia monika nadia nina nora olga olivia petra rosa ruth sabine sara sarah sofia sophia sophie stella susanne sylvia ursula valentina vera yasmin zara zoe',
  ),
  M: namesOf(
    GIVEN_NAMES.M,
    'adam ahmed alan albert alexander ali amir anders andreas andrew anton antonio arthur ben benjamin bernd carl carlos charles christian daniel david dennis edward elias enzo erik ethan felix finn francis frank fritz georg george giovanni hans harry henrik henry hugo ibrahim ivan jack jacob james jan jens johann john jorge jose joseph juan julian kai karim karl lars leo leon liam louis luca lucas luis lukas marco mario mark markus martin matteo matthias max maximilian michael miguel mohamed mohammed nico noah oliver omar oscar otto paul pedro peter philip pierre rafael ralf richard robert roberto samuel sebastian simon stefan sven theo thomas tim tom victor walter william yusuf',
  ),
}
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
 * The person generated from a seed. `fullName` puts another name on the same documents, so they match what a customer
 * typed in a demo.
 */
export function specimenPerson(seed: string, fullName?: string): SpecimenPerson {
  const random = seededRandomness(seed)
  const anySex = random.pick(['F', 'M'])
  const sex = sexOfName(fullName) ?? anySex
  const surname = random.pick(SURNAMES)
  const first = random.pick(GIVEN_NAMES[anySex])
  const second = random.pick(GIVEN_NAMES[anySex])
  const invented = { surname, givenNames: `${first} ${differing(second, first, anySex)}` }
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

/** The next name of the list if both draws were the same. Drawing again would change everything else about the person. */
function differing(second: string, first: string, sex: 'F' | 'M'): string {
  if (second !== first) return second
  const names: readonly string[] = GIVEN_NAMES[sex]
  return names[(names.indexOf(second) + 1) % names.length] ?? second
}

/** `1974-08-12` as `12 AUG 1974`, as printed on documents. */
export function printedDate(date: string): string {
  const [year, month, day] = date.split('-')
  return `${day} ${MONTHS[Number(month) - 1] ?? ''} ${year}`
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/** The sex that a known first name suggests, so the face fits it; null for a name in neither list. */
function sexOfName(fullName: string | undefined): 'F' | 'M' | null {
  const [first = ''] = nameWords(fullName ?? '')
  if (COMMON_NAMES.F.has(first)) return 'F'
  return COMMON_NAMES.M.has(first) ? 'M' : null
}

function namesOf(names: readonly string[], more: string): Set<string> {
  return new Set([...names.map((name) => name.toLowerCase()), ...more.split(' ')])
}

function splitName(fullName: string): { surname: string; givenNames: string } {
  const words = fullName.trim().split(/\s+/)
  const surname = words.at(-1) ?? ''
  return { surname, givenNames: words.slice(0, -1).join(' ') }
}
