import type { Expectation } from './expectations'
import type { RawRequest } from './raw-request'

/** A delivery, and what the receiver should do with it. */
export interface Case {
  /** A fact, with its clause. */
  title: string
  /** @param secret the endpoint's, with its prefix */
  request: (secret: string) => RawRequest
  expected: Expectation
}
