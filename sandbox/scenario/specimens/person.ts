// Fictional citizens of Utopia (UTO, the state that ICAO uses in its samples). A seed determines everything about one, so the
// same inquiry always shows the same person. No name belongs to a real one, and the addresses don't exist.
import { createHash } from 'node:crypto'
import type { Order } from '../../state/entities.ts'

/** Dates are `YYYY-MM-DD`. */
export interface SpecimenPerson {
  /** The same seed draws the same face and signature. */
  seed: string
  surname: string
  givenNames: string
  fullName: string
  dateOfBirth: string
  address: { street: string; city: string; state: string; postalCode: string; country: string }
  documentNumber: string
  dateOfIssue: string
  dateOfExpiry: string
}

const SURNAMES = [
  'Amberly',
  'Brook',
  'Calder',
  'Everhart',
  'Fairwind',
  'Hollis',
  'Juniper',
  'Larkspur',
  'Okoria',
  'Pellegrin',
  'Solberg',
  'Tamarind',
  'Winterbourne',
] as const
const GIVEN_NAMES = ['Alma', 'Celia', 'Elodie', 'Idris', 'Kenji', 'Mateo', 'Mira', 'Rafi'] as const
const SECOND_NAMES = ['Beatrix', 'Cyrus', 'Dario', 'Freya', 'Jonas', 'Leila', 'Noor'] as const
const STREETS = ['Harbour Lane', 'Lantern Street', 'Observatory Hill', 'Orchard Row'] as const
const CITIES = ['Amaurot', 'New Atlantis', 'Port Meridian', 'Saltmarsh', 'Windhaven'] as const
const PROVINCES = ['Hythloday', 'Morelia', 'Anydria'] as const
const LETTERS = ['A', 'C', 'F', 'H', 'K', 'L', 'N', 'R', 'T', 'X'] as const
const VALID_YEARS = 10

type Chosen = Pick<
  Order,
  'fullName' | 'dateOfBirth' | 'documentNumber' | 'dateOfIssue' | 'dateOfExpiry'
>

/** @param chosen takes the place of what the seed would give. */
export function specimenPerson(seed: string, chosen: Chosen = {}): SpecimenPerson {
  const { pick, between } = seededRandomness(seed)
  const invented = `${pick(GIVEN_NAMES)} ${pick(SECOND_NAMES)} ${pick(SURNAMES)}`
  const words = (chosen.fullName?.trim() || invented).split(/\s+/)
  const monthAndDay = () => [between(1, 12), between(1, 28)].map(twoDigits).join('-')
  const issuedIn = between(2022, 2025)
  const issuedOn = monthAndDay()
  return {
    seed,
    fullName: words.join(' '),
    surname: words.at(-1) ?? '',
    givenNames: words.slice(0, -1).join(' '),
    dateOfBirth: chosen.dateOfBirth ?? `${between(1962, 2003)}-${monthAndDay()}`,
    address: {
      street: `${between(1, 180)} ${pick(STREETS)}`,
      city: pick(CITIES),
      state: pick(PROVINCES),
      postalCode: `U${between(1000, 9999)}`,
      country: 'Utopia',
    },
    documentNumber: chosen.documentNumber ?? `${pick(LETTERS)}${between(10_000_000, 99_999_999)}`,
    dateOfIssue: chosen.dateOfIssue ?? `${issuedIn}-${issuedOn}`,
    dateOfExpiry: chosen.dateOfExpiry ?? `${issuedIn + VALID_YEARS}-${issuedOn}`,
  }
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** Choices that are the same for the same seed. */
export function seededRandomness(seed: string) {
  let draws = 0
  const between = (low: number, high: number): number => {
    draws += 1
    const hash = createHash('sha256').update(`${seed} ${draws}`).digest()
    return low + (hash.readUInt32BE() % (high - low + 1))
  }
  return {
    /** An integer, both ends inclusive. */
    between,
    pick: <const Choices extends readonly [unknown, ...unknown[]]>(
      choices: Choices,
    ): Choices[number] => choices[between(0, choices.length - 1)] ?? choices[0],
  }
}
