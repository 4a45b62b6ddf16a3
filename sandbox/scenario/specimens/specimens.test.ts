import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { specimenPerson } from './person.ts'
import { drawSpecimen, isSpecimenType, SPECIMEN_TYPES } from './specimens.ts'

describe('a specimen', () => {
  it('exists for every artifact type, and has a back only if D9 gives the type one', () => {
    const person = specimenPerson('any')
    const withBack = SPECIMEN_TYPES.filter(
      (type) => drawSpecimen(type, 'backPage', person) !== null,
    )
    expect(SPECIMEN_TYPES).toEqual([
      'passport',
      'national_id',
      'driving_license',
      'selfie',
      'signature',
    ])
    expect(withBack).toEqual(['national_id', 'driving_license'])
    expect(isSpecimenType('toString')).toBe(false)
  })

  it('is the same for the same seed and differs for another', () => {
    expect(specimenPerson('one')).toEqual(specimenPerson('one'))
    for (const type of SPECIMEN_TYPES) {
      const first = drawSpecimen(type, 'frontPage', specimenPerson('one'))
      expect(drawSpecimen(type, 'frontPage', specimenPerson('one'))).toBe(first)
      expect(drawSpecimen(type, 'frontPage', specimenPerson('two'))).not.toBe(first)
    }
  })

  it('is marked SPECIMEN and runs no script, whatever name is put on it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom(...SPECIMEN_TYPES),
        (name, type) => {
          const drawing = drawSpecimen(type, 'frontPage', specimenPerson('any', `${name} <script>`))
          expect(drawing).toContain('>SPECIMEN</text>')
          expect(drawing).not.toContain('<script')
        },
      ),
      { numRuns: 50 },
    )
  })

  it('shows the given name', () => {
    const passport = drawSpecimen(
      'passport',
      'frontPage',
      specimenPerson('any', 'Anna Maria Eriksson'),
    )
    expect(passport).toContain('P&lt;UTOERIKSSON&lt;&lt;ANNA&lt;MARIA')
  })

  it('has two different given names', () => {
    for (let seed = 0; seed < 500; seed++) {
      const [first, second] = specimenPerson(`${seed}`).givenNames.split(' ')
      expect(second).not.toBe(first)
    }
  })

  it.each(['passport', 'national_id', 'driving_license'] as const)(
    'keeps a long name within the %s',
    (type) => {
      const person = specimenPerson('any', `${'Maximiliane Alexandrina von '.repeat(3)} Solberg`)
      const given = person.givenNames.toUpperCase()
      const [text = ''] =
        drawSpecimen(type, 'frontPage', person)?.match(new RegExp(`<text[^>]*>${given}</text>`)) ??
        []
      const [x, width] = ['x', 'textLength'].map((name) =>
        Number(new RegExp(` ${name}="(\\d+)"`).exec(text)?.[1]),
      )
      expect((x ?? Number.NaN) + (width ?? Number.NaN)).toBeLessThanOrEqual(814)
    },
  )

  it.each([
    ['Ada Lovelace', 'F'],
    ['Jürgen Thomas', undefined],
    ['JOSÉ Álvarez', 'M'],
  ] as const)('has the sex that a known first name suggests, otherwise either: %s', (name, sex) => {
    const sexes = new Set(
      Array.from({ length: 20 }, (_, seed) => specimenPerson(`${seed}`, name).sex),
    )
    expect([...sexes].toSorted()).toEqual(sex ? [sex] : ['F', 'M'])
  })

  it('has not expired and belongs to an adult', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const person = specimenPerson(seed)
        expect(person.dateOfBirth < '2004').toBe(true)
        for (const paper of Object.values(person.documents)) {
          expect(paper.dateOfIssue < '2026').toBe(true)
          expect(paper.dateOfExpiry > '2032').toBe(true)
        }
      }),
    )
  })
})
