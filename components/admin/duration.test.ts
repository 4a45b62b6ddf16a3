import { createTranslator } from 'next-intl'
import { expect, test } from 'vitest'
import de from '@/messages/de.json'
import en from '@/messages/en.json'
import { formatDuration, waited } from './duration'

const english = createTranslator({ locale: 'en', messages: en, namespace: 'Duration' })
const german = createTranslator({ locale: 'de', messages: de, namespace: 'Duration' })

test.each([
  [-3, 'under 1 s', 'unter 1 Sek.'],
  [0.7, 'under 1 s', 'unter 1 Sek.'],
  [1, '1 s', '1 Sek.'],
  [48, '48 s', '48 Sek.'],
  [125, '2 min', '2 Min.'],
  [3_600, '1 h', '1 Std.'],
  [11_405, '3 h 10 min', '3 Std. 10 Min.'],
  [86_405, '1 d', '1 Tg.'],
  [187_200, '2 d 4 h', '2 Tg. 4 Std.'],
])('%d seconds read as %s and %s', (seconds, inEnglish, inGerman) => {
  expect(formatDuration(seconds, english)).toBe(inEnglish)
  expect(formatDuration(seconds, german)).toBe(inGerman)
})

test('a wait of a day is overdue', () => {
  const now = new Date('2026-03-14T12:00:00Z')
  expect(waited('2026-03-14T09:55:00Z', now, english)).toEqual({
    text: '2 h 5 min',
    isOverdue: false,
  })
  expect(waited('2026-03-13T12:00:00Z', now, english)).toEqual({ text: '1 d', isOverdue: true })
})

test('a wait of less than a minute has no seconds', () => {
  const now = new Date('2026-03-14T12:00:00Z')
  expect(waited('2026-03-14T11:59:20Z', now, english).text).toBe('under 1 min')
  expect(waited('2026-03-14T11:59:00Z', now, english).text).toBe('1 min')
})
