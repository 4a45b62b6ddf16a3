import { expect, test } from 'vitest'
import { ARTIFACT_TYPES } from '../../state/entities.ts'
import { drawSpecimen } from './drawings.ts'
import { specimenPerson } from './person.ts'

test.each(['Anna <script>', '"/></svg><script>', '王小明', '👩‍🚀', ''])(
  'a specimen with the name %s is marked SPECIMEN and runs no script',
  (fullName) => {
    for (const type of ARTIFACT_TYPES) {
      const drawing = drawSpecimen(type, 'frontPage', specimenPerson('any', { fullName }))
      expect(drawing).toContain('>SPECIMEN</text>')
      expect(drawing).not.toContain('<script')
    }
  },
)

test('a specimen has not expired and belongs to an adult', () => {
  for (let seed = 0; seed < 100; seed += 1) {
    const { dateOfBirth, dateOfIssue, dateOfExpiry } = specimenPerson(String(seed))
    expect(dateOfBirth < '2004').toBe(true)
    expect(dateOfIssue < '2026').toBe(true)
    expect(dateOfExpiry > '2031').toBe(true)
  }
})

test('an invented given name has one face, whichever inquiry it is', () => {
  const looks = ['a', 'b', 'c', 'd'].map(
    (seed) => specimenPerson(seed, { fullName: 'celia Brook' }).look,
  )
  expect(new Set(looks)).toEqual(new Set(['Celia']))
})

test('a licence has the numbered fields and, on its back, the categories of one', () => {
  const person = specimenPerson('any')
  expect(drawSpecimen('driving_license', 'frontPage', person)).toContain('>4b.</text>')
  expect(drawSpecimen('driving_license', 'backPage', person)).toContain('>B1</text>')
})
