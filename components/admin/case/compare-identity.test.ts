import { describe, expect, test } from 'vitest'
import type { RevealedIdentity } from '@/lib/back-office/revealed'
import { compareIdentity, markDifferences, parseDocumentDate } from './compare-identity'

const fields = (values: Record<string, string>) =>
  Object.entries(values).map(([name, value]) => ({ name, value }))
const identity = (
  declared: Record<string, string>,
  document: Record<string, string>,
  address: Record<string, string> = {},
): RevealedIdentity => ({
  declared: fields(declared),
  document: fields(document),
  address: fields(address),
})
const matches = (compared: RevealedIdentity) =>
  compareIdentity(compared).map(({ name, match }) => [name, match])

describe('compareIdentity', () => {
  test('only fields on both sides are compared, in a reviewer’s order', () => {
    const compared = compareIdentity(
      identity({ email: 'a@b.example', fullName: 'Ada Byron' }, { sex: 'F', fullName: 'Ada King' }),
    )
    expect(compared).toEqual([
      { name: 'fullName', declared: 'Ada Byron', document: 'Ada King', match: 'differs' },
      { name: 'sex', declared: null, document: 'F', match: 'not_compared' },
      { name: 'email', declared: 'a@b.example', document: null, match: 'not_compared' },
    ])
  })

  test('case, accents, hyphens and spaces make no difference; different words or another order do', () => {
    const name = (declared: string, document: string) =>
      compareIdentity(identity({ fullName: declared }, { fullName: document }))[0]?.match
    expect(name('Zoë Müller-Lüdenscheidt', ' ZOE  MULLER LUDENSCHEIDT')).toBe('same')
    expect(name('Ada Byron', 'Ada Byrony')).toBe('differs')
    expect(name('Ada Byron', 'Byron Ada')).toBe('differs')
    expect(name('Ada', 'Ada King')).toBe('differs')
  })

  test('a country is compared with a code or a known name, and otherwise only shown', () => {
    const country = (document: string) =>
      compareIdentity(identity({ country: 'GB' }, {}, { country: document }))
    expect(country('gb')[0]?.match).toBe('same')
    expect(country('FR')[0]?.match).toBe('differs')
    expect(country('United Kingdom')[0]?.match).toBe('same')
    expect(country('Utopia')).toEqual([
      { name: 'country', declared: 'GB', document: 'Utopia', match: 'not_compared' },
    ])
  })

  test('the parts of an address are shown only if there is no single-line address', () => {
    const address = { city: 'Amaurot' }
    expect(matches(identity({}, { address: 'Amaurot' }, address))).toEqual([
      ['address', 'not_compared'],
    ])
    expect(matches(identity({}, {}, address))).toEqual([['address.city', 'not_compared']])
  })

  test('a field never seen before is shown and compared (N14)', () => {
    expect(matches(identity({ nickname: 'A' }, { nickname: 'B' }))).toEqual([
      ['nickname', 'differs'],
    ])
  })
})

test('words that the other side lacks are marked', () => {
  const marked = (text: string, other: string) =>
    markDifferences(text, other)
      .filter(({ isOnlyHere }) => isOnlyHere)
      .map((piece) => piece.text)
  expect(marked('Ada Byron King', 'ADA KING')).toEqual(['Byron '])
  expect(marked('Ada King', 'Ada Byron King')).toEqual([])
  const text = ' Ada  Byron\nKing'
  expect(
    markDifferences(text, '')
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})

test('a document’s date is parsed day first, and other formats aren’t dates', () => {
  expect(parseDocumentDate('04-03-1990')?.toISOString()).toBe('1990-03-04T00:00:00.000Z')
  for (const text of ['31-02-1990', '1990-03-04', '03-1990', '00-00-0000', ''])
    expect(parseDocumentDate(text)).toBeNull()
})
