// Whole stories with a misbehaving service: the customer sees the right stage, and no account opens before a read agrees.
import { beforeEach, expect, test } from 'vitest'
import { db } from '../database/db'
import { env } from '../runtime/env'
import {
  eventOf,
  insertOpenInquiry,
  letPass,
  makeDue,
  reload,
  serviceAnswer,
  withTestApp,
} from '../testing/test-app'
import { getApplicantInquiry } from './applicant-inquiry'
import { reconcileDue } from './reconcile'
import { recordEvent } from './record-event'

const app = withTestApp()
beforeEach(() => void Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: 6_000 }))

const NOW = Date.parse('2026-01-01T12:00:00Z')
const DAY_MS = 24 * 3_600_000

type Decision = Parameters<typeof eventOf>[1]

/** One application, and the answers of its status route. */
class Story {
  /** The status in the answer, or the HTTP status of a failure. */
  route: string | number = 'PENDING'

  private constructor(readonly inquiry: Awaited<ReturnType<typeof insertOpenInquiry>>) {
    app.service.answer(() =>
      typeof this.route === 'number'
        ? { status: this.route, headers: { 'retry-after': '600' } }
        : { body: serviceAnswer(inquiry, this.route) },
    )
  }

  static async begin(): Promise<Story> {
    await db().inquiry.updateMany({ data: { dueAt: null } })
    const story = new Story(await makeDue(await insertOpenInquiry()))
    await story.goOn()
    return story
  }

  /** @param second the event's signed time */
  async deliver(status: Decision, second: number): Promise<void> {
    await recordEvent(eventOf(this.inquiry, status, new Date(NOW + second * 1_000)), null)
    await this.goOn()
  }

  async goOn(): Promise<void> {
    await reconcileDue(1_000)
  }

  async wait(ms: number): Promise<void> {
    await letPass(this.inquiry, ms)
    await db().serviceGate.updateMany({ data: { pausedUntil: null } })
    await this.goOn()
  }

  async seen() {
    const view = await getApplicantInquiry({ hash: this.inquiry.applicantHash })
    return view && [view.stage, view.accountOpened ? 'account open' : 'no account']
  }
}

test.each([503, 429, 401, 408])(
  'while the status route answers %i, an approval shows at once, and its account opens when the route is back',
  async (code) => {
    const story = await Story.begin()
    story.route = code
    await story.deliver('APPROVED', 1)
    expect(await story.seen()).toEqual(['approved', 'no account'])
    for (let n = 0; n < 4; n++) await story.wait(20 * 60_000)
    expect(await story.seen()).toEqual(['approved', 'no account'])
    expect(await reload(story.inquiry)).toMatchObject({ status: 'PENDING', accountAskedAt: null })
    story.route = 'APPROVED'
    await story.wait(5 * 60_000)
    expect(await story.seen()).toEqual(['approved', 'account open'])
  },
)

test.each([400, 403, 404, 410])(
  'the app gives up after a day of reads that are refused with %i, and staff see the reason',
  async (code) => {
    const story = await Story.begin()
    story.route = 'COMPLETED'
    await story.wait(60_000)
    expect(await story.seen()).toEqual(['submitted', 'no account'])
    story.route = code
    await story.wait(DAY_MS)
    await story.wait(DAY_MS)
    expect(await story.seen()).toEqual(['open_failed', 'no account'])
    const lastError = code === 404 ? 'NotFoundError' : 'RejectedError'
    expect(await reload(story.inquiry)).toMatchObject({ lastError })
  },
)

test('an approval two seconds after a review opens the account at once', async () => {
  const story = await Story.begin()
  story.route = 'NEEDS_REVIEW'
  await story.deliver('NEEDS_REVIEW', 1)
  expect(await story.seen()).toEqual(['in_review', 'no account'])
  story.route = 'APPROVED'
  await story.deliver('APPROVED', 3)
  expect(await story.seen()).toEqual(['approved', 'account open'])
})

test.each([
  ['after', 1, 3],
  ['before', 3, 1],
])(
  'with a decline two seconds %s an approval, customers read that it is being confirmed, and a minute later what a read says',
  async (_, approvedAt, declinedAt) => {
    for (const [route, seen] of [
      ['APPROVED', ['approved', 'account open']],
      ['DECLINED', ['declined', 'no account']],
    ] as const) {
      const story = await Story.begin()
      story.route = 503
      await story.deliver('APPROVED', approvedAt)
      await story.deliver('DECLINED', declinedAt)
      expect(await story.seen()).toEqual(['confirming', 'no account'])
      await story.wait(61_000)
      expect(await story.seen()).toEqual(['confirming', 'no account'])
      story.route = route
      await story.wait(61_000)
      expect(await story.seen()).toEqual(seen)
    }
  },
)

test('a late, old approval after a confirmed decline opens nothing, and the decline stays', async () => {
  const story = await Story.begin()
  story.route = 'DECLINED'
  await story.deliver('DECLINED', 60)
  expect(await story.seen()).toEqual(['declined', 'no account'])
  await story.wait(61_000)
  story.route = 503
  await story.deliver('APPROVED', 1)
  expect(await story.seen()).toEqual(['confirming', 'no account'])
  story.route = 'DECLINED'
  await story.wait(5 * 60_000)
  expect(await story.seen()).toEqual(['declined', 'no account'])
})
