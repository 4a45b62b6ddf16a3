/**
 * A word of the service or of a later version that has no text here, written for people: `LIVENESS_CHECK` and `livenessCheck`
 * → `Liveness check`. The exact word belongs in a tooltip, where whoever integrates finds it.
 */
export function inWords(code: string): string {
  const words = code
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[._\s]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
