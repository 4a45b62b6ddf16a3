import { expect, test } from 'vitest'
import { isSameName } from '../../scenario/specimens/person.ts'
import { markDifferences } from './compare-names.ts'

// The cases of the merchant's app, whose rule this is.
test('case, accents, punctuation and spaces make no difference; different words or another order do', () => {
  expect(isSameName('Zoë Müller-Lüdenscheidt', ' ZOE  MULLER LUDENSCHEIDT')).toBe(true)
  expect(isSameName('Maeve O’Neil', 'MAEVE ONEIL')).toBe(true)
  expect(isSameName('Ada Byron', 'Ada Byrony')).toBe(false)
  expect(isSameName('Ada Byron', 'Byron Ada')).toBe(false)
  expect(isSameName('Ada', 'Ada King')).toBe(false)
})

const marked = (text: string, other: string) =>
  markDifferences(text, other)
    .filter(({ isOnlyHere }) => isOnlyHere)
    .map((piece) => piece.text)

test('words that the other side lacks are marked', () => {
  expect(marked('Ada Byron King', 'ADA KING')).toEqual(['Byron '])
  expect(marked('Ada King', 'Ada Byron King')).toEqual([])
  const text = ' Ada  Byron\nKing'
  const pieces = markDifferences(text, '').map((piece) => piece.text)
  expect(pieces.join('')).toBe(text)
})

test('a hyphen marks nothing', () => {
  const declared = 'Maximiliane-Alexandrina von Hohenzollern-Sigmaringen y Fernández'
  const onDocument = 'MAXIMILIANE ALEXANDRINA VON HOHENZOLLERN SIGMARINGEN'
  expect(marked(onDocument, declared)).toEqual([])
  expect(marked(declared, onDocument)).toEqual(['y ', 'Fernández'])
})
