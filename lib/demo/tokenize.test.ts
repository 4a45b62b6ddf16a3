import { expect, test } from 'vitest'
import { tokenize } from './tokenize'

test('the tokens of a line are its comments, strings, keywords and everything between them', () => {
  const lines = [
    '/**',
    " * The database's time: if it's new.",
    ' */',
    "export const kind = row.type === 'it\\'s new' // return",
    '  if (id === null) return { status: null }',
  ]
  const tokens = tokenize(lines)
  expect(tokens.map((line) => line.map(({ text }) => text).join(''))).toEqual(lines)
  expect(
    tokens
      .slice(0, 3)
      .flat()
      .map(({ kind }) => kind),
  ).toEqual(Array(3).fill('comment'))
  const ofKind = (kind: string) =>
    tokens
      .slice(3)
      .flat()
      .filter((token) => token.kind === kind)
      .map(({ text }) => text)
  expect(ofKind('keyword')).toEqual(['export', 'const', 'if', 'null', 'return', 'null'])
  expect(ofKind('string')).toEqual(["'it\\'s new'"])
  expect(ofKind('comment')).toEqual(['// return'])
})
