/** The wind pattern behind the hero and on the card, computed so that no image has to load. */

interface WindField {
  width: number
  height: number
  lines: number
}

const SEGMENTS = 6

/**
 * One SVG path of near-parallel lines that bunch and spread like a gust. React sends a page's markup twice, so a path for
 * each line and absolute coordinates would make the storefront's HTML a third larger.
 */
export function windLines({ width, height, lines }: WindField): string {
  return Array.from({ length: lines }, (_, line) => {
    const lane = (line + 0.5) / lines
    const heightAt = (segment: number) => {
      const along = segment / SEGMENTS
      const gust =
        Math.sin(along * 5.2 + lane * 2.6) * 0.09 + Math.sin(along * 2.1 - lane * 4) * 0.12
      return height * (lane + gust * (0.35 + along))
    }
    const points = Array.from({ length: SEGMENTS + 1 }, (_, segment) => ({
      x: Math.round((width * segment) / SEGMENTS),
      y: Math.round(heightAt(segment)),
    }))
    const steps = points.slice(1).map(({ x, y }, segment) => {
      const from = points[segment] ?? { x: 0, y: 0 }
      return `${x - from.x} ${y - from.y}`
    })
    // The first curve bends so that the line passes its height halfway. The others continue smoothly from it.
    const bend = 2 * heightAt(0.5) - (heightAt(0) + heightAt(1)) / 2 - heightAt(0)
    const start = `M0 ${points[0]?.y}q${Math.round(width / SEGMENTS / 2)} ${Math.round(bend)} `
    return start + steps.join('t')
  }).join('')
}
