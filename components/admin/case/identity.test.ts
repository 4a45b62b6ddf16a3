import { expect, test } from 'vitest'
import type { RevealedIdentity } from '@/lib/back-office/revealed'
import { compareIdentity, parseDocumentDate } from './identity'

const fields = (values: Record<string, string>) =>
  Object.entries(values).map(([name, value]) => ({ name, value }))
const compare = (
  declared: Record<string, string>,
  document: Record<string, string>,
  address: Record<string, string> = {},
) => {
  const identity: RevealedIdentity = {
    declared: fields(declared),
    document: fields(document),
    address: fields(address),
  }
  return compareIdentity(identity)
}

test('only fields on both sides are compared, in a reviewer’s order, including unknown fields (N14)', () => {
  const declared = { nickname: 'A', email: 'a@b.example', fullName: 'Ada Byron' }
  const document = { sex: 'F', nickname: 'B', fullName: 'Ada King' }
  expect(compare(declared, document)).toEqual([
    { name: 'fullName', declared: 'Ada Byron', document: 'Ada King', mark: 'differs' },
    { name: 'sex', declared: null, document: 'F', mark: null },
    { name: 'nickname', declared: 'A', document: 'B', mark: 'differs' },
    { name: 'email', declared: 'a@b.example', document: null, mark: null },
  ])
})

test.each([
  ['Zoë Müller-Lüdenscheidt', ' ZOE  MULLER LUDENSCHEIDT', 'same'],
  ['Ada Byron', 'Ada Byrony', 'differs'],
  ['Ada Byron', 'Byron Ada', 'differs'],
])('"%s" and "%s" are: %s', (declared, document, mark) => {
  expect(compare({ fullName: declared }, { fullName: document })).toMatchObject([{ mark }])
})

test.each([
  ['gb', 'United Kingdom', 'same'],
  ['FR', 'France', 'differs'],
  ['United Kingdom', 'United Kingdom', 'same'],
  ['Utopia', 'Utopia', null],
])('a country that the document calls %s is shown as %s: %s', (country, document, mark) => {
  expect(compare({ country: 'GB' }, {}, { country })).toEqual([
    { name: 'country', declared: 'United Kingdom', document, mark },
  ])
})

test('an address’s parts are shown only if there is no single-line address', () => {
  const address = { city: 'Amaurot' }
  const names = (document: Record<string, string>) =>
    compare({}, document, address).map(({ name }) => name)
  expect(names({ address: 'Amaurot' })).toEqual(['address'])
  expect(names({})).toEqual(['address.city'])
})

test('a document that has expired is marked', () => {
  const dates = { dateOfIssue: '01-02-2001', dateOfExpiry: '02-02-2011' }
  expect(compare({}, dates)).toMatchObject([
    { document: '1 Feb 2001', mark: null },
    { document: '2 Feb 2011', mark: 'expired' },
  ])
})

test('a document’s date is parsed day first, and other formats aren’t dates', () => {
  expect(parseDocumentDate('04-03-1990')?.toISOString()).toBe('1990-03-04T00:00:00.000Z')
  for (const text of ['31-02-1990', '1990-03-04', '03-1990', '00-00-0000', ''])
    expect(parseDocumentDate(text)).toBeNull()
})
