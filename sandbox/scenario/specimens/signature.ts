// A signature: a looping pen stroke generated from a seed, not letters that someone could copy.

import type { SpecimenPerson } from './person.ts'
import { seededRandomness } from './randomness.ts'
import { specimenMark, svgDocument } from './svg.ts'

/** Only the stroke, in a box of about 320 × 130. */
export function drawSignatureStroke(person: Pick<SpecimenPerson, 'seed'>, color: string): string {
  const random = seededRandomness(`${person.seed} signature`)
  const loops = Array.from({ length: random.between(6, 9) }, () => {
    const width = random.between(18, 40)
    const height = random.between(18, 66)
    return `c${width * 0.9} ${-height} ${width * 0.1} ${-height} ${width * 0.2} ${-height * 0.1}s${width * 0.2} ${height * 0.5} ${width * 0.7} ${random.between(-6, 8)}`
  })
  return `<path d="M8 ${random.between(78, 92)}c10-60 34-92 44-70s-30 84-14 78${loops.join('')}q40-34 64-18" fill="none" stroke="${color}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>`
}

export function drawSignature(person: SpecimenPerson): string {
  return svgDocument(
    640,
    280,
    'Specimen of a signature',
    `<rect width="640" height="280" rx="18" fill="#fffdf8"/><path d="M60 210h520" stroke="#9aa5b1" stroke-dasharray="3 6" stroke-width="2"/><g transform="translate(110 62) scale(1.25)">${drawSignatureStroke(person, '#1c2f6b')}</g>${specimenMark(640, 280, 72)}`,
  )
}
