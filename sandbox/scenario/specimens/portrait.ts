// An illustrated face, for a document's photograph and for the selfie.
import type { GivenName } from './person.ts'

const SHORT_HAIR =
  'M74 148c-10-72 26-106 76-106s86 34 76 106c-8-34-20-54-34-60c-26 12-60 12-84 0c-14 6-26 26-34 60Z'
const PARTED_HAIR =
  'M72 156c-14-78 22-118 80-118c54 0 88 38 76 118c-6-34-18-52-36-62c-32 6-64-2-84-22c-4 26-28 40-36 84Z'
const LONG_HAIR =
  'M72 176c-16-92 20-132 78-132s94 40 78 132c-4-42-16-64-30-76c-30 18-76 16-98-6c-14 20-24 44-28 82Z'
const LONG_BEHIND = 'M60 236c-18-110 10-194 90-194s108 84 90 194c-30 22-150 22-180 0Z'

/** Skin, its shade, hair, the hair's shape in front and behind, and the clothes of the person with each given name. */
const LOOKS: Readonly<
  Record<GivenName, readonly [string, string, string, string, string, string]>
> = {
  Alma: ['#f6d7c3', '#e7b99d', '#8c5a34', LONG_HAIR, LONG_BEHIND, '#274690'],
  Celia: ['#eac09c', '#d39f76', '#3b2620', LONG_HAIR, LONG_BEHIND, '#7a3e65'],
  Elodie: ['#6f4630', '#573420', '#17120f', LONG_HAIR, LONG_BEHIND, '#b4532a'],
  Idris: ['#7d5138', '#633d28', '#15100d', SHORT_HAIR, '', '#2f6f63'],
  Kenji: ['#f0cfae', '#d9ae85', '#1b1614', SHORT_HAIR, '', '#44536a'],
  Mateo: ['#c98e62', '#ac7248', '#3a2a20', PARTED_HAIR, '', '#2f6f63'],
  Mira: ['#f8dcc8', '#e6bb9f', '#c08a3e', LONG_HAIR, LONG_BEHIND, '#3d6b4f'],
  Rafi: ['#d3a27a', '#b98459', '#55504d', PARTED_HAIR, '', '#274690'],
}

/** Large glasses and a cap, so that a selfie resembles the document's photo, but not closely. */
const DISGUISE =
  '<path d="M62 138c-8-70 32-108 88-108s96 38 88 108c-54-16-122-16-176 0Z" fill="#3f4b57"/><path d="M58 132c52-24 132-24 184 0c16 8 24 16 28 26c-72-22-166-22-220 0c-2-10 2-20 8-26Z" fill="#2c353e"/><g fill="#20262c" fill-opacity=".72" stroke="#12161a" stroke-width="5"><rect x="92" y="146" width="50" height="36" rx="15"/><rect x="158" y="146" width="50" height="36" rx="15"/></g><path d="M142 160q8-7 16 0M92 158l-18-6M208 158l18-6" fill="none" stroke="#12161a" stroke-width="5"/>'

/** A drawing of 300 × 360 without a background. */
export function drawPortrait(look: GivenName, { disguised = false } = {}): string {
  const [tone, shade, hair, front, behind, clothes] = LOOKS[look]
  const eye = (cx: number) =>
    `<ellipse cx="${cx}" cy="162" rx="14.5" ry="10.5" fill="#fff"/><circle cx="${cx}" cy="162" r="8" fill="#2b1d14"/><path d="M${cx - 16} 160q16-16 32 0" fill="none" stroke="#221a18" stroke-width="3.4" stroke-linecap="round"/>`
  return [
    `<path d="${behind}" fill="${hair}"/>`,
    `<path d="M20 360c2-62 44-86 92-93h76c48 7 90 31 92 93Z" fill="${clothes}"/>`,
    `<path d="M122 214h56v52c-6 26-50 26-56 0Z" fill="${shade}"/>`,
    `<ellipse cx="76" cy="166" rx="13" ry="19" fill="${shade}"/><ellipse cx="224" cy="166" rx="13" ry="19" fill="${shade}"/>`,
    `<path d="M76 142c0-58 32-86 74-86s74 28 74 86c0 62-34 108-74 108s-74-46-74-108Z" fill="${tone}"/>`,
    eye(118),
    eye(182),
    `<path d="M101 138q16-11 33-3M199 138q-16-11-33-3" fill="none" stroke="${hair}" stroke-width="6" stroke-linecap="round"/>`,
    `<path d="M149 164q-6 20-8 27q8 7 17 1" fill="none" stroke="${shade}" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round"/>`,
    '<path d="M126 212q24 19 48 0q-7 20-24 20t-24-20Z" fill="#9d5350"/>',
    `<path d="${front}" fill="${hair}"/>`,
    disguised ? DISGUISE : '',
  ].join('')
}
