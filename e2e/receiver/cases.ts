import type { Expectation } from './expectations'
import type { RawRequest } from './raw-request'

/** One delivery and what should become of it. */
export interface Case {
  /** A fact, with its clause. */
  title: string
  /** @param secret the endpoint's, with its prefix */
  request: (secret: string) => RawRequest
  expected: Expectation
}
