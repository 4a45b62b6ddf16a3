// Marks where a declared name and the name on the document differ. The merchant's app marks the same words.
import { nameWords } from '../commands/checks.ts'

interface Piece {
  text: string
  /** The other side doesn't have this word. */
  isOnlyHere: boolean
}

/** Splits one side into words and marks those that the other side doesn't have. */
export function markDifferences(text: string, other: string): Piece[] {
  const there = new Set(nameWords(other))
  return text.split(/(?<=\s)/).map((word) => ({
    text: word,
    isOnlyHere: nameWords(word).some((each) => !there.has(each)),
  }))
}
