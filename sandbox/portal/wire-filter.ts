// Which exchanges the wire shows. The server's list and the browser's live list share this rule.
export interface WireFilter {
  /** Part of a path, status, id or event kind; empty for all. */
  words: string
  /** Empty for both. */
  direction: '' | 'request' | 'delivery'
  problemsOnly: boolean
}

/** What the rule needs to know about an exchange. A row has it in data attributes. */
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
