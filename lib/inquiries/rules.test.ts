import { describe, expect, test } from 'vitest'
import {
  type Confirmed,
  DECISION_WATCH_MS,
  EXPIRED_WATCH_MS,
  hear,
  LONGEST_AWAITED_DELAY_MS,
  MAX_FRUITLESS_READS,
  READ_LAG_MS,
  type Read,
  type Reported,
  readDelayMs,
  resolveGrant,
  resolveRead,
  retryRead,
} from './rules'

const NOW = new Date('2026-01-02T12:00:00Z')
const inMs = (ms: number) => new Date(NOW.getTime() + ms)
const steady = () => 0.5
const HOUR = 3_600_000
const DAY = 24 * HOUR

type Row = Reported & Confirmed & { readAttempts: number }

const row = (facts: Partial<Row> = {}): Row => ({
  reportedStatus: null,
  reportedAt: null,
  heardAt: null,
  status: 'PENDING',
  readAt: inMs(-HOUR),
  decidedAt: null,
  reversedAt: null,
  readAttempts: 3,
  ...facts,
})

const resolve = (facts: Partial<Row>, read: Partial<Read>, now = NOW) =>
  resolveRead(
    row(facts),
    { status: 'PENDING', expiresAt: null, beganAt: now, ...read },
    now,
    steady,
  )

describe('an event', () => {
  const reported = { reportedStatus: 'APPROVED', reportedAt: inMs(-10_000), heardAt: inMs(-9_000) }

  test.each([
    ['the first one', { reportedStatus: null, reportedAt: null, heardAt: null }, -20_000, true],
    ['a newer one', reported, -9_999, true],
    ['one with the same createdAt', reported, -10_000, true],
    ['an older one', reported, -10_001, false],
  ])(
    '%s sets heardAt; the newest createdAt decides what is reported',
    (_, before, ms, isNewest) => {
      const after = hear(
        { ...before, readAt: null },
        { status: 'DECLINED', createdAt: inMs(ms) },
        NOW,
      )
      expect(after).toEqual(
        isNewest
          ? { reportedStatus: 'DECLINED', reportedAt: inMs(ms), heardAt: NOW }
          : { ...before, heardAt: NOW },
      )
    },
  )

  test('counts as later than the last read, even if the clock is behind it', () => {
    const event = { status: 'DECLINED', createdAt: NOW }
    expect(hear({ ...reported, readAt: inMs(120_000) }, event, NOW).heardAt).toEqual(inMs(120_000))
    expect(hear({ ...reported, readAt: inMs(-1) }, event, NOW).heardAt).toEqual(NOW)
  })

  test('without a status reports nothing, but sets heardAt', () => {
    const after = hear({ ...reported, readAt: null }, { status: null, createdAt: NOW }, NOW)
    expect(after).toEqual({ ...reported, heardAt: NOW })
  })
})

describe('whether a read is discarded', () => {
  test.each([
    ['before the last event was heard', { heardAt: NOW }, -1, 'discarded'],
    ['in the same millisecond as the last event was heard', { heardAt: NOW }, 0, 'discarded'],
    ['after the last event was heard', { heardAt: NOW }, 1, 'confirmed'],
    ['before the last applied read', { readAt: NOW }, -1, 'discarded'],
    ['in the same millisecond as the last applied read', { readAt: NOW }, 0, 'discarded'],
    ['after the last applied read', { readAt: NOW }, 1, 'confirmed'],
    [
      'after the last read, but before an event',
      { readAt: inMs(-9), heardAt: NOW },
      -1,
      'discarded',
    ],
  ])('depends on when it began: %s', (_, facts, ms, kind) => {
    expect(resolve(facts, { beganAt: inMs(ms) }, inMs(2_000)).kind).toBe(kind)
  })

  test('a discarded read is repeated immediately only if an event was heard', () => {
    expect(resolve({ heardAt: NOW }, { beganAt: NOW })).toEqual({
      kind: 'discarded',
      nextReadAt: NOW,
    })
    expect(resolve({ readAt: NOW }, { beganAt: NOW })).toEqual({
      kind: 'discarded',
      nextReadAt: null,
    })
  })

  test('a discarded read is repeated after its backoff, within 15 s, while the clock is behind heardAt', () => {
    const heardAt = inMs(120_000)
    expect(resolve({ heardAt }, {})).toEqual({ kind: 'discarded', nextReadAt: inMs(8_000) })
    expect(resolve({ heardAt, readAttempts: 9 }, {})).toEqual({
      kind: 'discarded',
      nextReadAt: inMs(15_000),
    })
  })

  test('a read that began by a clock that was ahead is discarded and repeated immediately', () => {
    const beganAt = inMs(READ_LAG_MS + 2)
    expect(resolve({ heardAt: inMs(-1) }, { beganAt })).toEqual({
      kind: 'discarded',
      nextReadAt: NOW,
    })
  })

  test('the first read is never discarded', () => {
    expect(resolve({ readAt: null, status: null }, {}).kind).toBe('confirmed')
  })
})

