import { describe, expect, test } from 'vitest'
import { documentPages, documentTypeName } from './document-pages'

const front = 'https://pictures.example/front'
const back = 'https://pictures.example/back'

describe('documentPages', () => {
  test('a card has a front and a back', () => {
    const pages = documentPages([
      { type: 'driving_license', frontPage: front, backPage: back, hasBackPage: true },
    ])
    expect(pages).toEqual([
      { label: 'Driving licence, front', url: front },
      { label: 'Driving licence, back', url: back },
    ])
  })

  test('a missing back page is left out (D10)', () => {
    const pages = documentPages([
      { type: 'national_id', frontPage: front, backPage: null, hasBackPage: true },
    ])
    expect(pages.map(({ label }) => label)).toEqual(['National identity card, front'])
  })

  test('a selfie has no sides (D9)', () => {
    const pages = documentPages([
      { type: 'selfie', frontPage: front, backPage: null, hasBackPage: false },
    ])
    expect(pages.map(({ label }) => label)).toEqual(['Selfie'])
  })

  test('an unknown document type is shown as sent', () => {
    expect(documentTypeName('residence_permit')).toBe('residence permit')
    expect(documentTypeName('toString')).toBe('toString')
  })
})
