// The two plastic cards of Utopia, national identity card and driving licence: each with a front and a back (D9),
// in the proportions of ID-1. The identity card's back carries the three-line zone (ICAO TD1).

import { identityCardZone } from './machine-readable-zone.ts'
import { printedDate, type SpecimenPerson } from './person.ts'
import { drawPortrait } from './portrait.ts'
import { drawSignatureStroke } from './signature.ts'
import {
  captionedField,
  emblem,
  escapeText,
  SANS,
  specimenMark,
  svgDocument,
  zoneLines,
} from './svg.ts'

const WIDTH = 856
const HEIGHT = 540
/** Of a name, from the photograph to the right margin. */
const TEXT_WIDTH = 490

type Look = { heading: string; subheading: string; light: string; dark: string }

const IDENTITY_CARD: Look = {
  heading: 'UTOPIA',
  subheading: 'NATIONAL IDENTITY CARD',
  light: '#eef6ef',
  dark: '#1d4c39',
}
const DRIVING_LICENCE: Look = {
  heading: 'UTOPIA',
  subheading: 'DRIVING LICENCE',
  light: '#fbeff4',
  dark: '#5b2a52',
}

export function drawNationalIdFront(person: SpecimenPerson): string {
  const paper = person.documents.national_id
  return card(
    IDENTITY_CARD,
    'Specimen of a Utopian identity card, front',
    `${heading(IDENTITY_CARD)}${photograph(person)}
${captionedField(318, 128, 'Surname', person.surname.toUpperCase(), 21, TEXT_WIDTH)}${captionedField(318, 184, 'Given names', person.givenNames.toUpperCase(), 21, TEXT_WIDTH)}
${captionedField(318, 240, 'Sex', person.sex)}${captionedField(420, 240, 'Nationality', 'UTO')}${captionedField(560, 240, 'Date of birth', printedDate(person.dateOfBirth))}
${captionedField(318, 296, 'Place of birth', person.placeOfBirth.toUpperCase())}${captionedField(560, 296, 'Date of expiry', printedDate(paper.dateOfExpiry))}
${captionedField(318, 352, 'Document No.', paper.documentNumber, 22)}
<g transform="translate(318 404) scale(.7)">${drawSignatureStroke(person, IDENTITY_CARD.dark)}</g><text x="318" y="506" font-size="9.5" fill="#5b6b7b">Holder’s signature</text>
<g transform="translate(716 376) scale(.3)" opacity=".4">${drawPortrait(person)}</g>`,
  )
}

export function drawNationalIdBack(person: SpecimenPerson): string {
  const paper = person.documents.national_id
  const zone = identityCardZone(
    { ...person, nationality: 'UTO' },
    { issuingState: 'UTO', documentNumber: paper.documentNumber, dateOfExpiry: paper.dateOfExpiry },
  )
  return card(
    IDENTITY_CARD,
    'Specimen of a Utopian identity card, back',
    `<rect y="34" width="${WIDTH}" height="54" fill="#252b31"/>${emblem(762, 190, 52, IDENTITY_CARD.dark)}
${captionedField(48, 128, 'Address', person.address.street)}${captionedField(48, 180, 'City, province', `${person.address.city}, ${person.address.state} ${person.address.postalCode}`)}
${captionedField(48, 232, 'Date of issue', printedDate(paper.dateOfIssue))}${captionedField(300, 232, 'Authority', 'REGISTRY OF AMAUROT')}
<rect y="320" width="${WIDTH}" height="220" fill="#fbfbf8" fill-opacity=".94"/>${zoneLines(zone, 48, 382, 760, 31)}`,
  )
}