describe('a read that contradicts the newest event (N6)', () => {
  const heard = (reportedStatus: string | null = 'APPROVED') => ({
    reportedStatus,
    reportedAt: inMs(-DAY),
    heardAt: NOW,
  })

  test.each([
    ['1 ms after it', 1, 'contradicting'],
    ['59,999 ms after it', READ_LAG_MS - 1, 'contradicting'],
    ['60 s after it', READ_LAG_MS, 'confirmed'],
  ])('proves nothing for a minute: %s', (_, beganMs, kind) => {
    const read = { status: 'NEEDS_REVIEW', beganAt: inMs(beganMs) }
    expect(resolve(heard(), read, inMs(beganMs + 1)).kind).toBe(kind)
  })

  test('the minute ends at the start of the read, however late its response arrives', () => {
    const read = { status: 'NEEDS_REVIEW', beganAt: inMs(READ_LAG_MS - 1) }
    expect(resolve(heard(), read, inMs(READ_LAG_MS + 9_000)).kind).toBe('contradicting')
  })

  test('the minute starts when the event arrives, however old the event is', () => {
    expect(resolve(heard(), { beganAt: inMs(1) }, inMs(2)).kind).toBe('contradicting')
  })

  test.each([
    ['after its backoff', 1, 3, 8_000],
    ['after 15 s at most', 1, 9, 15_000],
    ['no later than when the minute ends', READ_LAG_MS - 5_000, 9, 5_000],
  ])('is repeated %s', (_, nowMs, readAttempts, delayMs) => {
    expect(resolve({ ...heard(), readAttempts }, {}, inMs(nowMs))).toEqual({
      kind: 'contradicting',
      nextReadAt: inMs(nowMs + delayMs),
    })
  })

  test('is not a contradiction if both say the same, or if events reported no status', () => {
    expect(resolve(heard('DECLINED'), { status: 'DECLINED', beganAt: inMs(1) }, inMs(2)).kind).toBe(
      'confirmed',
    )
    expect(resolve(heard(null), { status: 'DECLINED', beganAt: inMs(1) }, inMs(2)).kind).toBe(
      'confirmed',
    )
  })
})

describe('a confirmed read', () => {
  test.each(['APPROVED', 'DECLINED', 'FAILED'])('%s is a decision, and is watched', (status) => {
    expect(resolve({}, { status })).toEqual({
      kind: 'confirmed',
      decidedAt: NOW,
      reversedAt: null,
      isOver: status !== 'APPROVED',
      nextReadAt: inMs(DAY),
    })
  })

  test.each(['PENDING', 'COMPLETED', 'NEEDS_REVIEW', 'ESCALATED'])(
    '%s decides nothing and is read again',
    (status) => {
      expect(resolve({}, { status })).toEqual({
        kind: 'confirmed',
        decidedAt: null,
        reversedAt: null,
        isOver: false,
        nextReadAt: inMs(8_000),
      })
    },
  )

  test('of the same decision keeps the time of the first', () => {
    const facts = { status: 'APPROVED', decidedAt: inMs(-2 * DAY) }
    expect(resolve(facts, { status: 'APPROVED' })).toMatchObject({
      decidedAt: inMs(-2 * DAY),
      reversedAt: null,
    })
  })

  test.each(['DECLINED', 'FAILED', 'NEEDS_REVIEW', 'PENDING', 'ESCALATED'])(
    'that says %s after an approval is a reversal (N5)',
    (status) => {
      const facts = { status: 'APPROVED', decidedAt: inMs(-2 * DAY) }
      expect(resolve(facts, { status })).toMatchObject({
        decidedAt: ['DECLINED', 'FAILED'].includes(status) ? NOW : null,
        reversedAt: NOW,
      })
    },
  )

  test('of an inquiry that was reversed before keeps the time of that reversal', () => {
    const facts = { status: 'NEEDS_REVIEW', reversedAt: inMs(-DAY) }
    expect(resolve(facts, { status: 'APPROVED' })).toMatchObject({ reversedAt: inMs(-DAY) })
  })

  test.each([
    ['PENDING', -1, true],
    ['PENDING', 0, true],
    ['PENDING', 1, false],
    ['EXPIRED', -1, true],
    ['NEEDS_REVIEW', -1, false],
    ['COMPLETED', -1, false],
    ['APPROVED', -1, false],
  ])('%s that expires in %i ms ends the attempt: %s', (status, ms, isOver) => {
    expect(resolve({}, { status, expiresAt: inMs(ms) })).toMatchObject({ isOver })
  })
})

