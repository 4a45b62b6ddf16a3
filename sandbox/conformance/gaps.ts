// The gaps that the contract leaves open (docs/contract.md). The suite doesn't judge them; it records what it saw, and turns
// that into settings that make the sandbox behave the same.

/** Each gap, and why a run may not have observed it. */
const GAPS = {
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

/** For each gap, patterns of observations and the sandbox's value for each; the first match wins. */
const SETTINGS: Partial<Record<GapId, readonly (readonly [RegExp, string])[]>> = {
  N1: [
    [/open 201/, 'open-201-status-200'],
    [/open 200/, 'open-200-status-200'],
    [/open 202/, 'open-202-status-200'],
    [/open 207/, 'open-207-status-203'],
  ],
  N2: [
    [/same body: the first response again/, 'replay'],
    [/same body: a second inquiry/, 'ignored'],
    [/same body: 409/, 'conflict'],
  ],
  N3: [
    [/^empty/m, 'empty'],
    [/^HTML/m, 'html'],
    [/problem\+json/, 'problem-json'],
    [/errors: \[/, 'errors-list'],
    [/error: \{/, 'nested-error'],
    [/\bcode\b/, 'code-message'],
  ],
  N4: statuses(/: (\d+)/, ['422', '400', '404', '409']),
  N6: [
    [/^before its event/m, 'before-event'],
    [/^after its event/m, 'after-event'],
  ],
  N7: [
    [/^status PENDING/m, 'pending'],
    [/^status FAILED/m, 'failed'],
    [/^status DECLINED/m, 'declined'],
    [/^status /m, 'unknown-status'],
  ],
  N8: [
    [/^0 retries/m, 'none'],
    [/^\d{2,} retries/m, 'burst-of-100'],
    [/^[1-9] retries/m, 'five-retries'],
  ],
  N9: [
    [/204 is accepted/, 'any-2xx'],
    [/204 is a failure/, 'only-200'],
  ],
  N11: [
    [/^new for each attempt/m, 'new-each-attempt'],
    [/^the same for every attempt/m, 'same-each-attempt'],
  ],
  N12: [
    [/^inquiry\.(declined|review_in_progress): inquiryId$/m, 'only-inquiry-id'],
    [/^inquiry\.(declined|review_in_progress): (\w+, ){5}/m, 'extra-fields'],
    [/^inquiry\.(declined|review_in_progress):/m, 'usual'],
  ],
  N13: [
    [/^sent: /m, 'inquiry.future'],
    [/^not sent/m, 'not-sent'],
  ],
  N14: [
    [/without /, 'some'],
    [/^all$/m, 'all'],
    [/: none$/m, 'none'],
  ],
  N15: [
    [/UTF-8 bytes, with its prefix/, 'utf8-with-prefix'],
    [/^without its prefix/m, 'utf8-without-prefix'],
    [/base64-decoded/, 'base64-decoded'],
  ],
  N16: [
    [/both sign/, 'both-sign'],
    [/stops at once/, 'stops-at-once'],
  ],
  N17: [
    [/without Retry-After/, 'missing'],
    [/in seconds/, 'seconds'],
    [/HTTP date/, 'http-date'],
  ],
  N18: statuses(/^(\d+)$/m, ['403', '404', '410']),
  N20: [
    [/another host/, 'other-host'],
    [/own host/, 'own-host'],
  ],
  N21: [
    [/^null/m, 'null'],
    [/^an empty string/m, 'empty-string'],
    [/^omitted/m, 'omitted'],
  ],
  N22: statuses(/^(\d+)/m, ['422', '400', '404']),
  N23: statuses(/^(\d+)/m, ['404', '400']),
  N24: [
    [/^rejected with 400/m, 'rejected'],
    [/^not echoed/m, 'not-echoed'],
    [/^echoed/m, 'echoed'],
  ],
  N25: [
    [/^168 h/m, 'seven-days'],
    [/^1 h/m, 'one-hour'],
    [/^720 h/m, 'thirty-days'],
  ],
  N26: [
    [/^0 reasons/m, 'none'],
    [/^\d reasons/m, 'one-or-more'],
    [/^\d+ reasons/m, 'many'],
  ],
  N27: [
    [/^none/m, 'none'],
    [/: \w/, 'extra-fields'],
  ],
  N28: [
    [/Unicode/, 'unicode'],
    [/ASCII/, 'ascii'],
  ],
}

/** For a seed file. A gap that wasn't observed, or that matches no setting, keeps its default. */
export function settingsOf(gaps: readonly GapReport[]): { settings: Record<string, string> } {
  const seen = gaps.flatMap(({ id, observed }) => {
    const setting = settingOf(id, observed)
    return setting === null ? [] : [[id, setting]]
  })
  return { settings: Object.fromEntries(seen) }
}

function settingOf(id: GapId, observed: readonly string[]): string | null {
  const text = observed.join('\n')
  return SETTINGS[id]?.find(([pattern]) => pattern.test(text))?.[1] ?? null
}

/** Settings that are named after a response's status. */
function statuses(pattern: RegExp, known: readonly string[]) {
  return known.map(
    (status) =>
      [new RegExp(pattern.source.replace('(\\d+)', status), pattern.flags), status] as const,
  )
}
