import { describe, expect, test } from 'vitest'
import { EXPIRED_WATCH_MS, READ_LAG_MS, readDelayMs, type Standing, weighRead } from './read-rules'

const NOW = new Date('2026-01-02T12:00:00Z')
const inMs = (ms: number) => new Date(NOW.getTime() + ms)
const steady = () => 0.5
const HOUR = 3_600_000

const standing = (changes: Partial<Standing> = {}): Standing => ({
  status: 'PENDING',
  statusSource: 'READ',
  statusReceivedAt: inMs(-HOUR),
  confirmedAt: inMs(-HOUR),
  decision: null,
  reversedAt: null,
  readAttempts: 3,
  ...changes,
})
const weigh = (changes: Partial<Standing>, status: string, expiresAt: Date | null = null) =>
  weighRead(standing(changes), { status, expiresAt }, NOW, steady)

describe('what a read does', () => {
  test.each(['APPROVED', 'DECLINED', 'FAILED'])(
    '%s is a decision and settles the row',
    (status) => {
      expect(weigh({}, status)).toEqual({
        confirmed: true,
        changed: true,
        decision: status,
        reversedAt: null,
        over: status !== 'APPROVED',
        nextReadAt: null,
      })
    },
  )

  test.each(['PENDING', 'COMPLETED', 'NEEDS_REVIEW', 'ESCALATED'])(
    '%s decides nothing and is read again',
    (status) => {
      expect(weigh({}, status)).toEqual({
        confirmed: true,
        changed: status !== 'PENDING',
        decision: null,
        reversedAt: null,
        over: false,
        nextReadAt: inMs(8_000),
      })
    },
  )

  test('the same decision once more is no reversal', () => {
    const decided = { status: 'APPROVED', decision: 'APPROVED' }
    expect(weigh(decided, 'APPROVED')).toMatchObject({
      changed: false,
      decision: 'APPROVED',
      reversedAt: null,
    })
  })

  test('another decision after a decision is a reversal (N5), whose first time is kept', () => {
    const decided = { status: 'APPROVED', decision: 'APPROVED' }
    expect(weigh(decided, 'DECLINED')).toMatchObject({ decision: 'DECLINED', reversedAt: NOW })
    const reversedAt = inMs(-5 * HOUR)
    expect(weigh({ ...decided, reversedAt }, 'FAILED')).toMatchObject({ reversedAt })
    expect(weigh({ ...decided, reversedAt }, 'APPROVED')).toMatchObject({ reversedAt })
  })

  test('a review after a decision is a reversal too, and the decision is remembered', () => {
    const decided = { status: 'APPROVED', decision: 'APPROVED' }
    expect(weigh(decided, 'NEEDS_REVIEW')).toMatchObject({
      decision: 'APPROVED',
      reversedAt: NOW,
      nextReadAt: inMs(8_000),
    })
  })

  test.each(['PENDING', 'EXPIRED'])(
    'an inquiry that expired unused and reads as %s is over (N7)',
    (status) => {
      expect(weigh({}, status, inMs(-1)).over).toBe(true)
      expect(weigh({}, status, inMs(1)).over).toBe(false)
    },
  )

  test.each(['COMPLETED', 'NEEDS_REVIEW'])(
    'an inquiry that is %s was finished in time, and is not over',
    (status) => {
      expect(weigh({}, status, inMs(-1)).over).toBe(false)
    },
  )
})