describe('a decision is read again, because a reversal may have no event (N29)', () => {
  test.each([
    ['right after it was made', 0, DAY],
    ['just before a day has passed', DAY - 1, DAY],
    ['after a day', DAY, 7 * DAY],
    ['after a week', 7 * DAY, 30 * DAY],
    ['after 30 days', 30 * DAY, null],
    ['after a year', 365 * DAY, null],
  ])('%s, the next read is after a day, a week, 30 days, or never', (_, ageMs, nextMs) => {
    const decidedAt = inMs(-ageMs)
    const outcome = resolve({ status: 'DECLINED', decidedAt }, { status: 'DECLINED' })
    const nextReadAt = nextMs === null ? null : new Date(decidedAt.getTime() + nextMs)
    expect(outcome).toMatchObject({ nextReadAt })
    expect(DECISION_WATCH_MS).toEqual([DAY, 7 * DAY, 30 * DAY])
  })

  test('a changed decision is watched from the start', () => {
    const facts = { status: 'APPROVED', decidedAt: inMs(-40 * DAY) }
    expect(resolve(facts, { status: 'DECLINED' })).toMatchObject({ nextReadAt: inMs(DAY) })
  })
})

describe('an undecided inquiry', () => {
  const due = (expiresAt: Date | null, readAttempts = 3, status = 'PENDING') =>
    resolve({ readAttempts }, { status, expiresAt })

  test.each([
    ['sooner', 2_000, 7_000],
    ['a millisecond sooner', 2_999, 7_999],
    ['later', 4_000, 8_000],
    ['5 s from now', 0, 5_000],
  ])(
    'is read at its next poll, or 5 s after it expires if that is sooner: %s',
    (_, expiresMs, nextMs) => {
      expect(due(inMs(expiresMs))).toMatchObject({ nextReadAt: inMs(nextMs) })
    },
  )

  test.each([
    ['PENDING', EXPIRED_WATCH_MS, 7 * DAY],
    ['ESCALATED', 30 * DAY, 30 * DAY],
  ])('that expired as %s is read for a while, then no longer', (status, watchMs, expected) => {
    expect(watchMs).toBe(expected)
    expect(due(inMs(-1), 3, status)).toMatchObject({ nextReadAt: inMs(8_000) })
    expect(due(inMs(-watchMs), 30, status)).toMatchObject({ nextReadAt: inMs(6 * HOUR) })
    expect(due(inMs(-watchMs - 1), 30, status)).toMatchObject({ nextReadAt: null })
  })

  test.each(['COMPLETED', 'NEEDS_REVIEW'])(
    'that is %s is read until it is decided, however long that takes',
    (status) => {
      expect(due(inMs(-400 * DAY), 30, status)).toMatchObject({ nextReadAt: inMs(6 * HOUR) })
    },
  )
})

