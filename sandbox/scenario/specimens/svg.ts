// The building blocks of every specimen, as SVG strings. Text is escaped here, because it may come from a person.

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const SANS = "'Geist Variable', 'Helvetica Neue', Helvetica, Arial, sans-serif"
const MONO = "'OCR-B', 'OCR B', 'DejaVu Sans Mono', Menlo, Consolas, monospace"

export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** A complete SVG document. Screen readers and browser tabs show its `title`. */
export function svgDocument(width: number, height: number, title: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img"><title>${escapeText(title)}</title>${content}</svg>`
}

/** The width of a bold capital as a share of its size, on average and rather too wide than too narrow. */
const CAPITAL = 0.74
const SMALLEST = 0.6

/**
 * A field of a document: a small caption with the value below it. A value wider than `room` is set smaller and then squeezed
 * to that width, whatever font the viewer has.
 */
export function captionedField(
  x: number,
  y: number,
  caption: string,
  value: string,
  size = 17,
  room = Number.POSITIVE_INFINITY,
): string {
  const share = room / (value.length * size * CAPITAL)
  const fitted = share < 1 ? Math.round(size * Math.max(share, SMALLEST) * 10) / 10 : size
  const squeeze = share < 1 ? ` textLength="${room}" lengthAdjust="spacingAndGlyphs"` : ''
  return `<text x="${x}" y="${y}" font-size="9.5" letter-spacing=".3" fill="#5b6b7b">${escapeText(caption)}</text><text x="${x}" y="${y + size + 4}" font-size="${fitted}" font-weight="600" fill="#15202b"${squeeze}>${escapeText(value)}</text>`
}

/** Lines of a machine-readable zone, stretched to the same width so their characters align in any font. */
export function zoneLines(
  lines: readonly string[],
  x: number,
  y: number,
  width: number,
  size: number,
): string {
  return lines
    .map(
      (line, index) =>
        `<text x="${x}" y="${y + index * size * 1.55}" font-family="${MONO}" font-size="${size}" textLength="${width}" lengthAdjust="spacing" fill="#101820" xml:space="preserve">${escapeText(line)}</text>`,
    )
    .join('')
}

/** The mark on every specimen: large, across the whole page, and legible over any picture. */
export function specimenMark(width: number, height: number, size: number): string {
  return `<g transform="rotate(-18 ${width / 2} ${height / 2})"><text x="${width / 2}" y="${height / 2 + size * 0.36}" text-anchor="middle" font-family="${SANS}" font-size="${size}" font-weight="800" letter-spacing="${size * 0.16}" fill="#c2263f" fill-opacity=".2" stroke="#c2263f" stroke-opacity=".38" stroke-width="1.2">SPECIMEN</text></g>`
}

/** The emblem of Utopia: a rising sun over an island, in a ring. */
export function emblem(cx: number, cy: number, radius: number, color: string): string {
  const rays = Array.from({ length: 9 }, (_, index) => {
    const angle = Math.PI + (Math.PI * (index + 1)) / 10
    const from = radius * 0.46
    const to = radius * (index % 2 === 0 ? 0.68 : 0.76)
    return `M${(from * Math.cos(angle)).toFixed(1)} ${(from * Math.sin(angle)).toFixed(1)}L${(to * Math.cos(angle)).toFixed(1)} ${(to * Math.sin(angle)).toFixed(1)}`
  }).join('')
  const r = (share: number) => (radius * share).toFixed(1)
  return `<g transform="translate(${cx} ${cy})" fill="none" stroke="${color}" stroke-width="${r(0.055)}" stroke-linecap="round"><circle r="${radius}"/><circle r="${r(0.88)}" stroke-width="${r(0.025)}"/><path d="${rays}"/><path d="M${r(-0.34)} 0A${r(0.34)} ${r(0.34)} 0 0 1 ${r(0.34)} 0Z" fill="${color}"/><path d="M${r(-0.62)} ${r(0.2)}q${r(0.155)} ${r(-0.16)} ${r(0.31)} 0t${r(0.31)} 0t${r(0.31)} 0t${r(0.31)} 0M${r(-0.48)} ${r(0.42)}q${r(0.16)} ${r(-0.16)} ${r(0.32)} 0t${r(0.32)} 0t${r(0.32)} 0"/></g>`
}
