import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ApplicantInquiryView } from '@/lib/inquiries/status'
import { createPolls, refreshIntervalMs } from './use-inquiry'

const MINUTE_MS = 60_000

describe('refreshIntervalMs', () => {
  test("a stage that doesn't change is polled less and less often", () => {
    const inquiry = { stage: 'in_review', accountOpened: false } as const
    const intervals = [0, 3, 20].map((minutes) => refreshIntervalMs(inquiry, minutes * MINUTE_MS))
    expect(intervals).toEqual(intervals.toSorted((a, b) => a - b))
    expect(new Set(intervals).size).toBe(3)
  })

  test('an open account is polled too, but from the start no more than every five seconds', () => {
    const opening = refreshIntervalMs({ stage: 'approved', accountOpened: false }, 0)
    const open = refreshIntervalMs({ stage: 'approved', accountOpened: true }, 0)
    expect(opening).toBeLessThan(1_000)
    expect(open).toBe(5_000)
  })

  test.each(['declined', 'failed', 'expired', 'open_failed'] as const)(
    'polling stops after %s',
    (stage) => {
      expect(refreshIntervalMs({ stage, accountOpened: false }, 0)).toBe(0)
    },
  )
})

const READY: ApplicantInquiryView = {
  stage: 'ready',
  product: 'any',
  inquiryId: 'i1',
  expiresAt: null,
  accountOpened: false,
  accountOnHold: false,
  account: null,
  serviceUnreachable: false,
  openedAt: '2026-01-01T12:00:00Z',
  updatedAt: '2026-01-01T12:00:00Z',
}

describe('the polls of a page', () => {
  afterEach(() => void vi.unstubAllGlobals())
  const serve = (answer: () => Response) => vi.stubGlobal('fetch', async () => answer())
  const down = () => new Response(null, { status: 503 })

  test('during an outage of our server keep the last known state, and repeat every five seconds', async () => {
    const polls = createPolls(READY, async () => {})
    serve(down)
    const polled = await polls.poll()
    expect(polled).toEqual({ inquiry: READY, offline: true })
    expect(polls.intervalMs(polled)).toBe(5_000)
    const declined = { ...READY, stage: 'declined', inquiryId: null }
    serve(() => Response.json(declined))
    const back = await polls.poll()
    expect(back).toEqual({ inquiry: declined, offline: false })
    expect(polls.intervalMs(back)).toBe(0)
  })

  test('a state that this page doesn’t know, as after a release, counts as an outage', async () => {
    serve(() => Response.json({ ...READY, stage: 'new' }))
    expect(await createPolls(READY, async () => {}).poll()).toMatchObject({ offline: true })
  })

  test('report a return until our server has taken it, and show the status meanwhile', async () => {
    const report = vi.fn(async () => {})
    const polls = createPolls(READY, report)
    serve(() => Response.json(READY))
    await polls.poll()
    expect(report).not.toHaveBeenCalled()
    polls.noteReturn()
    report.mockRejectedValueOnce(new Error('503')).mockRejectedValueOnce(new Error('503'))
    const missed = await polls.poll()
    expect(missed).toEqual({ inquiry: READY, offline: false })
    expect(polls.intervalMs(missed)).toBe(5_000)
    for (let nth = 0; nth < 3; nth++) await polls.poll()
    expect(report).toHaveBeenCalledTimes(3)
  })
})