export function drawDrivingLicenceFront(person: SpecimenPerson): string {
  const paper = person.documents.driving_license
  return card(
    DRIVING_LICENCE,
    'Specimen of a Utopian driving licence, front',
    `${heading(DRIVING_LICENCE)}${photograph(person)}
${captionedField(318, 128, '1  Surname', person.surname.toUpperCase(), 21, TEXT_WIDTH)}${captionedField(318, 182, '2  Given names', person.givenNames.toUpperCase(), 21, TEXT_WIDTH)}
${captionedField(318, 236, '3  Date and place of birth', `${printedDate(person.dateOfBirth)}  ${person.placeOfBirth.toUpperCase()}`)}
${captionedField(318, 288, '4a  Date of issue', printedDate(paper.dateOfIssue))}${captionedField(500, 288, '4b  Date of expiry', printedDate(paper.dateOfExpiry))}
${captionedField(318, 340, '5  Licence No.', paper.documentNumber, 20)}${captionedField(318, 394, '8  Address', `${person.address.street}, ${person.address.city}`, 15)}
${captionedField(318, 446, '9  Categories', 'AM  B  B1', 18)}
<g transform="translate(560 430) scale(.66)">${drawSignatureStroke(person, DRIVING_LICENCE.dark)}</g>`,
  )
}

export function drawDrivingLicenceBack(person: SpecimenPerson): string {
  const paper = person.documents.driving_license
  const rows = ['AM', 'A1', 'A', 'B1', 'B', 'C', 'D', 'BE']
    .map((category, index) => {
      const y = 112 + index * 44
      const held = ['AM', 'B1', 'B'].includes(category)
      const cells = held
        ? `<text x="300" y="${y + 27}">${printedDate(paper.dateOfIssue)}</text><text x="540" y="${y + 27}">${printedDate(paper.dateOfExpiry)}</text>`
        : `<path d="M300 ${y + 22}h110M540 ${y + 22}h110" stroke="#5b2a52" stroke-opacity=".4"/>`
      return `<path d="M48 ${y + 44}h760" stroke="#5b2a52" stroke-opacity=".25"/><text x="64" y="${y + 27}" font-weight="700">${category}</text>${cells}`
    })
    .join('')
  return card(
    DRIVING_LICENCE,
    'Specimen of a Utopian driving licence, back',
    `<g font-size="13" fill="#5b2a52"><text x="64" y="92">9. Category</text><text x="300" y="92">10. Valid from</text><text x="540" y="92">11. Valid until</text></g><path d="M48 112h760" stroke="#5b2a52" stroke-opacity=".6"/><g font-size="18" fill="#2b1c28">${rows}</g><text x="64" y="504" font-size="13" fill="#5b2a52">Licence No. ${escapeText(paper.documentNumber)}</text>${emblem(768, 60, 34, DRIVING_LICENCE.dark)}`,
  )
}

function card(look: Look, title: string, content: string): string {
  return svgDocument(
    WIDTH,
    HEIGHT,
    title,
    `<defs><linearGradient id="paper" x2="1" y2="1"><stop stop-color="${look.light}"/><stop offset=".6" stop-color="#fffdf6"/><stop offset="1" stop-color="${look.light}"/></linearGradient><clipPath id="page"><rect width="${WIDTH}" height="${HEIGHT}" rx="32"/></clipPath><clipPath id="photo"><rect x="48" y="126" width="234" height="300" rx="10"/></clipPath></defs><g clip-path="url(#page)" font-family="${SANS}"><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#paper)"/>${content}${specimenMark(WIDTH, HEIGHT, 102)}</g>`,
  )
}

function heading(look: Look): string {
  return `<rect width="${WIDTH}" height="88" fill="${look.dark}"/>${emblem(70, 44, 28, '#f4e3b5')}<text x="118" y="42" font-size="25" font-weight="700" letter-spacing="2.6" fill="#fff">${look.heading}</text><text x="118" y="66" font-size="13.5" letter-spacing="1.6" fill="#fff" fill-opacity=".85">${look.subheading}</text><text x="808" y="54" text-anchor="end" font-size="14" letter-spacing="2" fill="#f4e3b5">SPECIMEN · NOT A REAL DOCUMENT</text>`
}

function photograph(person: SpecimenPerson): string {
  return `<g clip-path="url(#photo)"><rect x="48" y="126" width="234" height="300" fill="#dfe5e4"/><g transform="translate(32 128) scale(.88)">${drawPortrait(person)}</g></g><rect x="48" y="126" width="234" height="300" rx="10" fill="none" stroke="#333" stroke-opacity=".3"/>`
}
