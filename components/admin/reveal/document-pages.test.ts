import { describe, expect, test } from 'vitest'
import { documentPages, documentTypeName } from './document-pages'

const front = 'https://pictures.example/front'
const back = 'https://pictures.example/back'
const names = {
  type: (type: string) => `the ${type}`,
  front: (name: string) => `${name}, front`,
  back: (name: string) => `${name}, back`,
  frontTab: 'Front',
  backTab: 'Back',
}

describe('documentPages', () => {
  test('a card has a front and a back, and a selfie is a picture of the person', () => {
    const pages = documentPages(
      [
        { type: 'driving_license', frontPage: front, backPage: back, hasBackPage: true },
        { type: 'selfie', frontPage: front, backPage: null, hasBackPage: false },
      ],
      names,
    )
    expect(pages).toEqual([
      { label: 'the driving_license, front', tab: 'Front', url: front, of: 'document' },
      { label: 'the driving_license, back', tab: 'Back', url: back, of: 'document' },
      // A selfie has no sides (D9).
      { label: 'the selfie', tab: 'the selfie', url: front, of: 'person' },
    ])
  })

  test('of two documents, a narrow button names the one that it shows', () => {
    const both = { frontPage: front, backPage: back, hasBackPage: true }
    const pages = documentPages(
      [
        { type: 'driving_license', ...both },
        { type: 'national_id', ...both },
      ],
      names,
    )
    expect(pages.map(({ tab }) => tab)).toEqual(pages.map(({ label }) => label))
  })

  test('a missing back page is left out (D10)', () => {
    const pages = documentPages(
      [{ type: 'national_id', frontPage: front, backPage: null, hasBackPage: true }],
      names,
    )
    expect(pages.map(({ label }) => label)).toEqual(['the national_id, front'])
  })

  test('an unknown document type is named in words and counts as a document', () => {
    expect(documentTypeName('residence_permit', names)).toBe('Residence permit')
    expect(documentTypeName('toString', names)).toBe('To string')
    const [page] = documentPages(
      [{ type: 'residence_permit', frontPage: front, backPage: null, hasBackPage: false }],
      names,
    )
    expect(page?.of).toBe('document')
  })
})
