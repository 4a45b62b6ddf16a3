// What a reader would extract from a specimen: the `document` part of an inquiry's identity (S5).

import type { SpecimenDocumentType, SpecimenPerson } from './person.ts'

export interface ExtractedDocument {
  documentType: string
  fullName: string
  /** Dates are dd-mm-yyyy. */
  dateOfIssue: string
  dateOfBirth: string
  dateOfExpiry: string
  documentNumber: string
  sex: string
  address: string
  addressDetails: {
    street: string
    city: string
    state: string
    postalCode: string
    country: string
  }
}

export function extractDocument(
  person: SpecimenPerson,
  type: SpecimenDocumentType,
): ExtractedDocument {
  const paper = person.documents[type]
  const { street, city, state, postalCode, country } = person.address
  return {
    documentType: type.toUpperCase(),
    fullName: person.fullName,
    dateOfIssue: dayMonthYear(paper.dateOfIssue),
    dateOfBirth: dayMonthYear(person.dateOfBirth),
    dateOfExpiry: dayMonthYear(paper.dateOfExpiry),
    documentNumber: paper.documentNumber,
    sex: person.sex,
    address: `${street}, ${city}, ${state} ${postalCode}, ${country}`,
    addressDetails: { street, city, state, postalCode, country },
  }
}

function dayMonthYear(date: string): string {
  return date.split('-').reverse().join('-')
}
