/**
 * Turns a code that we have no text for, from the service or a later version, into words: `LIVENESS_CHECK` and
 * `livenessCheck` → `Liveness check`. The exact code belongs in a tooltip, for integrators.
 */
export function inWords(code: string): string {
  const words = code
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[._\s]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
