/** The result of a check: right, wrong with a fix, or unclear. */
export type Finding =
  | { verdict: 'right'; what: string }
  | { verdict: 'wrong' | 'unclear'; what: string; advice: string }

export const right = (what: string): Finding => ({ verdict: 'right', what })
export const wrong = (what: string, advice: string): Finding => ({
  verdict: 'wrong',
  what,
  advice,
})
/** It couldn't be checked, or a person has to decide. */
export const unclear = (what: string, advice: string): Finding => ({
  verdict: 'unclear',
  what,
  advice,
})
