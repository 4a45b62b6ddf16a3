import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ARTIFACT_TYPES } from '../../state/entities.ts'
import { drawSpecimen } from './drawings.ts'
import { specimenPerson } from './person.ts'

describe('a specimen', () => {
  it('is marked SPECIMEN and runs no script, whatever name is put on it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom(...ARTIFACT_TYPES),
        (name, type) => {
          const person = specimenPerson('any', { fullName: `${name} <script>` })
          const drawing = drawSpecimen(type, 'frontPage', person)
          expect(drawing).toContain('>SPECIMEN</text>')
          expect(drawing).not.toContain('<script')
        },
      ),
      { numRuns: 50 },
    )
  })

  it('has not expired and belongs to an adult', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const { dateOfBirth, dateOfIssue, dateOfExpiry } = specimenPerson(seed)
        expect(dateOfBirth < '2004').toBe(true)
        expect(dateOfIssue < '2026').toBe(true)
        expect(dateOfExpiry > '2031').toBe(true)
      }),
    )
  })
})
