import { expect, test } from 'vitest'
import { documentTypeName } from '@/components/admin/words'
import { documentPages } from './documents'

const front = 'https://pictures.example/front'
const back = 'https://pictures.example/back'

test('a card has a front and a back, and a selfie shows the person and has no sides (D9)', () => {
  expect(
    documentPages([
      { type: 'driving_license', frontPage: front, backPage: back, hasBackPage: true },
      { type: 'selfie', frontPage: front, backPage: null, hasBackPage: false },
    ]),
  ).toEqual([
    { label: 'Driving licence, front', url: front, isOfPerson: false },
    { label: 'Driving licence, back', url: back, isOfPerson: false },
    { label: 'Selfie', url: front, isOfPerson: true },
  ])
})

test('a missing back page is left out (D10), and an unknown type counts as a document', () => {
  const [page, ...others] = documentPages([
    { type: 'residence_permit', frontPage: front, backPage: null, hasBackPage: true },
  ])
  expect(page).toEqual({ label: 'Residence permit, front', url: front, isOfPerson: false })
  expect(others).toEqual([])
  expect(documentTypeName('toString')).toBe('To string')
})
