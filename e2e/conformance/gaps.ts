// What the contract does not show (clauses.md, N1–N29): the suite judges none of it, and writes down what it saw.

/** The gap, and why a run may end without having seen it. */
export const GAPS = {
  N1: ['success codes of open and status', 'nothing was opened'],
  N2: ['reuse of an Idempotency-Key', 'nothing was opened twice'],
  N3: ['error body', 'nothing was refused'],
  N4: ['error of a draft or disabled revision', 'needs --control, which has such revisions'],
  N5: ['transitions', 'needs a decided inquiry: --control, --listen or --inquiry'],
  N6: ['when the status endpoint shows a decision', 'needs an event: --control or --listen'],
  N7: ['what an expired inquiry reads as', 'needs --control, which moves the clock, or --wait'],
  N8: ['retries of a delivery', 'needs --control, which moves the clock'],
  N9: ['what a receiver must answer', 'needs --control and a service that retries'],
  N10: ['order of deliveries', 'needs --control, which makes several events'],
  N11: ['delivery id of a retry', 'needs --control and a service that retries'],
  N12: ['data of the other two kinds', 'needs such an event: --control or --listen'],
  N13: ['a kind never seen before', 'none arrived'],
  N14: ['which identity fields are present', 'needs an inquiry that carries identity'],
  N15: ['form of the HMAC key', 'needs an event: --control or --listen'],
  N16: ['old secret after a rotation', 'needs --control, which rotates'],
  N17: [
    'rate limit',
    'no request was limited, and the suite floods no service that it cannot control',
  ],
  N18: ['an expired document URL', 'needs --control, or an inquiry with documents and --wait'],
  N19: [
    "the web SDK's interface",
    'it is a script for a browser, and has no HTTP interface to look at',
  ],
  N20: ['host of artifact URLs', 'needs an inquiry with documents'],
  N21: ['an inquiry opened without referenceId or note', 'nothing was opened without them'],
  N22: ['error of an unknown template', 'nothing was opened from one'],
  N23: ['a status read whose id is not a UUID', 'nothing was read so'],
  N24: ['form and echo of X-Correlation-Id', 'none was sent'],
  N25: ["an inquiry's own lifetime", 'nothing was opened'],
  N26: ['reviewReasons of NEEDS_REVIEW', 'needs such an inquiry: --control or --inquiry'],
  N27: ['fields nobody has seen before', 'nothing was read'],
  N28: ['which letters referenceId and note mean', 'no other letter was sent'],
  N29: ['a reversal without an event', 'it happens days later, when nobody looks'],
} as const

export type GapId = keyof typeof GAPS

const GAP_IDS = Object.keys(GAPS).filter((id): id is GapId => id in GAPS)

export interface GapReport {
  id: GapId
  gap: string
  /** Each different thing that was seen, in the order in which it was. */
  observed: string[]
  /** Why nothing was; null when something was. */
  unseen: string | null
}

/** What a run saw of each gap. */
export class Observations {
  readonly #seen = new Map<GapId, Set<string>>()

  add(id: GapId, what: string): void {
    this.#seen.set(id, (this.#seen.get(id) ?? new Set()).add(what))
  }

  report(): GapReport[] {
    return GAP_IDS.map((id) => {
      const [gap, unseen] = GAPS[id]
      const observed = [...(this.#seen.get(id) ?? [])]
      return { id, gap, observed, unseen: observed.length > 0 ? null : unseen }
    })
  }
}
