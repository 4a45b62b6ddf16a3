/** Whether a label has every word that was typed, in any order: the beginning of one of its words is enough. */
export function matchesLabel(label: string, typed: string): boolean {
  const words = plain(label).split(' ')
  return plain(typed)
    .split(' ')
    .filter(Boolean)
    .every((part) => words.some((word) => word.startsWith(part)))
}

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
