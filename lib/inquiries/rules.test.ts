import { describe, expect, test } from 'vitest'
import { LAG_MS } from '../verification/times'
import {
  type Answer,
  delayMs,
  findReported,
  isInDoubt,
  isUnconfirmed,
  judge,
  type Known,
  MISSING_MS,
  noticeOf,
  type Report,
  resolveGrant,
} from './rules'

const NOW = new Date('2026-01-02T12:00:00Z')
const inMs = (ms: number) => new Date(NOW.getTime() + ms)
const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 24 * HOUR

const PENDING: Known = {
  status: 'PENDING',
  statusSince: null,
  readAt: inMs(-HOUR),
  missingSince: null,
  isUrgent: false,
  tries: 3,
  grantedAt: null,
  accountOpenedAt: null,
  accountRefusal: null,
}
const reads = (status: string, expiresAt: Date | null = null): Answer => ({
  kind: 'read',
  status,
  expiresAt,
})
/** @param signedMs before the claim, like `arrivedMs` */
const report = (status: string | null, signedMs: number, arrivedMs = Math.min(signedMs, 1_000)) =>
  ({ status, signedAt: inMs(-signedMs), arrivedAt: inMs(-arrivedMs) }) satisfies Report
/** The answer arrives as soon as the claim is made, unless the test says otherwise. */
const judged = (
  known: Partial<Known>,
  answer: Answer,
  reports: Report[] = [],
  { now = NOW, claimedAt = NOW } = {},
) => judge({ ...PENDING, ...known }, answer, reports, { claimedAt, now })
const dueInMs = (...given: Parameters<typeof judged>) => {
  const { nextReadAt } = judged(...given)
  return nextReadAt && nextReadAt.getTime() - (given[3]?.now ?? NOW).getTime()
}

describe('a read is in doubt (N6, N13, N30)', () => {
  const approved = (signedMs: number, arrivedMs?: number) => report('APPROVED', signedMs, arrivedMs)
  const declined = (signedMs: number, arrivedMs?: number) => report('DECLINED', signedMs, arrivedMs)
  const reviewed = (signedMs: number) => report('NEEDS_REVIEW', signedMs)
  const unknown = (signedMs: number) => report(null, signedMs)

  test.each<[string, string, Report[], boolean]>([
    ['without an event', 'APPROVED', [], false],
    ['if all agree', 'APPROVED', [approved(9_000), approved(1_000)], false],
    ['if the endpoint lags', 'PENDING', [approved(1_000)], true],
    ['of an approval after a decline', 'APPROVED', [declined(1_000)], true],
    [
      'of an approval after an older decline',
      'APPROVED',
      [declined(6_000), approved(1_000)],
      false,
    ],
    ['whichever arrives first', 'APPROVED', [approved(1_000, 900), declined(6_000, 10)], false],
    ['if the lead is 5 s', 'APPROVED', [declined(7_000), approved(2_000)], false],
    ['if the lead is shorter', 'APPROVED', [declined(6_999), approved(2_000)], true],
    ['if both were signed at one time', 'APPROVED', [declined(2_000), approved(2_000)], true],
    ['of an approval with an unknown kind', 'APPROVED', [unknown(1_000)], true],
    ['if the unknown kind is older', 'APPROVED', [unknown(1_001), approved(1_000)], false],
    ['if the unknown kind has the same time', 'APPROVED', [unknown(1_000), approved(1_000)], true],
    ['if a review came 2 s before', 'APPROVED', [reviewed(3_000), approved(1_000)], false],
    ['if a review has the same time', 'APPROVED', [reviewed(1_000), approved(1_000)], true],
    ['if a review came later', 'APPROVED', [reviewed(1_000), approved(3_000)], true],
    [
      'if one of several is unanswered',
      'APPROVED',
      [declined(9_000), unknown(500), approved(1_000)],
      true,
    ],
    [
      'of an approval from the future',
      'APPROVED',
      [declined(60_000, 1_000), approved(-DAY, 10)],
      true,
    ],
    // If our clock is slow, a signed time in the future may be real, so the decline may be newer.
    ['of a decline from the future', 'APPROVED', [declined(-500, 9_000), approved(1_000)], true],
    ['of a decline after an approval', 'DECLINED', [approved(9_000), declined(1_000)], false],
    ['of a decline before an approval', 'DECLINED', [declined(2_000), approved(1_000)], true],
    ['of a decline signed with an approval', 'DECLINED', [declined(2_000), approved(2_000)], true],
    [
      'of another status with an unknown kind',
      'DECLINED',
      [declined(5_000), unknown(1_000)],
      false,
    ],
    ['of a review with only an unknown kind', 'NEEDS_REVIEW', [unknown(1_000)], false],
  ])('%s: %s', (_, status, reports, expected) => {
    expect(isInDoubt(status, reports, NOW)).toBe(expected)
    expect(isInDoubt(status, reports.toReversed(), NOW)).toBe(expected)
  })

  test('for events that arrived less than a minute before the claim, whatever their signed time', () => {
    const arrived = (ms: number) => [report('DECLINED', DAY, ms)]
    expect(isInDoubt('APPROVED', arrived(LAG_MS - 1), NOW)).toBe(true)
    expect(isInDoubt('APPROVED', arrived(LAG_MS), NOW)).toBe(false)
    expect(isInDoubt('APPROVED', arrived(-5_000), NOW)).toBe(true)
  })

  test('and then changes nothing, is repeated after 2, 4, 8, 15 s, and stays urgent', () => {
    for (const [tries, ms] of [
      [1, 2_000],
      [2, 4_000],
      [3, 8_000],
      [4, 15_000],
      [2_000, 15_000],
    ] as const)
      expect(judged({ tries }, reads('APPROVED'), [report('DECLINED', 9_000)])).toEqual({
        isAccepted: false,
        nextReadAt: inMs(ms),
        isUrgent: true,
        missingSince: null,
      })
  })
})

