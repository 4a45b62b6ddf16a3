// Detects a picture's format from its first bytes, because a file name or declared type proves nothing.

export type PictureFormat = 'image/jpeg' | 'image/png' | 'image/webp'

/** The type by magic bytes, or null. SVG isn't accepted: only the sandbox's own specimens are drawings. */
export function detectPictureFormat(bytes: Uint8Array): PictureFormat | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  if (startsWith(bytes, RIFF) && startsWith(bytes.subarray(8), WEBP)) return 'image/webp'
  return null
}

const RIFF = [...'RIFF'].map((letter) => letter.charCodeAt(0))
const WEBP = [...'WEBP'].map((letter) => letter.charCodeAt(0))

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte)
}
