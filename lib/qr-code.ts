/** A QR code as one SVG path, made on the server, so no page ships the encoder. */
import 'server-only'
import { encode } from 'uqr'

export interface QrCode {
  /** Modules on each side, the quiet zone included. */
  size: number
  path: string
}

/** @param text may be a secret, so it goes nowhere else */
export function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return { size, path }
}
