/** What a check of the doctor found: right, wrong with what to do, or not to be told because of something else. */
export type Finding =
  | { verdict: 'right'; what: string }
  | { verdict: 'wrong' | 'untold'; what: string; advice: string }

export const right = (what: string): Finding => ({ verdict: 'right', what })
export const wrong = (what: string, advice: string): Finding => ({
  verdict: 'wrong',
  what,
  advice,
})
/** Neither right nor wrong: it could not be looked at, or only a person can judge it. */
export const untold = (what: string, advice: string): Finding => ({
  verdict: 'untold',
  what,
  advice,
})
