// What a receiver may do with a delivery. Ours must do exactly what design.md says; of another receiver only what
// protects it is asked: take what is signed, refuse what is not, and never fail with a 5xx.
import type { RawAnswer } from './raw-request'

export interface Expectation {
  /** Our receiver's answer, as `describeAnswer` puts it; several where the transport decides. */
  ours: readonly string[]
  /** What any receiver may answer. */
  anyones: (status: number | null) => boolean
}

const isAccepted = (status: number | null) => status !== null && status >= 200 && status < 300
const isRefused = (status: number | null) => status !== null && status >= 400 && status < 500
/** The connection may also just end. */
const isSurvived = (status: number | null) => status === null || status < 500

export type Outcome = 'recorded' | 'duplicate'

/** N9: any 2xx says that it was taken; ours says what became of it. */
export const taken = (...outcomes: readonly [Outcome, ...Outcome[]]): Expectation => ({
  ours: outcomes.map((outcome) => `200 ${outcome}`),
  anyones: isAccepted,
})

/** W10: the bytes are not the service's, or nobody can tell. */
export const REFUSED: Expectation = { ours: ['401'], anyones: isRefused }

/** Signed by the service, but not an event; refusing it and taking note of it are both right. */
export const NO_EVENT: Expectation = {
  ours: ['400'],
  anyones: (status) => isAccepted(status) || isRefused(status),
}

export const TOO_LARGE: Expectation = { ours: ['413'], anyones: isSurvived }
export const NOT_ALLOWED: Expectation = { ours: ['405'], anyones: isRefused }

/** Broken below HTTP's body: the server refuses it by itself, or the connection ends. */
export const survived = (...ours: readonly string[]): Expectation => ({ ours, anyones: isSurvived })

/** `200 recorded`, `401`, or `closed` when the connection ended without an answer. */
export function describeAnswer(answer: RawAnswer): string {
  if (answer === null) return 'closed'
  const outcome = /"outcome"\s*:\s*"(\w+)"/.exec(answer.body)?.[1]
  return outcome ? `${answer.status} ${outcome}` : String(answer.status)
}
