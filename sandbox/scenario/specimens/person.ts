// Fictional citizens of Utopia (UTO, the state in ICAO's samples). A seed determines the whole person, so an inquiry always shows
// the same one. The names belong to nobody, and the address doesn't exist.
import { createHash } from 'node:crypto'
import type { Order } from '../../state/entities.ts'

/** Dates are `YYYY-MM-DD`. */
export interface SpecimenPerson {
  /** The invented person whose face this is. A name that we didn't invent gets any face. */
  look: GivenName
  /** True if the selfie doesn't closely resemble the document's photo. */
  disguised: boolean
  surname: string
  givenNames: string
  fullName: string
  dateOfBirth: string
  documentNumber: string
  dateOfIssue: string
  dateOfExpiry: string
}

/** An address that doesn't exist, in the country that the customer declares. */
export const SPECIMEN_ADDRESS = {
  street: '27 Lantern Street',
  city: 'Amaurot',
  state: 'Hythloday',
  postalCode: 'U4510',
} as const

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
export type GivenName = (typeof GIVEN_NAMES)[number]

type Chosen = Pick<
  Order,
  'fullName' | 'dateOfBirth' | 'documentNumber' | 'dateOfIssue' | 'dateOfExpiry'
>

/** @param chosen overrides the seed's values */
export function specimenPerson(seed: string, chosen: Chosen = {}): SpecimenPerson {
  const hash = createHash('sha256').update(seed).digest()
  const [given = 0, family = 0, year = 0, look = 0] = hash
  const invented = `${GIVEN_NAMES[given % GIVEN_NAMES.length]} ${SURNAMES[family % SURNAMES.length]}`
  const words = (chosen.fullName?.trim() || invented).split(/\s+/)
  return {
    look:
      GIVEN_NAMES.find((name) => name.toLowerCase() === words[0]?.toLowerCase()) ??
      GIVEN_NAMES[look % GIVEN_NAMES.length] ??
      'Alma',
    disguised: false,
    fullName: words.join(' '),
    surname: words.at(-1) ?? '',
    givenNames: words.slice(0, -1).join(' '),
    dateOfBirth: chosen.dateOfBirth ?? `${1962 + (year % 42)}-08-12`,
    documentNumber: chosen.documentNumber ?? `U${10_000_000 + (hash.readUInt32BE() % 90_000_000)}`,
    dateOfIssue: chosen.dateOfIssue ?? '2024-05-14',
    dateOfExpiry: chosen.dateOfExpiry ?? '2034-05-14',
  }
}
