// An illustrated face: the same seed gives the same features, in a document's photograph and in the selfie.

import type { SpecimenPerson } from './person.ts'
import { type Randomness, seededRandomness } from './randomness.ts'

const COMPLEXIONS = [
  {
    tone: '#f6d7c3',
    shade: '#e7b99d',
    blush: '#ee9f8d',
    hairs: ['#6a3f26', '#a0602f', '#c99b55', '#8c8f94'],
  },
  {
    tone: '#eac09c',
    shade: '#d39f76',
    blush: '#df8f72',
    hairs: ['#20191a', '#3b2620', '#6a3f26', '#c99b55'],
  },
  { tone: '#c98e62', shade: '#ac7248', blush: '#b96c4c', hairs: ['#20191a', '#3b2620', '#55331f'] },
  { tone: '#9a6440', shade: '#7d4e2f', blush: '#8f4d36', hairs: ['#17120f', '#20191a', '#8c8f94'] },
  { tone: '#6f4630', shade: '#573420', blush: '#713b2b', hairs: ['#0f0c0b', '#17120f', '#8c8f94'] },
] as const
const CLOTHES = ['#274690', '#2f6f63', '#7a3e65', '#b4532a', '#3d4655', '#8a6d1f'] as const
const IRISES = ['#3b2a20', '#4a3a1e', '#2b1d14', '#4a4f2e'] as const

type Features = {
  skin: (typeof COMPLEXIONS)[number]
  hair: string
  iris: string
  clothes: string
  hairStyle: 'cropped' | 'parted' | 'bob' | 'long' | 'bun' | 'curls'
  beard: boolean
  glasses: boolean
}

/** The face in a box of 300 × 360, without a background. */
export function drawPortrait(person: Pick<SpecimenPerson, 'seed' | 'sex'>): string {
  const features = chooseFeatures(seededRandomness(`${person.seed} face`), person)
  const { skin, hair, iris, clothes } = features
  return [
    hairBehind(features),
    `<path d="M20 360c2-62 44-86 92-93h76c48 7 90 31 92 93Z" fill="${clothes}"/>`,
    `<path d="M112 267c8 25 68 25 76 0l16 6c-10 46-98 46-108 0Z" fill="#fff" fill-opacity=".22"/>`,
    `<path d="M122 214h56v52c-6 26-50 26-56 0Z" fill="${skin.shade}"/>`,
    `<ellipse cx="76" cy="166" rx="13" ry="19" fill="${skin.shade}"/><ellipse cx="224" cy="166" rx="13" ry="19" fill="${skin.shade}"/>`,
    `<path d="M76 142c0-58 32-86 74-86s74 28 74 86c0 62-34 108-74 108s-74-46-74-108Z" fill="${skin.tone}"/>`,
    `<ellipse cx="103" cy="190" rx="15" ry="9" fill="${skin.blush}" fill-opacity=".45"/><ellipse cx="197" cy="190" rx="15" ry="9" fill="${skin.blush}" fill-opacity=".45"/>`,
    features.beard ? beard(hair) : '',
    eye(118, iris),
    eye(182, iris),
    `<g fill="none" stroke="${hair}" stroke-width="6" stroke-linecap="round"><path d="M101 138q16-11 33-3"/><path d="M199 138q-16-11-33-3"/></g>`,
    `<path d="M149 164q-6 20-8 27q8 7 17 1" fill="none" stroke="${skin.shade}" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round"/>`,
    `<path d="M126 212q24 19 48 0q-7 20-24 20t-24-20Z" fill="#a8414a"/><path d="M131 214q19 10 38 0q-6 8-19 8t-19-8Z" fill="#fff"/>`,
    hairInFront(features),
    features.glasses ? GLASSES : '',
  ].join('')
}

