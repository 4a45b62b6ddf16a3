// Which exchanges the wire shows: one rule, for the server's list and for the browser's live one.
export interface WireFilter {
  /** Part of a path, a status, an id, an event kind; empty for all. */
  words: string
  /** Empty for both. */
  direction: '' | 'request' | 'delivery'
  problemsOnly: boolean
}

/** What the rule needs to know of an exchange; a row carries it in data attributes. */
export interface ExchangeFacts {
  text: string
  direction: string
  isProblem: boolean
}

export function isShown(facts: ExchangeFacts, filter: WireFilter): boolean {
  if (filter.direction !== '' && facts.direction !== filter.direction) return false
  if (filter.problemsOnly && !facts.isProblem) return false
  return facts.text.includes(filter.words.trim().toLowerCase())
}
