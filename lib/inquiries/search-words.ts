/** The words that a note is found by: lower case, each once. The list's search splits what it is asked for alike. */
export const wordsOf = (text: string): string[] => [
  ...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []),
]
