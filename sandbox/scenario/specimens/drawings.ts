// Documents and pictures for trying the service without real ones: SVG drawings that are marked SPECIMEN. Texts may come from
// people, so all are escaped here.
import type { ArtifactPage, ArtifactType, DocumentType } from '../../state/entities.ts'
import { SPECIMEN_ADDRESS, type SpecimenPerson } from './person.ts'
import { drawPortrait } from './portrait.ts'

export const SPECIMEN_CONTENT_TYPE = 'image/svg+xml'

const LOOKS = {
  passport: { name: 'PASSPORT', light: '#eaf3f8', dark: '#153a52' },
  national_id: { name: 'NATIONAL IDENTITY CARD', light: '#eef6ef', dark: '#1d4c39' },
  driving_license: { name: 'DRIVING LICENCE', light: '#fbeff4', dark: '#5b2a52' },
} as const satisfies Record<DocumentType, unknown>
const WIDTH = 856
const HEIGHT = 540
const SANS = "'Geist Variable', 'Helvetica Neue', Helvetica, Arial, sans-serif"
const MONO = "'OCR-B', 'OCR B', 'DejaVu Sans Mono', Menlo, Consolas, monospace"
/** A looping pen stroke in a box of about 320 × 130. It has no letters that someone could copy. */
const STROKE =
  '<path d="M8 85c10-60 34-92 44-70s-30 84-14 78c31 -18 3 -18 6 -2s6 9 22 7c30 -28 3 -28 6 -3s6 14 21 2c29 -50 3 -50 6 -5s6 25 20 0c23 -35 2 -35 5 -4s5 18 16 5c34 -30 3 -30 7 -3s7 15 24 8c23 -59 2 -59 5 -6s5 30 16 -1c20 -41 2 -41 4 -4s4 21 14 6q40-34 64-18" fill="none" stroke="#1c2f6b" stroke-width="4" stroke-linecap="round"/>'

/** One page as an SVG document; null if the type has no such page (D9). */
export function drawSpecimen(
  type: ArtifactType,
  page: ArtifactPage,
  person: SpecimenPerson,
): string | null {
  if (page === 'backPage')
    return type === 'national_id' || type === 'driving_license' ? drawBack(type, person) : null
  if (type === 'selfie') return drawSelfie(person)
  if (type === 'signature') return drawSignature()
  return type === 'driving_license' ? drawLicence(person) : drawFront(type, person)
}

/** What the fields of a licence mean is said by their numbers, as on every European one. */
function drawLicence(person: SpecimenPerson): string {
  const { light, dark } = LOOKS.driving_license
  const numbered = (y: number, number: string, value: string) =>
    `<text x="292" y="${y}" font-size="15" fill="#5b6b7b">${number}</text><text x="332" y="${y}" font-size="20" font-weight="600" fill="#15202b">${escapeText(value)}</text>`
  const { street, city, postalCode } = SPECIMEN_ADDRESS
  return drawPaper(
    'driving_license',
    `<path d="M0 300c220-90 420 70 856-40v280H0Z" fill="${dark}" fill-opacity=".09"/><path d="M0 380c260-90 460 70 856-50v210H0Z" fill="${dark}" fill-opacity=".09"/>
<rect x="40" y="30" width="92" height="66" rx="8" fill="${dark}"/><text x="86" y="74" text-anchor="middle" font-size="32" font-weight="700" fill="#f4e3b5">UTO</text>
<text x="156" y="60" font-size="29" font-weight="700" letter-spacing="1.5" fill="${dark}">DRIVING LICENCE</text><text x="156" y="88" font-size="16" letter-spacing="2" fill="${dark}">UTOPIA</text><text x="816" y="88" text-anchor="end" font-size="13" letter-spacing="1.6" fill="${dark}">SPECIMEN · NOT A REAL DOCUMENT</text>
${drawPhoto(person, 40, 122, 0.82)}
${numbered(146, '1.', person.surname.toUpperCase())}${numbered(182, '2.', person.givenNames.toUpperCase())}${numbered(218, '3.', `${printedDate(person.dateOfBirth)}  UTOPIA`)}
${numbered(254, '4a.', printedDate(person.dateOfIssue))}${numbered(290, '4b.', printedDate(person.dateOfExpiry))}${numbered(326, '4c.', 'AMAUROT')}${numbered(362, '5.', person.documentNumber)}
<text x="292" y="410" font-size="15" fill="#5b6b7b">7.</text><g transform="translate(332 372) scale(.6)">${STROKE}</g>
${numbered(466, '8.', `${street}, ${city} ${postalCode}`)}${numbered(504, '9.', 'AM  B1  B')}
<g transform="translate(640 300)" fill="none" stroke="${dark}" stroke-width="4"><path d="M12 44v-22l14-24h84l22 24h20q8 0 8 10v12M12 22h128M66-2v24"/><circle cx="42" cy="44" r="14"/><circle cx="128" cy="44" r="14"/><path d="M56 44h58M12 44h16M142 44h18"/></g>`,
    light,
  )
}