describe('a read that may lag behind an event (N6)', () => {
  const reported = (changes: Partial<Standing> = {}) => ({
    status: 'APPROVED',
    statusSource: 'WEBHOOK' as const,
    statusReceivedAt: inMs(-READ_LAG_MS + 1),
    confirmedAt: null,
    ...changes,
  })

  test('changes nothing, and is done again soon', () => {
    const decided = { decision: 'DECLINED', reversedAt: inMs(-HOUR) }
    expect(weigh(reported(decided), 'PENDING', inMs(-HOUR))).toEqual({
      confirmed: false,
      changed: false,
      decision: 'DECLINED',
      reversedAt: inMs(-HOUR),
      over: false,
      nextReadAt: inMs(8_000),
    })
  })

  test('is done again within a quarter of the time that it may lag', () => {
    const { nextReadAt } = weigh(reported({ readAttempts: 20 }), 'PENDING')
    expect(nextReadAt).toEqual(inMs(READ_LAG_MS / 4))
  })

  test.each([
    ['the event is a minute old', { statusReceivedAt: inMs(-READ_LAG_MS) }, 'PENDING'],
    ['nobody knows when the event came', { statusReceivedAt: null }, 'PENDING'],
    ['the status came from a read', { statusSource: 'READ' as const }, 'PENDING'],
    ['a read has confirmed the event', { confirmedAt: inMs(-1) }, 'PENDING'],
    ['they agree', {}, 'APPROVED'],
    ['the read has a decision and the event had none', { status: 'NEEDS_REVIEW' }, 'DECLINED'],
    [
      'the read has another decision than before the review',
      { status: 'NEEDS_REVIEW', decision: 'APPROVED' },
      'DECLINED',
    ],
  ])('is believed when %s', (_, changes, status) => {
    expect(weigh(reported(changes), status).confirmed).toBe(true)
  })

  test('the decision from before a review says nothing: the review may be what is new (N5)', () => {
    const reopened = reported({ status: 'NEEDS_REVIEW' })
    expect(weigh({ ...reopened, decision: 'APPROVED' }, 'APPROVED').confirmed).toBe(false)
  })

  test('one decision against another waits: nobody can tell which is newer', () => {
    expect(weigh(reported(), 'DECLINED').confirmed).toBe(false)
    expect(weigh(reported({ status: 'NEEDS_REVIEW' }), 'PENDING').confirmed).toBe(false)
  })
})

describe('when the next read is due', () => {
  const due = (expiresAt: Date | null, readAttempts = 3, status = 'PENDING') =>
    weigh({ readAttempts }, status, expiresAt).nextReadAt

  test('soon after the expiry, when that comes before its turn', () => {
    expect(due(inMs(2_000))).toEqual(inMs(7_000))
    expect(due(inMs(4_000))).toEqual(inMs(8_000))
    expect(due(inMs(0))).toEqual(inMs(5_000))
  })

  test('by the schedule past the expiry, for a week', () => {
    expect(due(inMs(-1))).toEqual(inMs(8_000))
    expect(due(inMs(-EXPIRED_WATCH_MS))).toEqual(inMs(8_000))
    expect(due(inMs(-EXPIRED_WATCH_MS - 1))).toBeNull()
    expect(EXPIRED_WATCH_MS).toBe(7 * 24 * HOUR)
  })

  test('a status that nobody knows is watched for longer past its time: thirty days', () => {
    const days = (n: number) => inMs(-n * 24 * HOUR)
    expect(due(days(30), 30, 'ESCALATED')).toEqual(inMs(6 * HOUR))
    expect(due(inMs(-30 * 24 * HOUR - 1), 30, 'ESCALATED')).toBeNull()
  })

  test.each(['COMPLETED', 'NEEDS_REVIEW'])(
    'what is %s is read until it is decided, however long that takes',
    (status) => {
      expect(due(inMs(-EXPIRED_WATCH_MS - 1), 30, status)).toEqual(inMs(6 * HOUR))
      expect(due(inMs(-400 * 24 * HOUR), 30, status)).toEqual(inMs(6 * HOUR))
    },
  )

  test('1, 2, 4 … seconds, up to six hours', () => {
    const delays = [0, 1, 2, 10, 14, 15, 30, 31, 2_000].map((attempts) =>
      readDelayMs(attempts, steady),
    )
    expect(delays).toEqual([
      1_000,
      2_000,
      4_000,
      1_024_000,
      16_384_000,
      6 * HOUR,
      6 * HOUR,
      6 * HOUR,
      6 * HOUR,
    ])
  })

  test('a fifth sooner or later, so that rows drift apart', () => {
    expect(readDelayMs(0, () => 0)).toBe(800)
    expect(readDelayMs(0, () => 1)).toBeCloseTo(1_200)
  })
})
