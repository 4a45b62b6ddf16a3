// The data page of Utopia's passport: photograph, printed fields, and the two-line zone (ICAO TD3).

import { passportZone } from './machine-readable-zone.ts'
import { printedDate, type SpecimenPerson } from './person.ts'
import { drawPortrait } from './portrait.ts'
import { captionedField, emblem, SANS, specimenMark, svgDocument, zoneLines } from './svg.ts'

const WIDTH = 860
const HEIGHT = 606
/** Of a name, from the photograph to the small portrait. */
const TEXT_WIDTH = 434

export function drawPassport(person: SpecimenPerson): string {
  const paper = person.documents.passport
  const zone = passportZone(
    { ...person, nationality: 'UTO' },
    { issuingState: 'UTO', documentNumber: paper.documentNumber, dateOfExpiry: paper.dateOfExpiry },
  )
  return svgDocument(
    WIDTH,
    HEIGHT,
    'Specimen of a Utopian passport',
    `<defs><linearGradient id="paper" x2="1" y2="1"><stop stop-color="#eaf3f8"/><stop offset=".55" stop-color="#f8f1e6"/><stop offset="1" stop-color="#e6eff0"/></linearGradient><clipPath id="page"><rect width="${WIDTH}" height="${HEIGHT}" rx="22"/></clipPath><clipPath id="photo"><rect x="46" y="118" width="216" height="278" rx="8"/></clipPath></defs>
<g clip-path="url(#page)" font-family="${SANS}"><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#paper)"/>
<rect width="${WIDTH}" height="78" fill="#153a52"/>${emblem(64, 39, 25, '#f0d9a4')}
<text x="108" y="36" font-size="23" font-weight="700" letter-spacing="2.4" fill="#fff">UTOPIA</text><text x="108" y="58" font-size="12" letter-spacing="1.2" fill="#c9dbe6">PASSPORT · PASSEPORT</text>
<text x="814" y="48" text-anchor="end" font-size="15" letter-spacing="2" fill="#f0d9a4">SPECIMEN · NOT A REAL DOCUMENT</text>
<g clip-path="url(#photo)"><rect x="46" y="118" width="216" height="278" fill="#d3dfe6"/><g transform="translate(34 122) scale(.8)">${drawPortrait(person)}</g></g><rect x="46" y="118" width="216" height="278" rx="8" fill="none" stroke="#153a52" stroke-opacity=".35"/>
${captionedField(296, 126, 'Type', 'P')}${captionedField(376, 126, 'Issuing state', 'UTO')}${captionedField(584, 126, 'Passport No.', paper.documentNumber, 20)}
${captionedField(296, 176, 'Surname', person.surname.toUpperCase(), 20, TEXT_WIDTH)}${captionedField(296, 226, 'Given names', person.givenNames.toUpperCase(), 20, TEXT_WIDTH)}
${captionedField(296, 276, 'Nationality', 'UTOPIAN')}${captionedField(584, 276, 'Sex', person.sex)}
${captionedField(296, 326, 'Date of birth', printedDate(person.dateOfBirth))}${captionedField(584, 326, 'Place of birth', person.placeOfBirth.toUpperCase())}
${captionedField(296, 376, 'Date of issue', printedDate(paper.dateOfIssue))}${captionedField(584, 376, 'Date of expiry', printedDate(paper.dateOfExpiry))}
${captionedField(46, 420, 'Authority', 'PASSPORT OFFICE, AMAUROT', 14)}
<g transform="translate(744 176) scale(.2)" opacity=".35">${drawPortrait(person)}</g>
<rect y="476" width="${WIDTH}" height="130" fill="#fbfbf8" fill-opacity=".94"/>${zoneLines(zone, 40, 528, 780, 26)}
${specimenMark(WIDTH, HEIGHT - 60, 104)}</g>`,
  )
}
