import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { applicantInquirySchema } from '@/lib/inquiries/applicant-view'
import { refreshIntervalMs, reportUntilTaken } from './use-inquiry'

const MINUTE_MS = 60_000
const CONFIRMED = { isBeingConfirmed: false, accountOpened: false } as const

describe('refreshIntervalMs', () => {
  test("a stage that doesn't change is polled less and less often", () => {
    const inquiry = { ...CONFIRMED, stage: 'in_review' } as const
    const intervals = [0, 3, 20].map((minutes) => refreshIntervalMs(inquiry, minutes * MINUTE_MS))
    expect(intervals).toEqual(intervals.toSorted((a, b) => a - b))
    expect(new Set(intervals).size).toBe(3)
  })

  test('before the check is done, polling is slow, except just after a return', () => {
    const ready = { ...CONFIRMED, stage: 'ready' } as const
    expect(refreshIntervalMs(ready, 0)).toBe(5_000)
    expect(refreshIntervalMs(ready, 3 * MINUTE_MS, 19_999)).toBe(500)
    expect(refreshIntervalMs(ready, 3 * MINUTE_MS, 20_000)).toBe(5_000)
  })

  test('an open account is polled too, but at most every five seconds', () => {
    const opening = refreshIntervalMs({ ...CONFIRMED, stage: 'approved' }, 0)
    const open = refreshIntervalMs({ ...CONFIRMED, stage: 'approved', accountOpened: true }, 0)
    expect(opening).toBeLessThan(1_000)
    expect(open).toBe(5_000)
  })

  test.each(['declined', 'failed', 'expired', 'open_failed'] as const)(
    'polling stops after a read has confirmed %s',
    (stage) => {
      expect(refreshIntervalMs({ ...CONFIRMED, stage }, 0)).toBe(0)
      expect(refreshIntervalMs({ ...CONFIRMED, stage, isBeingConfirmed: true }, 0)).toBe(500)
    },
  )
})

test('an unknown stage, as after a release, is rejected', () => {
  const inquiry = {
    stage: 'ready',
    isBeingConfirmed: false,
    product: 'any',
    reference: 'any',
    inquiryId: 'i1',
    expiresAt: null,
    accountOpened: false,
    accountOnHold: false,
    account: null,
    serviceUnreachable: false,
  }
  expect(applicantInquirySchema.safeParse(inquiry).success).toBe(true)
  expect(applicantInquirySchema.safeParse({ ...inquiry, stage: 'new' }).success).toBe(false)
})

test('a return is reported every five seconds until our server accepts it', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const report = vi.fn(async () => {})
  report.mockRejectedValueOnce(new Error('503')).mockRejectedValueOnce(new Error('503'))
  const reporting = reportUntilTaken(report)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(report).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(5_001)
  await reporting
  expect(report).toHaveBeenCalledTimes(3)
})
