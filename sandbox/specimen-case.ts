// A fictional person's data and pictures, for completing an inquiry without a person at the screen.

import type { Capability, Inquiry, PersonalInfo } from './entities.ts'
import type { CapabilityOutcome } from './inquiry-life.ts'

const PERSONAL_INFO: PersonalInfo = {
  fullName: 'Anna Specimen',
  country: 'DE',
  email: 'anna.specimen@example.com',
  phone: '+4915112345678',
}

const DOCUMENT = {
  documentType: 'PASSPORT',
  fullName: 'Anna Specimen',
  dateOfIssue: '03-04-2024',
  dateOfBirth: '12-08-1990',
  dateOfExpiry: '02-04-2034',
  documentNumber: 'L898902C3',
  sex: 'F',
  address: '1 Harbour Street, Port Utopia, 10001, Utopia',
  addressDetails: {
    street: '1 Harbour Street',
    city: 'Port Utopia',
    state: 'Utopia',
    postalCode: '10001',
    country: 'UTO',
  },
}

/** Results for the capabilities that the inquiry still lacks. */
export function specimenOutcomes(inquiry: Inquiry): CapabilityOutcome[] {
  const done = new Set(inquiry.results.map((result) => result.capability))
  return inquiry.steps.filter((step) => !done.has(step)).map(specimenOutcome)
}

function specimenOutcome(capability: Capability): CapabilityOutcome {
  const result = { capability, succeeded: true }
  const pages = [
    { page: 'frontPage' as const, contentType: 'image/svg+xml', bytes: drawing(capability) },
  ]
  switch (capability) {
    case 'PERSONAL_INFO':
      return { ...result, personalInfo: PERSONAL_INFO }
    case 'PASSPORT_SCAN':
      return { ...result, document: DOCUMENT, scan: { type: 'passport', pages } }
    case 'FACE_MATCH':
      return { ...result, scan: { type: 'selfie', pages } }
    case 'SIGNATURE':
      return { ...result, scan: { type: 'signature', pages } }
  }
}

function drawing(title: string): Uint8Array {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><rect width="640" height="400" fill="#dfe7ee"/><text x="40" y="210" font-size="48" fill="#334">SPECIMEN ${title}</text></svg>`
  return new TextEncoder().encode(svg)
}