describe('a failed read', () => {
  const retry = (facts: Partial<Row> & { fruitlessReads?: number }, isFruitless: boolean) =>
    retryRead({ fruitlessReads: 0, ...row(facts), ...facts }, isFruitless, NOW, steady)
  const atLimit = {
    fruitlessReads: MAX_FRUITLESS_READS - 1,
    readAttempts: MAX_FRUITLESS_READS,
  }

  test('is repeated indefinitely if the service did not answer, and does not count', () => {
    expect(retry({ readAttempts: 10_000, fruitlessReads: 30 }, false)).toEqual({
      nextReadAt: inMs(6 * HOUR),
      fruitlessReads: 30,
    })
  })

  test('is repeated within five minutes while an event awaits it, however long the outage was', () => {
    const heard = { reportedStatus: 'APPROVED', reportedAt: inMs(-HOUR), heardAt: inMs(-HOUR) }
    const next = (facts: Partial<Row>) =>
      retry({ ...heard, readAttempts: 13, ...facts }, false).nextReadAt
    expect(next({ readAt: null })).toEqual(inMs(LONGEST_AWAITED_DELAY_MS))
    expect(next({ readAt: inMs(-HOUR) })).toEqual(inMs(LONGEST_AWAITED_DELAY_MS))
    expect(next({ readAt: inMs(-HOUR + 1) })).toEqual(inMs(8_192_000))
    expect(next({ readAt: null, readAttempts: 3 })).toEqual(inMs(8_000))
    expect(1.2 * LONGEST_AWAITED_DELAY_MS).toBeLessThanOrEqual(5 * 60_000)
  })

  test('that found no inquiry counts, and reads stop at the limit, however long it was polled before', () => {
    const polled = { readAttempts: 10_000 }
    expect(retry({ ...polled, fruitlessReads: 0 }, true)).toEqual({
      nextReadAt: inMs(6 * HOUR),
      fruitlessReads: 1,
    })
    expect(retry({ ...polled, fruitlessReads: MAX_FRUITLESS_READS - 2 }, true)).toEqual({
      nextReadAt: inMs(6 * HOUR),
      fruitlessReads: MAX_FRUITLESS_READS - 1,
    })
    expect(retry({ ...atLimit, ...polled }, true)).toEqual({
      nextReadAt: null,
      fruitlessReads: MAX_FRUITLESS_READS,
    })
    // An event doesn't shorten the delay: twenty responses have to take a day.
    const heard = { reportedStatus: 'APPROVED', heardAt: NOW }
    expect(retry({ ...polled, ...heard }, true).nextReadAt).toEqual(inMs(6 * HOUR))
  })

  test('that found no inquiry does not count until a restarted backoff has caught up with the count', () => {
    const restarted = { ...atLimit, readAttempts: 1 }
    expect(retry(restarted, true)).toEqual({
      nextReadAt: inMs(2_000),
      fruitlessReads: MAX_FRUITLESS_READS - 1,
    })
    expect(retry({ ...restarted, readAttempts: MAX_FRUITLESS_READS - 1 }, true)).toEqual({
      nextReadAt: inMs(6 * HOUR),
      fruitlessReads: MAX_FRUITLESS_READS - 1,
    })
    expect(retry({ fruitlessReads: 0, readAttempts: 1 }, true).fruitlessReads).toBe(1)
    expect(retry({ fruitlessReads: 1, readAttempts: 1 }, true).fruitlessReads).toBe(1)
    // Once reads have stopped, another 404 stops them again.
    const stopped = { fruitlessReads: MAX_FRUITLESS_READS, readAttempts: 1 }
    expect(retry(stopped, true).nextReadAt).toBeNull()
  })

  test('of a decided inquiry that the service no longer knows is repeated until the limit, then on its next watch day', () => {
    const decidedAt = inMs(-2 * DAY)
    const next = (facts: Parameters<typeof retry>[0]) => retry(facts, true).nextReadAt
    expect(next({ decidedAt, readAttempts: 1 })).toEqual(inMs(2_000))
    expect(next({ decidedAt, ...atLimit })).toEqual(inMs(5 * DAY))
    expect(next({ decidedAt: inMs(-30 * DAY), ...atLimit })).toBeNull()
    expect(next({ decidedAt: inMs(-40 * DAY), readAttempts: 1 })).toEqual(inMs(2_000))
  })

  test('of a decided inquiry is repeated indefinitely while an event contradicts the decision', () => {
    const decided = { status: 'APPROVED', decidedAt: inMs(-40 * DAY), ...atLimit }
    const reversed = {
      reportedStatus: 'DECLINED',
      reportedAt: inMs(-DAY),
      heardAt: inMs(-HOUR / 2),
    }
    expect(retry({ ...decided, ...reversed }, true).nextReadAt).toEqual(inMs(6 * HOUR))
    expect(retry({ ...decided, ...reversed, readAt: NOW }, true).nextReadAt).toBeNull()
    const confirmed = { ...reversed, reportedStatus: 'APPROVED' }
    expect(retry({ ...decided, ...confirmed }, true).nextReadAt).toBeNull()
  })
})

test.each([
  [false, 'APPROVED', false, 'grant'],
  [false, 'APPROVED', true, 'has_one_already'],
  [false, 'NEEDS_REVIEW', false, 'unchanged'],
  [false, 'ESCALATED', false, 'unchanged'],
  [false, 'DECLINED', true, 'unchanged'],
  [true, 'APPROVED', false, 'unchanged'],
  [true, 'APPROVED', true, 'unchanged'],
  [true, 'DECLINED', false, 'withdraw'],
  [true, 'NEEDS_REVIEW', false, 'withdraw'],
  [true, 'ESCALATED', false, 'withdraw'],
])('granted %s, then %s with another grant %s: %s', (isGranted, status, other, expected) => {
  expect(resolveGrant({ grantedAt: isGranted ? NOW : null }, status, other)).toBe(expected)
})

test('the delay doubles from a second up to six hours', () => {
  const delays = [0, 1, 2, 10, 14, 15, 30, 2_000].map((attempts) => readDelayMs(attempts, steady))
  const most = 6 * HOUR
  expect(delays).toEqual([1_000, 2_000, 4_000, 1_024_000, 16_384_000, most, most, most])
})

test('the delay varies by a fifth, so reads that fell due together drift apart', () => {
  expect(readDelayMs(0, () => 0)).toBe(800)
  expect(readDelayMs(0, () => 1)).toBeCloseTo(1_200)
})
