/** Shown for a merchant without a logo: `HC` for Harbour Credit Union. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => [...word][0])
    .join('')
    .toUpperCase()
}
