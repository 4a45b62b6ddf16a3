import { expect, test } from 'vitest'
import { wordsOf } from './search-words'

test('the words of a text are in lower case, each once, without what stands between them', () => {
  expect(wordsOf('Call me, CALL me at 9:30 (München)!')).toEqual([
    'call',
    'me',
    'at',
    '9',
    '30',
    'münchen',
  ])
  expect(wordsOf(' ?! ')).toEqual([])
  expect(wordsOf('')).toEqual([])
})