describe('one read follows when the status route can’t lag any more', () => {
  test.each<[string, Answer]>([
    ['an accepted decision', reads('APPROVED')],
    ['a failed read', { kind: 'failed' }],
    ['a 404', { kind: 'missing' }],
  ])('after %s', (_, answer) => {
    const known = { status: 'APPROVED', statusSince: NOW, tries: 30 }
    const lagEnds = (arrivedMs: number) =>
      dueInMs(known, answer, [report('APPROVED', DAY, arrivedMs)], { now: inMs(9_000) })
    expect(lagEnds(30_000)).toBe(21_000)
    // The lag ended during the call, but after the claim.
    expect(lagEnds(LAG_MS - 1)).toBe(0)
    expect(lagEnds(LAG_MS)).toBeGreaterThan(MINUTE)
  })

  test('after an event of an unknown kind', () => {
    const known = { status: 'DECLINED', statusSince: NOW }
    expect(dueInMs(known, reads('DECLINED'), [report(null, 1_000)])).toBe(59_000)
  })
})

describe('a decision is read again, because a reversal may have no event (N29)', () => {
  test.each([
    ['when it is made', 0, DAY],
    ['until a day has passed', DAY - 1, DAY],
    ['after a day', DAY, 7 * DAY],
    ['after a week', 7 * DAY, 30 * DAY],
    ['after 30 days', 30 * DAY, null],
  ])('%s', (_, ageMs, lookMs) => {
    for (const status of ['APPROVED', 'DECLINED', 'FAILED'])
      expect(dueInMs({ status, statusSince: inMs(-ageMs) }, reads(status))).toBe(
        lookMs && lookMs - ageMs,
      )
  })

  test('a changed decision restarts the schedule', () => {
    const known = { status: 'APPROVED', statusSince: inMs(-40 * DAY) }
    expect(dueInMs(known, reads('DECLINED'))).toBe(DAY)
  })
})

describe('an undecided inquiry', () => {
  test.each(['PENDING', 'COMPLETED', 'NEEDS_REVIEW', 'ESCALATED'])('%s is read again', (status) => {
    expect(dueInMs({ status }, reads(status))).toBe(8_000)
    expect(dueInMs({ status, tries: 30 }, reads(status))).toBe(6 * HOUR)
    // A changed status resets the backoff.
    expect(dueInMs({ status: null, tries: 30 }, reads(status))).toBe(1_000)
  })

  test.each(['PENDING', 'ESCALATED'])('that expired as %s is read for another week', (status) => {
    const expired = (ms: number) => dueInMs({ status, tries: 30 }, reads(status, inMs(-ms)))
    expect(expired(-1)).toBe(6 * HOUR)
    expect(expired(7 * DAY - 1)).toBe(6 * HOUR)
    expect(expired(7 * DAY)).toBeNull()
  })

  test.each(['COMPLETED', 'NEEDS_REVIEW'])('that is %s is read until it is decided', (status) => {
    expect(dueInMs({ status, tries: 30 }, reads(status, inMs(-400 * DAY)))).toBe(6 * HOUR)
  })
})

