// The gaps in the contract (docs/contract.md). The suite doesn't judge them: it records its observations, and turns them into
// settings that make the sandbox behave the same.

/** Each gap, and a possible reason why a run didn't observe it. */
const GAPS = {
  N1: ['success codes of open and status', 'nothing was opened'],
  N2: ['reuse of an Idempotency-Key', 'nothing was opened twice'],
  N3: ['error body', 'nothing was refused'],
  N4: ['error of a draft or disabled revision', 'needs --control, which has such revisions'],
  N5: ['transitions', 'needs a decided inquiry: --control, --listen or --inquiry'],
  N6: ['when the status endpoint shows a decision', 'needs an event: --control or --listen'],
  N7: ['what an expired inquiry reads as', 'needs --control, which moves the clock'],
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
  N29: ['a reversal without an event', 'needs --control, which moves the clock'],
  N30: ['whose clock signs an event', 'needs --control, which makes events'],
  N31: ['where document URLs point', 'needs an inquiry with documents'],
  N32: ['the HTTP of a delivery', 'needs an event: --control or --listen'],
  N33: ['an expiresAt without a zone', 'none was sent'],
  N34: ['how long an API key lives', 'needs --control, which moves the clock'],
  N35: ['how a version ends', 'nothing was read'],
} as const

export type GapId = keyof typeof GAPS

export function isGapId(id: string): id is GapId {
  return Object.hasOwn(GAPS, id)
}

export interface GapReport {
  id: GapId
  gap: string
  /** The distinct observations, in order. */
  observed: string[]
  /** Why there is no observation; null if there is one. */
  unseen: string | null
}

/** A run's observations of each gap. */
export class Observations {
  readonly #seen = new Map<GapId, Set<string>>()

  add(id: GapId, what: string): void {
    this.#seen.set(id, (this.#seen.get(id) ?? new Set()).add(what))
  }

  report(): GapReport[] {
    return Object.keys(GAPS)
      .filter(isGapId)
      .map((id) => {
        const [gap, unseen] = GAPS[id]
        const observed = [...(this.#seen.get(id) ?? [])]
        return { id, gap, observed, unseen: observed.length > 0 ? null : unseen }
      })
  }
}

/** Possible observations of each gap, and the sandbox's matching value. The first match wins. */
const SETTINGS = String.raw`
N1   open 201                                             open-201-status-200
N1   open 200                                             open-200-status-200
N1   open 202                                             open-202-status-200
N1   open 207                                             open-207-status-203
N2   ^after a 5\d\d: 5\d\d again                             keeps-failures
N2   same body: the first response again                  replay
N2   same body: a second inquiry                          ignored
N2   same body: 409                                       conflict
N3   ^empty                                               empty
N3   ^HTML                                                html
N3   problem\+json                                        problem-json
N3   errors: \[                                           errors-list
N3   error: \{                                            nested-error
N3   \bcode\b                                             code-message
N4   : 422                                                422
N4   : 400                                                400
N4   : 404                                                404
N4   : 409                                                409
N6   ^before its event                                    before-event
N6   ^after its event                                     after-event
N7   ^status PENDING                                      pending
N7   ^status FAILED                                       failed
N7   ^status DECLINED                                     declined
N7   ^status                                              unknown-status
N8   ^0 retries                                           none
N8   ^\d{2,} retries                                      burst-of-100
N8   ^[1-9] retries                                       five-retries
N9   204 is accepted                                      any-2xx
N9   204 is a failure                                     only-200
N10  ^in the order                                        as-created
N10  ^not in the order                                    reversed
N10  late$                                                days-late
N11  ^new for each attempt                                new-each-attempt
N11  ^the same for every attempt                          same-each-attempt
N12  ^inquiry\.(declined|review_in_progress): inquiryId$  only-inquiry-id
N12  ^inquiry\.(declined|review_in_progress): (\w+, ){5}  extra-fields
N12  ^inquiry\.(declined|review_in_progress):             usual
N13  ^sent:                                               inquiry.future
N13  ^not sent                                            not-sent
N14  without                                              some
N14  ^all$                                                all
N14  : none$                                              none
N15  UTF-8 bytes, with its prefix                         utf8-with-prefix
N15  ^without its prefix                                  utf8-without-prefix
N15  base64-decoded                                       base64-decoded
N16  both sign                                            both-sign
N16  stops at once                                        stops-at-once
N17  without Retry-After                                  missing
N17  in seconds                                           seconds
N17  HTTP date                                            http-date
N18  ^403                                                 403
N18  ^404                                                 404
N18  ^410                                                 410
N20  another host                                         other-host
N20  own host                                             own-host
N21  ^null                                                null
N21  ^an empty string                                     empty-string
N21  ^omitted                                             omitted
N22  ^422                                                 422
N22  ^400                                                 400
N22  ^404                                                 404
N23  ^404                                                 404
N23  ^400                                                 400
N24  ^not echoed$                                         not-echoed
N24  ^not carried                                         not-carried
N24  ^echoed$                                             echoed
N25  ^168 h                                               seven-days
N25  ^1 h                                                 one-hour
N25  ^720 h                                               thirty-days
N26  ^0 reasons                                           none
N26  ^\d reasons?                                         one-or-more
N26  ^\d+ reasons                                         many
N27  ^none                                                none
N27  : \w                                                 extra-fields
N28  Unicode                                              unicode
N28  ASCII                                                ascii
N29  FAILED without                                       silent-failure
N29  DECLINED without                                     silent-decline
N29  ^none                                                never
N32  ^offers to upgrade                                   offers-upgrade
N32  ^HTTP                                                http-1.1
N33  ^taken as UTC$                                       utc
N33  ^400                                                 400
N34  ^still works                                         until-revoked
N34  ^expired                                             thirty-days
N35  ^announced                                           announced
N35  ^not announced                                       never
`

/** Settings for a seed file. A gap without an observation, or with one that matches no setting, keeps its default. */
export function settingsOf(gaps: readonly GapReport[]): { settings: Record<string, string> } {
  const settings: Record<string, string> = {}
  for (const line of SETTINGS.trim().split('\n')) {
    const [, id = '', pattern = '', value = ''] = /^(N\d+) +(.*?) {2,}(\S+)$/.exec(line) ?? []
    const observed = gaps.find((gap) => gap.id === id)?.observed.join('\n') ?? ''
    if (observed && new RegExp(pattern, 'm').test(observed)) settings[id] ??= value
  }
  return { settings }
}
