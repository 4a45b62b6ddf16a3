// A fictional person's data and pictures as results of capabilities: for completing an inquiry without a person
// at the screen, and for the hosted flow's "Use a specimen".

import type { CapabilityOutcome } from '../commands/inquiries.ts'
import type {
  ArtifactPage,
  ArtifactType,
  Capability,
  Inquiry,
  PersonalInfo,
} from '../state/entities.ts'
import { type ExtractedDocument, extractDocument } from './specimens/identity-data.ts'
import {
  type SpecimenDocumentType,
  type SpecimenPerson,
  specimenPerson,
} from './specimens/person.ts'
import { drawSpecimen, SPECIMEN_CONTENT_TYPE } from './specimens/specimens.ts'

const PAGES = ['frontPage', 'backPage'] as const

/** The citizen of Utopia whose papers belong to this inquiry, under the name that the customer gave. */
export function personOfInquiry(inquiry: Inquiry): SpecimenPerson {
  return specimenPerson(inquiry.id, inquiry.personalInfo?.fullName)
}

/** One page of a specimen as bytes, or null where the type has no such page. */
export function specimenBytes(
  person: SpecimenPerson,
  type: ArtifactType,
  page: ArtifactPage,
): Uint8Array<ArrayBuffer> | null {
  const drawing = drawSpecimen(type, page, person)
  return drawing === null ? null : new TextEncoder().encode(drawing)
}

/** What a scan of this type yields as identity data: the sandbox reads every document as the specimen's (S5). */
export function documentOf(person: SpecimenPerson, type: ArtifactType): ExtractedDocument | null {
  return isDocumentType(type) ? extractDocument(person, type) : null
}

/** Results for the capabilities that the inquiry still lacks, on papers of the given type. */
export function specimenOutcomes(
  inquiry: Inquiry,
  documentType: SpecimenDocumentType = 'passport',
): CapabilityOutcome[] {
  const done = new Set(inquiry.results.map((result) => result.capability))
  const person = personOfInquiry(inquiry)
  return inquiry.steps
    .filter((step) => !done.has(step))
    .map((capability) => specimenOutcome(capability, person, documentType))
}

function specimenOutcome(
  capability: Capability,
  person: SpecimenPerson,
  documentType: SpecimenDocumentType,
): CapabilityOutcome {
  switch (capability) {
    case 'PERSONAL_INFO':
      return { capability, succeeded: true, personalInfo: specimenPersonalInfo(person) }
    case 'PASSPORT_SCAN':
      return {
        ...pictureOutcome(capability, documentType, person),
        document: extractDocument(person, documentType),
      }
    case 'FACE_MATCH':
      return pictureOutcome(capability, 'selfie', person)
    case 'SIGNATURE':
      return pictureOutcome(capability, 'signature', person)
  }
}

function pictureOutcome(
  capability: Capability,
  type: ArtifactType,
  person: SpecimenPerson,
): CapabilityOutcome {
  const pages = PAGES.flatMap((page) => {
    const bytes = specimenBytes(person, type, page)
    return bytes ? [{ page, contentType: SPECIMEN_CONTENT_TYPE, bytes }] : []
  })
  return { capability, succeeded: true, scan: { type, pages } }
}

/** The address is under example.com and the number is one that Ofcom keeps for fiction: neither reaches anybody. */
function specimenPersonalInfo(person: SpecimenPerson): PersonalInfo {
  return {
    fullName: person.fullName,
    country: 'GB',
    email: 'specimen@example.com',
    phone: '+447700900123',
  }
}

function isDocumentType(type: ArtifactType): type is SpecimenDocumentType {
  return type !== 'selfie' && type !== 'signature'
}