/** The photograph of a document, 234 × 300 at scale 1. */
function drawPhoto({ look }: SpecimenPerson, x: number, y: number, scale: number): string {
  return `<clipPath id="photo"><rect width="234" height="300" rx="10"/></clipPath><g transform="translate(${x} ${y}) scale(${scale})" clip-path="url(#photo)"><rect width="234" height="300" fill="#d9e2e4"/><g transform="translate(-16 2) scale(.88)">${drawPortrait(look)}</g></g>`
}

function drawFront(type: DocumentType, person: SpecimenPerson): string {
  const { name, light, dark } = LOOKS[type]
  const { surname, givenNames, documentNumber } = person
  return drawPaper(
    type,
    `<rect width="${WIDTH}" height="88" fill="${dark}"/><g transform="translate(70 46)" stroke="#f4e3b5" stroke-width="3" fill="none"><circle r="28"/><path d="M-11 2a11 11 0 0 1 22 0ZM-17 8h34M-12 14h24"/></g>
<text x="118" y="42" font-size="25" font-weight="700" letter-spacing="2.6" fill="#fff">UTOPIA</text><text x="118" y="66" font-size="13.5" letter-spacing="1.6" fill="#fff" fill-opacity=".85">${name}</text>
<text x="808" y="54" text-anchor="end" font-size="14" letter-spacing="2" fill="#f4e3b5">SPECIMEN · NOT A REAL DOCUMENT</text>
${drawPhoto(person, 48, 116, 1)}
${field(318, 124, 'Surname', surname.toUpperCase())}${field(318, 180, 'Given names', givenNames.toUpperCase())}
${field(318, 236, 'Date of birth', printedDate(person.dateOfBirth))}${field(580, 236, 'Nationality', 'UTOPIAN')}
${field(318, 292, 'Date of issue', printedDate(person.dateOfIssue))}${field(580, 292, 'Date of expiry', printedDate(person.dateOfExpiry))}
${field(318, 348, 'Document No.', documentNumber)}${field(580, 348, 'Authority', 'AMAUROT')}
${type === 'passport' ? drawZone(person) : `<g transform="translate(318 426) scale(.7)">${STROKE}</g>`}`,
    light,
  )
}

function drawBack(type: DocumentType, person: SpecimenPerson): string {
  const { documentNumber, dateOfIssue, dateOfExpiry } = person
  const { light, dark } = LOOKS[type]
  if (type === 'driving_license') {
    const cell = (x: number, y: number, text: string) =>
      `<text x="${x}" y="${y + 30}" font-size="18" font-weight="600" fill="#15202b">${text}</text>`
    const rows = ['AM', 'A', 'B1', 'B', 'C', 'D'].map((category, index) => {
      const y = 96 + index * 52
      const isHeld = ['AM', 'B1', 'B'].includes(category)
      const dates = isHeld ? [printedDate(dateOfIssue), printedDate(dateOfExpiry)] : ['—', '—']
      return `<path d="M48 ${y}h760" stroke="${dark}" stroke-opacity=".35" stroke-width="1.5"/>${cell(60, y + 3, category)}${cell(230, y + 3, dates[0] ?? '')}${cell(530, y + 3, dates[1] ?? '')}`
    })
    return drawPaper(
      type,
      `<text x="60" y="76" font-size="18" fill="${dark}">9.</text><text x="230" y="76" font-size="18" fill="${dark}">10.</text><text x="530" y="76" font-size="18" fill="${dark}">11.</text>${rows.join('')}<path d="M48 408h760M196 56v352M496 56v352" stroke="${dark}" stroke-opacity=".35" stroke-width="1.5"/>${field(48, 440, 'Document No.', documentNumber)}`,
      light,
    )
  }
  const { street, city, state, postalCode } = SPECIMEN_ADDRESS
  return drawPaper(
    type,
    `<rect y="34" width="${WIDTH}" height="54" fill="${dark}"/>${field(48, 124, 'Address', street)}${field(48, 186, 'City, province', `${city}, ${state} ${postalCode}`)}${field(48, 248, 'Document No.', documentNumber)}${field(318, 248, 'Valid until', printedDate(dateOfExpiry))}`,
    light,
  )
}

