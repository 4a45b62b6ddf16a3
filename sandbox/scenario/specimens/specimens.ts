// Synthetic documents for trying the service without anyone's real ones: SVG drawings, each marked SPECIMEN.
// A seed determines everything, so the same inquiry always shows the same fictional citizen of Utopia.

import {
  drawDrivingLicenceBack,
  drawDrivingLicenceFront,
  drawNationalIdBack,
  drawNationalIdFront,
} from './card.ts'
import { drawPassport } from './passport.ts'
import type { SpecimenPerson } from './person.ts'
import { drawSelfie } from './selfie.ts'
import { drawSignature } from './signature.ts'

export const SPECIMEN_CONTENT_TYPE = 'image/svg+xml'

/** The artifact types of D8, each with its pages (D9). */
const DRAWINGS = {
  passport: { frontPage: drawPassport },
  national_id: { frontPage: drawNationalIdFront, backPage: drawNationalIdBack },
  driving_license: { frontPage: drawDrivingLicenceFront, backPage: drawDrivingLicenceBack },
  selfie: { frontPage: drawSelfie },
  signature: { frontPage: drawSignature },
} satisfies Record<string, Partial<Record<SpecimenPage, (person: SpecimenPerson) => string>>>

export type SpecimenType = keyof typeof DRAWINGS
export type SpecimenPage = 'frontPage' | 'backPage'

export const SPECIMEN_TYPES = Object.keys(DRAWINGS).filter(isSpecimenType)

export function isSpecimenType(name: string): name is SpecimenType {
  return Object.hasOwn(DRAWINGS, name)
}

/** An SVG document, or null if the type has no such page. */
export function drawSpecimen(
  type: SpecimenType,
  page: SpecimenPage,
  person: SpecimenPerson,
): string | null {
  const pages: Partial<Record<SpecimenPage, (person: SpecimenPerson) => string>> = DRAWINGS[type]
  return pages[page]?.(person) ?? null
}
