// Every short history of an applicant, checked against the promises in lib/testing/explorer.
import { describe, expect, test } from 'vitest'
import { Explorer } from '../testing/explorer/explore'
import { CORE, type Core, type Scope } from '../testing/explorer/world'
import type { Report } from './rules'

const PENDING = 'PENDING'
const REVIEW = 'NEEDS_REVIEW'
const APPROVED = 'APPROVED'
const DECLINED = 'DECLINED'
/** A status without an event (R3). */
const FAILED = 'FAILED'
/** A status with an event of an unknown kind (N13). */
const ESCALATED = 'ESCALATED'
const HOUR_MS = 3_600_000

const SCOPES = {
  'an approval and its reversal, by two clocks': {
    scripts: [[PENDING, APPROVED, DECLINED]],
    skewsMs: [-2_000, 0],
  },
  'an approval after a review': { scripts: [[PENDING, REVIEW, APPROVED]] },
  'an approval 2 s after a review, by two clocks': {
    scripts: [[PENDING, REVIEW, APPROVED]],
    skewsMs: [-2_000, 0],
  },
  'an approval after an event of an unknown kind, by two clocks': {
    scripts: [[PENDING, ESCALATED, APPROVED]],
    skewsMs: [-2_000, 0],
  },
  'a decline that becomes an approval': {
    scripts: [[PENDING, DECLINED, APPROVED]],
    skewsMs: [-2_000, 0],
  },
  'an approval and its reversal, by clocks that are an hour ahead': {
    scripts: [[PENDING, APPROVED, DECLINED]],
    skewsMs: [HOUR_MS],
  },
  'a reversal of an unknown kind': { scripts: [[PENDING, APPROVED, ESCALATED]] },
  'a silent reversal': { scripts: [[PENDING, APPROVED, FAILED]] },
  'two inquiries, and a reversal': {
    scripts: [[APPROVED], [APPROVED, DECLINED]],
  },
} satisfies Record<string, Scope>

test.each(Object.entries(SCOPES))('every promise is kept: %s', (_, scope) => {
  const { states, violation } = new Explorer(scope).explore()
  expect(violation).toBeNull()
  // Guards against a scope that explores almost nothing.
  expect(states).toBeGreaterThan(500)
})

const withReports =
  (change: (reports: readonly Report[]) => Report[]): Core['judge'] =>
  (known, answer, reports, times) =>
    CORE.judge(known, answer, change(reports), times)

const shifted = (time: Date, ms: number) => new Date(time.getTime() + ms)
const signedMs = ({ signedAt, arrivedAt }: Report) =>
  Math.min(signedAt.getTime(), arrivedAt.getTime())

const MISTAKES: [string, keyof typeof SCOPES, Partial<Core>][] = [
  [
    'a claim doesn’t raise the version',
    'an approval and its reversal, by two clocks',
    { versionOfClaim: ({ version }) => version },
  ],
  [
    'nobody looks whether an event waits when a read is applied',
    'an approval and its reversal, by two clocks',
    { mayApply: (row, claim) => row.version === claim.version },
  ],
  [
    'doubt is judged when the read is applied, not when it was claimed',
    'an approval and its reversal, by two clocks',
    {
      judge: (known, answer, reports, times) =>
        CORE.judge(known, answer, reports, { ...times, claimedAt: times.now }),
    },
  ],
  [
    'only the newest event casts doubt',
    'an approval and its reversal, by two clocks',
    {
      judge: withReports((reports) =>
        [...reports].sort((one, other) => signedMs(other) - signedMs(one)).slice(0, 1),
      ),
    },
  ],
  [
    'an event of an unknown kind casts no doubt',
    'a reversal of an unknown kind',
    { judge: withReports((reports) => reports.filter(({ status }) => status !== null)) },
  ],
  [
    'an approval outweighs an event as soon as it is newer',
    'an approval and its reversal, by two clocks',
    {
      judge: withReports((reports) =>
        reports.map((one) =>
          one.status === APPROVED ? one : { ...one, signedAt: shifted(one.signedAt, -5_000) },
        ),
      ),
    },
  ],
  [
    'an approval signed in the future outweighs an event',
    'an approval and its reversal, by clocks that are an hour ahead',
    {
      judge: withReports((reports) =>
        reports.map((one) => ({ ...one, signedAt: new Date(signedMs(one)) })),
      ),
    },
  ],
  [
    'no read follows when the endpoint can’t lag any more',
    'a decline that becomes an approval',
    {
      judge: (known, answer, reports, times) => {
        const verdict = CORE.judge(known, answer, reports, times)
        return verdict.isAccepted
          ? { ...verdict, nextReadAt: CORE.judge(known, answer, [], times).nextReadAt }
          : verdict
      },
    },
  ],
  [
    'an account that may have been opened counts only once it is known',
    'two inquiries, and a reversal',
    { isServed: ({ isGranted, isAccountOpened }) => isGranted || isAccountOpened },
  ],
  [
    'the event that arrived last is shown, not the one that was signed last',
    'an approval after a review',
    {
      findReported: (reports) => ({
        reportedStatus:
          reports.toSorted((one, other) => +other.arrivedAt - +one.arrivedAt)[0]?.status ?? null,
        reportsDisagree: false,
      }),
    },
  ],
  [
    'an accepted read leaves the reported status',
    'an approval after a review',
    { reportedAfterRead: ({ reportedStatus }) => reportedStatus },
  ],
  [
    'an account is opened without another look',
    'an approval and its reversal, by two clocks',
    { mayOpen: () => true },
  ],
]

describe('a planted mistake is found', () => {
  test.each(MISTAKES)('%s', (_, scope, mistake) => {
    const { violation } = new Explorer(SCOPES[scope], { ...CORE, ...mistake }).explore()
    expect(violation).toContain('\n=> ')
  })
})
