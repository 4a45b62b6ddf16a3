// A hex dump: offset, sixteen bytes in hex, and the printable characters.
const BYTES_PER_LINE = 16

export function hexDump(bytes: Uint8Array): string {
  const lines: string[] = []
  for (let offset = 0; offset < bytes.byteLength; offset += BYTES_PER_LINE) {
    const line = [...bytes.subarray(offset, offset + BYTES_PER_LINE)]
    const hex = line.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const text = line.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.'))
    const start = offset.toString(16).padStart(8, '0')
    lines.push(`${start}  ${hex.padEnd(BYTES_PER_LINE * 3 - 1)}  ${text.join('')}`)
  }
  return lines.join('\n')
}
