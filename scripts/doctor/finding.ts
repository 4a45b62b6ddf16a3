/** The result of a check: right, wrong with a fix, or unknown because of something else. */
export type Finding =
  | { verdict: 'right'; what: string }
  | { verdict: 'wrong' | 'untold'; what: string; advice: string }

export const right = (what: string): Finding => ({ verdict: 'right', what })
export const wrong = (what: string, advice: string): Finding => ({
  verdict: 'wrong',
  what,
  advice,
})
/** Neither right nor wrong: it couldn't be checked, or a person has to decide. */
export const untold = (what: string, advice: string): Finding => ({
  verdict: 'untold',
  what,
  advice,
})
