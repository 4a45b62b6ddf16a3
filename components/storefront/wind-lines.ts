/** The wind pattern behind the hero and on the card, computed so that no image has to load. */

interface WindField {
  width: number
  height: number
  lines: number
}

/** SVG paths of near-parallel lines that bunch and spread like a gust. */
export function windLines({ width, height, lines }: WindField): string[] {
  const step = width / 7
  return Array.from({ length: lines }, (_, line) => {
    const lane = (line + 0.5) / lines
    const heightAt = (x: number) => {
      const along = x / width
      const gust =
        Math.sin(along * 5.2 + lane * 2.6) * 0.09 + Math.sin(along * 2.1 - lane * 4) * 0.12
      return height * (lane + gust * (0.35 + along))
    }
    let path = `M0 ${heightAt(0).toFixed()}`
    for (let x = 0; x < width; x += step) {
      const middle = x + step / 2
      path += ` Q${(x + step / 4).toFixed()} ${heightAt(x + step / 4).toFixed()} ${middle.toFixed()} ${heightAt(middle).toFixed()}`
      path += ` T${(x + step).toFixed()} ${heightAt(x + step).toFixed()}`
    }
    return path
  })
}