describe('a failed read', () => {
  const failed: Answer = { kind: 'failed' }
  const decided = { status: 'DECLINED', statusSince: inMs(-HOUR), tries: 30 }
  const approved = { ...decided, status: 'APPROVED', grantedAt: inMs(-HOUR) }

  test.each<[string, Partial<Known>, Report[], number]>([
    ['undecided', { tries: 30 }, [], 4 * MINUTE],
    ['decided', decided, [], 6 * HOUR],
    [
      'decided, and an event awaits its read',
      decided,
      [report('APPROVED', DAY, HOUR - 1)],
      4 * MINUTE,
    ],
    ['decided, and read since its event', decided, [report('APPROVED', DAY, HOUR + 1)], 6 * HOUR],
    ['approved, and the account isn’t open', approved, [], 4 * MINUTE],
    ['approved, but another attempt was granted', { ...approved, grantedAt: null }, [], 6 * HOUR],
    ['approved, and the account is open', { ...approved, accountOpenedAt: NOW }, [], 6 * HOUR],
    [
      'approved, and the account is refused',
      { ...approved, accountRefusal: 'sanctions' },
      [],
      6 * HOUR,
    ],
  ])(
    'of an inquiry that is %s is repeated within five minutes if somebody waits',
    (_, known, reports, ms) => {
      expect(dueInMs(known, failed, reports)).toBe(ms)
      expect(dueInMs({ ...known, tries: 3 }, failed, reports)).toBe(8_000)
    },
  )

  test('stays urgent while an event waits for it', () => {
    expect(judged({}, failed, [report('APPROVED', DAY, HOUR - 1)]).isUrgent).toBe(true)
    expect(judged({}, failed).isUrgent).toBe(false)
  })

  test('doesn’t change since when the inquiry is missing', () => {
    expect(judged({}, failed).missingSince).toBeNull()
    expect(judged({ missingSince: inMs(-HOUR) }, failed).missingSince).toEqual(inMs(-HOUR))
  })
})

describe('an inquiry that the service doesn’t know', () => {
  const missing: Answer = { kind: 'missing' }

  test('is read for one day', () => {
    expect(judged({}, missing)).toMatchObject({ missingSince: NOW, nextReadAt: inMs(8_000) })
    const since = (ms: number) => ({ missingSince: inMs(-ms), tries: 30 })
    expect(dueInMs(since(MISSING_MS - 1), missing)).toBe(6 * HOUR)
    expect(judged(since(MISSING_MS), missing)).toMatchObject({
      missingSince: inMs(-MISSING_MS),
      nextReadAt: null,
    })
  })

  test('is read again on the schedule of a decision if it was decided', () => {
    const gone = { status: 'DECLINED', missingSince: inMs(-DAY) }
    expect(dueInMs({ ...gone, statusSince: inMs(-2 * DAY) }, missing)).toBe(5 * DAY)
    expect(dueInMs({ ...gone, statusSince: inMs(-40 * DAY) }, missing)).toBeNull()
  })

  test('is read further while its account is neither opened nor refused', () => {
    const granted = { status: 'APPROVED', grantedAt: inMs(-40 * DAY) }
    const gone = { ...granted, statusSince: inMs(-40 * DAY), missingSince: inMs(-DAY) }
    expect(dueInMs(gone, missing)).toBe(8_000)
    const ungranted = { grantedAt: null }
    for (const done of [{ accountOpenedAt: NOW }, { accountRefusal: 'sanctions' }, ungranted])
      expect(dueInMs({ ...gone, ...done }, missing)).toBeNull()
  })

  test('is no longer missing once it is found, even by a read in doubt', () => {
    const known = { missingSince: inMs(-HOUR) }
    expect(judged(known, reads('PENDING')).missingSince).toBeNull()
    expect(judged(known, reads('PENDING'), [report('APPROVED', 1_000)]).missingSince).toBeNull()
  })
})