function drawPaper(type: DocumentType, content: string, light: string): string {
  return drawing(
    WIDTH,
    HEIGHT,
    `Specimen of a Utopian ${LOOKS[type].name.toLowerCase()}`,
    `<clipPath id="page"><rect width="${WIDTH}" height="${HEIGHT}" rx="28"/></clipPath><g clip-path="url(#page)"><rect width="${WIDTH}" height="${HEIGHT}" fill="${light}"/>${content}</g>`,
  )
}

function drawSelfie({ look, disguised }: SpecimenPerson): string {
  return drawing(
    600,
    720,
    'Specimen of a selfie',
    `<linearGradient id="room" x2=".7" y2="1"><stop stop-color="#cfe3f1"/><stop offset="1" stop-color="#f3e6d8"/></linearGradient><clipPath id="frame"><rect width="600" height="720" rx="28"/></clipPath><g clip-path="url(#frame)"><rect width="600" height="720" fill="url(#room)"/><g transform="translate(0 72) scale(2)">${drawPortrait(look, { disguised })}</g></g><text x="300" y="44" text-anchor="middle" font-size="17" letter-spacing="2" fill="#334">SPECIMEN · NOT A REAL PERSON</text>`,
  )
}

function drawSignature(): string {
  return drawing(
    640,
    280,
    'Specimen of a signature',
    `<rect width="640" height="280" rx="18" fill="#fffdf8"/><path d="M60 210h520" stroke="#9aa5b1" stroke-width="2"/><g transform="translate(110 62) scale(1.25)">${STROKE}</g>`,
  )
}

/** A complete document with the mark across it. The title is for screen readers and browser tabs. */
function drawing(width: number, height: number, title: string, content: string): string {
  const [x, y] = [width / 2, height / 2]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="${SANS}"><title>${title}</title>${content}<text transform="rotate(-18 ${x} ${y})" x="${x}" y="${y}" text-anchor="middle" dominant-baseline="central" font-size="${width / 8.5}" font-weight="800" letter-spacing="${width / 55}" fill="#c2263f" fill-opacity=".2" stroke="#c2263f" stroke-opacity=".38" stroke-width="1.2">SPECIMEN</text></svg>`
}

/** A small caption with the value below it. */
function field(x: number, y: number, caption: string, value: string): string {
  return `<text x="${x}" y="${y}" font-size="11" fill="#5b6b7b">${caption}</text><text x="${x}" y="${y + 25}" font-size="20" font-weight="600" fill="#15202b">${escapeText(value)}</text>`
}

/** Resembles a machine-readable zone. It has no check digits, so no reader accepts it. */
function drawZone({ surname, givenNames, documentNumber }: SpecimenPerson): string {
  const letters = (name: string) =>
    name
      .normalize('NFD')
      .replace(/\p{Mark}/gu, '')
      .toUpperCase()
      .replace(/[^A-Z]+/g, '<')
  const line = (y: number, text: string) =>
    `<text x="48" y="${y}" font-family="${MONO}" font-size="26" textLength="760" fill="#101820">${escapeText(text.slice(0, 44).padEnd(44, '<'))}</text>`
  return `<rect y="446" width="${WIDTH}" height="${HEIGHT}" fill="#fbfbf8"/>${line(482, `P<UTO${letters(surname)}<<${letters(givenNames)}`)}${line(516, `${documentNumber}<UTO`)}`
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** `1974-08-12` as `12 AUG 1974`. */
const printedDate = (date: string): string => DAY.format(new Date(date)).toUpperCase()

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escapeText = (text: string): string =>
  text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? '')