function chooseFeatures(random: Randomness, person: Pick<SpecimenPerson, 'sex'>): Features {
  const skin = random.pick(COMPLEXIONS)
  return {
    skin,
    hair: random.pick(skin.hairs),
    iris: random.pick(IRISES),
    clothes: random.pick(CLOTHES),
    hairStyle:
      person.sex === 'M'
        ? random.pick(['cropped', 'parted', 'curls'])
        : random.pick(['bob', 'long', 'bun', 'curls']),
    beard: person.sex === 'M' && random.next() < 0.4,
    glasses: random.next() < 0.3,
  }
}

const GLASSES =
  '<g fill="#fff" fill-opacity=".14" stroke="#27303a" stroke-width="4.5"><circle cx="117" cy="162" r="25"/><circle cx="183" cy="162" r="25"/><path d="M142 160q8-6 16 0M92 158l-15-5M208 158l15-5" fill="none"/></g>'

function eye(cx: number, iris: string): string {
  return `<ellipse cx="${cx}" cy="162" rx="14.5" ry="10.5" fill="#fff"/><circle cx="${cx}" cy="162" r="8.6" fill="${iris}"/><circle cx="${cx}" cy="162" r="4" fill="#111"/><circle cx="${cx + 3}" cy="158.5" r="2.4" fill="#fff"/><path d="M${cx - 16} 160q16-16 32 0" fill="none" stroke="#221a18" stroke-width="3.4" stroke-linecap="round"/>`
}

function beard(hair: string): string {
  return `<path d="M77 168c2 58 34 92 73 92s71-34 73-92c-10 26-24 34-40 30q-33-9-66 0c-16 4-30-4-40-30Z" fill="${hair}" fill-opacity=".9"/>`
}

function hairBehind({ hairStyle, hair }: Features): string {
  const paths = {
    cropped: '',
    parted: '',
    curls: CURLS.map(([cx, cy, r]) => `<circle cx="${cx}" cy="${cy}" r="${r}"/>`).join(''),
    bob: '<path d="M60 236c-18-110 10-194 90-194s108 84 90 194c-30 22-150 22-180 0Z"/>',
    long: '<path d="M54 320c-10-150-8-280 96-280s106 130 96 280c-40 22-152 22-192 0Z"/>',
    bun: '<circle cx="150" cy="34" r="31"/><path d="M72 190c-16-90 12-148 78-148s94 58 78 148Z"/>',
  }
  return `<g fill="${hair}">${paths[hairStyle]}</g>`
}

function hairInFront({ hairStyle, hair }: Features): string {
  const paths = {
    cropped:
      'M74 148c-10-72 26-106 76-106s86 34 76 106c-8-34-20-54-34-60c-26 12-60 12-84 0c-14 6-26 26-34 60Z',
    parted:
      'M72 156c-14-78 22-118 80-118c54 0 88 38 76 118c-6-34-18-52-36-62c-32 6-64-2-84-22c-4 26-28 40-36 84Z',
    curls:
      'M76 138c-4-60 30-92 74-92s78 32 74 92c-8-22-16-34-26-40c-12 12-28 0-34-8c-10 12-26 12-34 2c-8 12-20 12-28 6c-12 8-20 22-26 40Z',
    bob: 'M72 176c-16-92 20-132 78-132s94 40 78 132c-4-42-16-64-30-76c-30 18-76 16-98-6c-14 20-24 44-28 82Z',
    long: 'M70 190c-18-104 22-148 80-148s98 44 80 148c-4-54-30-88-74-100c-48 6-80 40-86 100Z',
    bun: 'M74 146c-8-66 26-102 76-102s84 36 76 102c-10-38-34-58-76-58s-66 20-76 58Z',
  }
  return `<path d="${paths[hairStyle]}" fill="${hair}"/>`
}

const CURLS = [
  [92, 92, 32],
  [118, 62, 32],
  [152, 52, 32],
  [186, 64, 32],
  [210, 94, 30],
  [80, 130, 24],
  [222, 132, 24],
] as const
