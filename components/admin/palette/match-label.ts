/** Whether every typed word is the beginning of one of the label's words, in any order. */
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
