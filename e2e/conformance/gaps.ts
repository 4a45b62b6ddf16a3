// The gaps that the contract leaves open (docs/contract.md, N1–N29). The suite doesn't judge them; it records what it saw.

/** Each gap, and why a run may not have observed it. */
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
  N13: ['an unknown kind of event', 'none arrived'],
  N14: ['which identity fields are present', 'needs an inquiry that carries identity'],
  N15: ['form of the HMAC key', 'needs an event: --control or --listen'],
  N16: ['old secret after a rotation', 'needs --control, which rotates'],
  N17: [
    'rate limit',
    "no request was limited, and the suite doesn't flood a service that it can't control",
  ],
  N18: ['an expired document URL', 'needs --control, or an inquiry with documents and --wait'],
  N19: ["the web SDK's interface", "it is a script for a browser, which HTTP can't show"],
  N20: ['host of artifact URLs', 'needs an inquiry with documents'],
  N21: ['an inquiry opened without referenceId or note', 'nothing was opened without them'],
  N22: ['error of an unknown template', 'no inquiry was opened from one'],
  N23: ['a status read whose id is not a UUID', 'no such read was made'],
  N24: ['form and echo of X-Correlation-Id', 'none was sent'],
  N25: ['how long an inquiry lives', 'nothing was opened'],
  N26: ['reviewReasons of NEEDS_REVIEW', 'needs such an inquiry: --control or --inquiry'],
  N27: ['unknown response fields', 'nothing was read'],
  N28: ['which letters referenceId and note allow', 'no letter beyond ASCII was sent'],
  N29: ['a reversal without an event', 'it happens days after the run'],
} as const

export type GapId = keyof typeof GAPS

const GAP_IDS = Object.keys(GAPS).filter((id): id is GapId => id in GAPS)

export interface GapReport {
  id: GapId
  gap: string
  /** Each distinct observation, in the order it was made. */
  observed: string[]
  /** Why nothing was observed; null if something was. */
  unseen: string | null
}

/** What a run observed of each gap. */
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
