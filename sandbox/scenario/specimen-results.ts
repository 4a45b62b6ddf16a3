// Turns a fictional person's data and pictures into capability results, for completing an inquiry without a customer, and for
// "Use a specimen" in the hosted flow. An inquiry's order can override parts.
import type { CapabilityOutcome, CollectedPage } from '../service/inquiry.ts'
import type {
  ArtifactPage,
  ArtifactType,
  Capability,
  DocumentData,
  DocumentType,
  Inquiry,
  PersonalInfo,
} from '../state/entities.ts'
import { drawSpecimen, SPECIMEN_CONTENT_TYPE } from './specimens/drawings.ts'
import { SPECIMEN_ADDRESS, type SpecimenPerson, specimenPerson } from './specimens/person.ts'

const PAGES = ['frontPage', 'backPage'] as const

/** The name from the order, or else from the customer's input. */
const givenName = ({ order, personalInfo }: Inquiry) => order.fullName ?? personalInfo?.fullName

/** The person on the documents. An order can give them another name. */
function holderOf(inquiry: Inquiry): SpecimenPerson {
  const fullName = inquiry.order.documentFullName ?? givenName(inquiry)
  return specimenPerson(inquiry.id, { ...inquiry.order, fullName })
}

/** The email uses example.com, and Ofcom reserves the phone number for fiction, so neither reaches anyone. */
export function personalInfoOf(inquiry: Inquiry): PersonalInfo {
  return {
    fullName: specimenPerson(inquiry.id, { fullName: givenName(inquiry) }).fullName,
    country: inquiry.order.country ?? 'GB',
    email: 'specimen@example.com',
    phone: '+447700900123',
  }
}

/** The selfie of a review that has no other reason: it shows why the service isn't certain. */
export function unlikeSelfie(inquiry: Inquiry): NonNullable<CapabilityOutcome['scan']> {
  const drawing = drawSpecimen('selfie', 'frontPage', { ...holderOf(inquiry), disguised: true })
  const pages = drawing === null ? [] : [specimen('frontPage', drawing)]
  return { type: 'selfie', pages }
}

const specimen = (page: ArtifactPage, drawing: string): CollectedPage => ({
  page,
  contentType: SPECIMEN_CONTENT_TYPE,
  bytes: new TextEncoder().encode(drawing),
})

/** One page of a specimen; null if the type has no such page. */
export function specimenPage(
  inquiry: Inquiry,
  type: ArtifactType,
  page: ArtifactPage,
): CollectedPage | null {
  const drawing = drawSpecimen(type, page, holderOf(inquiry))
  return drawing === null ? null : specimen(page, drawing)
}

/** The identity data of a scan. The sandbox reads the specimen's data from every document (S5). */
export function documentOf(inquiry: Inquiry, type: DocumentType): DocumentData {
  const person = holderOf(inquiry)
  const { street, city, state, postalCode } = SPECIMEN_ADDRESS
  const country = inquiry.personalInfo?.country ?? personalInfoOf(inquiry).country
  return {
    documentType: type.toUpperCase(),
    fullName: person.fullName,
    dateOfIssue: dayMonthYear(person.dateOfIssue),
    dateOfBirth: dayMonthYear(person.dateOfBirth),
    dateOfExpiry: dayMonthYear(person.dateOfExpiry),
    documentNumber: person.documentNumber,
    // ICAO's code for "unspecified".
    sex: 'X',
    address: `${street}, ${city}, ${state} ${postalCode}, ${country}`,
    addressDetails: { ...SPECIMEN_ADDRESS, country },
  }
}

const dayMonthYear = (date: string): string => date.split('-').toReversed().join('-')

/** Results for the inquiry's missing capabilities. */
export function specimenOutcomes(inquiry: Inquiry): CapabilityOutcome[] {
  const done = new Set(inquiry.results.map((result) => result.capability))
  return inquiry.steps
    .filter((step) => !done.has(step))
    .map((capability) => specimenOutcome(inquiry, capability))
}

/** A result for the capability. If there is one already, this is a retake (D11). */
export function specimenOutcome(inquiry: Inquiry, capability: Capability): CapabilityOutcome {
  const documentType = inquiry.order.documentType ?? 'passport'
  switch (capability) {
    case 'PERSONAL_INFO':
      return { capability, succeeded: true, personalInfo: personalInfoOf(inquiry) }
    case 'PASSPORT_SCAN': {
      const document = documentOf(inquiry, documentType)
      return { ...pictureOutcome(inquiry, capability, documentType), document }
    }
    case 'FACE_MATCH':
      return pictureOutcome(inquiry, capability, 'selfie')
    case 'SIGNATURE':
      return pictureOutcome(inquiry, capability, 'signature')
  }
}

function pictureOutcome(
  inquiry: Inquiry,
  capability: Capability,
  type: ArtifactType,
): CapabilityOutcome {
  const { withoutPictures, withoutBackPage } = inquiry.order
  if (withoutPictures) return { capability, succeeded: true }
  const pages = PAGES.filter((page) => page === 'frontPage' || !withoutBackPage)
  return {
    capability,
    succeeded: true,
    scan: { type, pages: pages.flatMap((page) => specimenPage(inquiry, type, page) ?? []) },
  }
}
