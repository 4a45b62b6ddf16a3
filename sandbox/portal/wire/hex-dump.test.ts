import { expect, test } from 'vitest'
import { hexDump } from './hex-dump.ts'

test('a line shows the offset, sixteen bytes and the printable ones', () => {
  expect(hexDump(Buffer.from('{"id":"42"}\u0000'))).toBe(
    '00000000  7b 22 69 64 22 3a 22 34 32 22 7d 00              {"id":"42"}.',
  )
})

test('a new line starts every sixteen bytes', () => {
  const lines = hexDump(new Uint8Array(33)).split('\n')
  expect(lines.map((line) => line.slice(0, 8))).toEqual(['00000000', '00000010', '00000020'])
})

test('an empty body has no lines', () => {
  expect(hexDump(new Uint8Array())).toBe('')
})
