// A fictional person's data and pictures as capability results: to complete an inquiry without a person at the screen, and
// for "Use a specimen" in the hosted flow. An inquiry's order overrides parts of them.
import type { CapabilityOutcome } from '../service/inquiry.ts'
import type {
  ArtifactPage,
  ArtifactType,
  Capability,
  DocumentType,
  Inquiry,
  Order,
  PersonalInfo,
} from '../state/entities.ts'
import { isSameName } from './checks.ts'
import { type ExtractedDocument, extractDocument } from './specimens/identity-data.ts'
import { type SpecimenPerson, specimenPerson } from './specimens/person.ts'
import { drawSpecimen, SPECIMEN_CONTENT_TYPE } from './specimens/specimens.ts'

const PAGES = ['frontPage', 'backPage'] as const

/** The citizen of Utopia behind this inquiry, with the name from the order or else the one that the customer gave. */
function personOfInquiry({ id, order, personalInfo }: Inquiry): SpecimenPerson {
  return withOrderedPapers(specimenPerson(id, order.fullName ?? personalInfo?.fullName), order)
}

/** The same person, with the name that an order puts on the documents, if it names one. */
export function holderOfPapers(inquiry: Inquiry): SpecimenPerson {
  const { documentFullName } = inquiry.order
  const person = personOfInquiry(inquiry)
  return documentFullName ? renamed(person, documentFullName) : person
}

/** The documents in someone else's name, for a check that finds two names. */
export function holderWithAnotherName(inquiry: Inquiry): SpecimenPerson {
  const person = personOfInquiry(inquiry)
  const invented = specimenPerson(`${inquiry.id} another name`)
  // A first name of the same sex, so the face still fits.
  const name = `${specimenPerson(inquiry.id).givenNames} ${invented.surname}`
  return renamed(person, isSameName(name, person.fullName) ? `${name}-Larkspur` : name)
}

function renamed(person: SpecimenPerson, fullName: string): SpecimenPerson {
  const { surname, givenNames, fullName: name } = specimenPerson(person.seed, fullName)
  return { ...person, surname, givenNames, fullName: name }
}

function withOrderedPapers(person: SpecimenPerson, order: Order): SpecimenPerson {
  const paper = {
    ...(order.documentNumber ? { documentNumber: order.documentNumber } : {}),
    ...(order.dateOfIssue ? { dateOfIssue: order.dateOfIssue } : {}),
    ...(order.dateOfExpiry ? { dateOfExpiry: order.dateOfExpiry } : {}),
  }
  const { passport, national_id, driving_license } = person.documents
  return {
    ...person,
    dateOfBirth: order.dateOfBirth ?? person.dateOfBirth,
    documents: {
      passport: { ...passport, ...paper },
      national_id: { ...national_id, ...paper },
      driving_license: { ...driving_license, ...paper },
    },
  }
}

/** One page of a specimen as bytes, or null if the type has no such page. */
export function specimenBytes(
  person: SpecimenPerson,
  type: ArtifactType,
  page: ArtifactPage,
): Uint8Array<ArrayBuffer> | null {
  const drawing = drawSpecimen(type, page, person)
  return drawing === null ? null : new TextEncoder().encode(drawing)
}

/** The identity data that a scan of this type yields: the sandbox reads every document as the specimen's (S5). */
export function documentOf(person: SpecimenPerson, type: ArtifactType): ExtractedDocument | null {
  return isDocumentType(type) ? extractDocument(person, type) : null
}

/** Results for the inquiry's missing capabilities. @param order overrides the inquiry's own order. */
export function specimenOutcomes(given: Inquiry, order: Order = {}): CapabilityOutcome[] {
  const inquiry = { ...given, order: { ...given.order, ...order } }
  const done = new Set(inquiry.results.map((result) => result.capability))
  return inquiry.steps
    .filter((step) => !done.has(step))
    .map((capability) => specimenOutcome(inquiry, capability))
}

/** One result, even for a capability that already has one: a retake (D11). */
export function specimenOutcome(inquiry: Inquiry, capability: Capability): CapabilityOutcome {
  const { order } = inquiry
  const holder = holderOfPapers(inquiry)
  const documentType = order.documentType ?? 'passport'
  switch (capability) {
    case 'PERSONAL_INFO':
      return { capability, succeeded: true, personalInfo: personalInfoOf(inquiry) }
    case 'PASSPORT_SCAN':
      return {
        ...pictureOutcome(capability, documentType, holder, order),
        document: extractDocument(holder, documentType),
      }
    case 'FACE_MATCH':
      return pictureOutcome(capability, 'selfie', holder, order)
    case 'SIGNATURE':
      return pictureOutcome(capability, 'signature', holder, order)
  }
}

function pictureOutcome(
  capability: Capability,
  type: ArtifactType,
  person: SpecimenPerson,
  order: Order,
): CapabilityOutcome {
  if (order.withoutPictures) return { capability, succeeded: true }
  const pages = PAGES.filter((page) => page === 'frontPage' || !order.withoutBackPage).flatMap(
    (page) => {
      const bytes = specimenBytes(person, type, page)
      return bytes ? [{ page, contentType: SPECIMEN_CONTENT_TYPE, bytes }] : []
    },
  )
  return { capability, succeeded: true, scan: { type, pages } }
}

/** The email uses example.com and the number is one that Ofcom reserves for fiction, so neither reaches anyone. */
export function personalInfoOf(inquiry: Inquiry): PersonalInfo {
  return {
    fullName: personOfInquiry(inquiry).fullName,
    country: inquiry.order.country ?? 'GB',
    email: 'specimen@example.com',
    phone: '+447700900123',
  }
}

function isDocumentType(type: ArtifactType): type is DocumentType {
  return type !== 'selfie' && type !== 'signature'
}
