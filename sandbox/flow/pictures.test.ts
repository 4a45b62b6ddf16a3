import { describe, expect, it } from 'vitest'
import { detectPictureFormat } from './pictures.ts'

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))))

describe('the format of a picture', () => {
  it.each([
    ['image/jpeg', bytes([0xff, 0xd8, 0xff, 0xe0])],
    ['image/png', bytes([0x89], 'PNG\r\n', [0x1a, 0x0a])],
    ['image/webp', bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 ')],
  ])('is %s, detected by its first bytes', (format, picture) => {
    expect(detectPictureFormat(picture)).toBe(format)
  })

  it.each([
    ['another format', bytes('GIF89a')],
    ['a RIFF audio file', bytes('RIFF', [1, 2, 3, 4], 'WAVE')],
    ['a truncated JPEG', bytes([0xff, 0xd8])],
    ['nothing', bytes()],
  ])('is null for %s', (_, file) => {
    expect(detectPictureFormat(file)).toBeNull()
  })
})
