// Turns what a run observed of each gap into settings that make the sandbox behave the same (SANDBOX_SEED).
import type { GapId, GapReport } from './gaps.ts'

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

/** For SANDBOX_SEED. A gap that wasn't observed, or that matches no setting, keeps its default. */
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
