// The selfie of a fictional person: the same face as on the documents, in a friendly room.

import type { SpecimenPerson } from './person.ts'
import { drawPortrait } from './portrait.ts'
import { seededRandomness } from './randomness.ts'
import { SANS, specimenMark, svgDocument } from './svg.ts'

const ROOMS = [
  ['#cfe3f1', '#f3e6d8'],
  ['#dcd6f2', '#f5e3ea'],
  ['#d3ecdf', '#f7f0d4'],
  ['#f7ddcf', '#dfe7f5'],
] as const

export function drawSelfie(person: SpecimenPerson): string {
  const random = seededRandomness(`${person.seed} room`)
  const [light, warm] = random.pick(ROOMS)
  return svgDocument(
    600,
    720,
    'Specimen of a selfie',
    `<defs><linearGradient id="room" x2=".7" y2="1"><stop stop-color="${light}"/><stop offset="1" stop-color="${warm}"/></linearGradient><clipPath id="frame"><rect width="600" height="720" rx="28"/></clipPath></defs><g clip-path="url(#frame)"><rect width="600" height="720" fill="url(#room)"/><circle cx="${random.between(80, 180)}" cy="150" r="96" fill="#fff" fill-opacity=".35"/><circle cx="${random.between(430, 540)}" cy="260" r="60" fill="#fff" fill-opacity=".28"/><g transform="translate(0 72) scale(2)"><ellipse cx="150" cy="350" rx="170" ry="60" fill="#000" fill-opacity=".05"/>${drawPortrait(person)}</g>${specimenMark(600, 900, 84)}<text x="300" y="44" text-anchor="middle" font-family="${SANS}" font-size="17" letter-spacing="2" fill="#334" fill-opacity=".75">SPECIMEN · NOT A REAL PERSON</text></g>`,
  )
}
