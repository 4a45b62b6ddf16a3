// What a receiver may do with a delivery. Ours must give the exact response. Any other receiver only has to be safe: accept
// signed events, refuse what isn't signed, and never fail with a 5xx.
import type { RawAnswer } from './raw-request'

export interface Expectation {
  /** Our receiver's response, as `describeAnswer` puts it; several if it depends on the transport. */
  ours: readonly string[]
  /** Whether any receiver may respond with this status; null if the connection ended without a response. */
  isAllowed: (status: number | null) => boolean
}

const isAccepted = (status: number | null) => status !== null && status >= 200 && status < 300
const isRefused = (status: number | null) => status !== null && status >= 400 && status < 500
/** The connection may also just end. */
const isSurvived = (status: number | null) => status === null || status < 500

export type Outcome = 'recorded' | 'duplicate'

/** N9: any 2xx means that the event was accepted. Ours also says whether it was a duplicate. */
export const accepted = (...outcomes: readonly [Outcome, ...Outcome[]]): Expectation => ({
  ours: outcomes.map((outcome) => `200 ${outcome}`),
  isAllowed: isAccepted,
})

export const RECORDED = accepted('recorded')

/** W10: the bytes aren't the service's, or the receiver can't verify that they are. */
export const REFUSED: Expectation = { ours: ['401'], isAllowed: isRefused }

/** N15: the secret can become a key in several ways. Ours is configured with one; another receiver may try them all. */
export const OTHER_KEY_FORM: Expectation = {
  ours: ['401'],
  isAllowed: (status) => isAccepted(status) || isRefused(status),
}

/** Signed by the service, but not an event. Refusing it and acknowledging it are both right. */
export const NO_EVENT: Expectation = {
  ours: ['400'],
  isAllowed: (status) => isAccepted(status) || isRefused(status),
}

export const TOO_LARGE: Expectation = { ours: ['413'], isAllowed: isSurvived }
export const NOT_ALLOWED: Expectation = { ours: ['405'], isAllowed: isRefused }

/** Broken HTTP: the server itself refuses it, or the connection ends. */
export const survived = (...ours: readonly string[]): Expectation => ({
  ours,
  isAllowed: isSurvived,
})

/** `200 recorded`, `401`, or `closed` if the connection ended without a response. */
export function describeAnswer(answer: RawAnswer): string {
  if (answer === null) return 'closed'
  const outcome = /"outcome"\s*:\s*"(\w+)"/.exec(answer.body)?.[1]
  return outcome ? `${answer.status} ${outcome}` : String(answer.status)
}