test('a read that is requested while another is under way follows within 2 s', () => {
  const known = { status: 'DECLINED', statusSince: NOW, isUrgent: true }
  expect(judged(known, reads('DECLINED'))).toMatchObject({
    nextReadAt: inMs(2_000),
    isUrgent: true,
  })
  expect(judged({ ...known, missingSince: inMs(-2 * DAY) }, { kind: 'missing' })).toMatchObject({
    nextReadAt: inMs(2_000),
  })
})

test('an event counts until a read that was claimed later is accepted', () => {
  expect(isUnconfirmed({ arrivedAt: NOW }, null)).toBe(true)
  expect(isUnconfirmed({ arrivedAt: NOW }, NOW)).toBe(true)
  expect(isUnconfirmed({ arrivedAt: NOW }, inMs(1))).toBe(false)
})

test.each<[string, Report[], string | null, boolean]>([
  [
    'the one that was signed last',
    [report('APPROVED', 2_000), report('NEEDS_REVIEW', 3_000)],
    'APPROVED',
    false,
  ],
  [
    'a decline and an approval 5 s apart in the order of their times',
    [report('APPROVED', 1_000), report('DECLINED', 6_000)],
    'APPROVED',
    false,
  ],
  [
    'closer ones as contradictory',
    [report('APPROVED', 1_001), report('DECLINED', 6_000)],
    'APPROVED',
    true,
  ],
  [
    'a time in the future as that of its arrival',
    [report('APPROVED', -DAY, 20_000), report('DECLINED', 10_000)],
    'DECLINED',
    false,
  ],
  [
    'a decision before a review of the same time',
    [report('NEEDS_REVIEW', 1_000), report('APPROVED', 1_000)],
    'APPROVED',
    false,
  ],
  ['none of an unknown kind', [report(null, 1_000)], null, false],
  [
    'none that an accepted read has followed',
    [report('DECLINED', 3 * HOUR, 2 * HOUR)],
    null,
    false,
  ],
])('of what events report, people see %s', (_, reports, reportedStatus, reportsDisagree) => {
  const expected = { reportedStatus, reportsDisagree }
  expect(findReported(reports, inMs(-HOUR))).toEqual(expected)
  expect(findReported(reports.toReversed(), inMs(-HOUR))).toEqual(expected)
})

test.each([
  [null, 'APPROVED', 'DECIDED'],
  ['COMPLETED', 'FAILED', 'DECIDED'],
  ['NEEDS_REVIEW', 'DECLINED', 'DECIDED'],
  ['APPROVED', 'DECLINED', 'REVERSED'],
  ['APPROVED', 'ESCALATED', 'REVERSED'],
  ['DECLINED', 'APPROVED', 'REVERSED'],
  ['APPROVED', 'APPROVED', null],
  ['PENDING', 'NEEDS_REVIEW', null],
  ['PENDING', 'ESCALATED', null],
] as const)('when %s becomes %s, the notice is %s', (from, to, expected) => {
  expect(noticeOf(from, to)).toBe(expected)
})

test.each([
  [false, 'APPROVED', false, 'grant'],
  [false, 'APPROVED', true, 'has_one_already'],
  [false, 'NEEDS_REVIEW', false, 'unchanged'],
  [false, 'approved', false, 'unchanged'],
  [false, 'DECLINED', true, 'unchanged'],
  [true, 'APPROVED', false, 'unchanged'],
  [true, 'APPROVED', true, 'unchanged'],
  [true, 'DECLINED', false, 'withdraw'],
  [true, 'NEEDS_REVIEW', false, 'withdraw'],
  [true, 'PENDING', false, 'withdraw'],
  [true, 'ESCALATED', false, 'withdraw'],
])('granted %s, then %s with another grant %s: %s', (isGranted, status, other, expected) => {
  expect(resolveGrant(isGranted ? NOW : null, status, other)).toBe(expected)
})

test('the delay doubles from a second up to the longest', () => {
  const delays = [0, 1, 2, 10, 2_000].map((tries) => delayMs(tries, 6 * HOUR))
  expect(delays).toEqual([1_000, 2_000, 4_000, 1_024_000, 6 * HOUR])
})
