// A service that is by turns wrong, late and contradictory, to many customers at once; and one that answers an open late.
import { approval, decline, type Event, review, signedAgo } from '../fixtures/events'
import type { Script } from './scripted-service'
import { expect, HOSTILE, test } from './test'

/** The statuses that each customer's inquiry goes through; the last one is final. */
const COURSES = [
  ['APPROVED'],
  ['DECLINED'],
  ['NEEDS_REVIEW', 'APPROVED'],
  ['NEEDS_REVIEW', 'DECLINED'],
  ['APPROVED', 'NEEDS_REVIEW'],
  ['APPROVED', 'DECLINED'],
  ['DECLINED', 'APPROVED'],
  ['APPROVED', 'NEEDS_REVIEW', 'APPROVED'],
  ['DECLINED', 'NEEDS_REVIEW', 'DECLINED'],
] as const
type Status = (typeof COURSES)[number][number]

const EVENTS: Record<Status, (inquiryId: string) => Event> = {
  APPROVED: (inquiryId) => approval({ data: { inquiryId, referenceId: undefined } }),
  NEEDS_REVIEW: (inquiryId) => review({ inquiryId, referenceId: undefined }),
  DECLINED: (inquiryId) => decline({ inquiryId, referenceId: undefined }),
}
const STAGES: Record<Status, string> = {
  APPROVED: 'approved',
  NEEDS_REVIEW: 'in_review',
  DECLINED: 'declined',
}

test(
  'customers of a misbehaving service reach its final status, and only approvals open accounts',
  HOSTILE,
  async ({ service, app, deliver, newApplicant }) => {
    const people = await Promise.all(
      COURSES.map(async (course) => ({ ...(await newApplicant()), course })),
    )
    const lastSeen = new Map<string | null, unknown>()
    const misbehaviours: Script[] = [
      () => ({ status: 500 }),
      ({ usual }) => usual,
      // Late: true when the call arrived, but sent after more has happened.
      async ({ usual }) => {
        const calls = service.count('status')
        await expect.poll(() => service.count('status')).toBeGreaterThan(calls + 3)
        return usual
      },
      // Stale: what was true at the previous call.
      ({ inquiryId, usual }) => ({ body: lastSeen.get(inquiryId) ?? usual.body }),
      // Well-formed, but about somebody else.
      ({ usual }) => ({
        body: { ...Object(usual.body), ...service.inquiry(people[0]?.inquiryId ?? '') },
      }),
      () => (response) => void response.destroy(),
      ({ usual }) => usual,
      () => ({ status: 302, headers: { location: '/elsewhere' } }),
      () => ({ status: 429, headers: { 'retry-after': '0' } }),
      () => ({ body: 'APPROVED' }),
    ]
    service.answer('status', async (call) => {
      const misbehave = misbehaviours[service.count('status') % misbehaviours.length]
      const answer = misbehave ? await misbehave(call) : call.usual
      lastSeen.set(call.inquiryId, call.usual.body)
      return answer
    })
    for (let step = 0; step < 3; step++) {
      const reads = service.count('status')
      const moving = people.filter(({ course }) => course[step] !== undefined)
      for (const { inquiryId, course } of moving) {
        const status = course[step] ?? 'APPROVED'
        service.setStatus(inquiryId, status)
        const event = signedAgo(30 - 10 * step, EVENTS[status](inquiryId))
        for (let copy = 0; copy < 2; copy++) expect((await deliver(event)).status).toBe(200)
      }
      // Each event makes a read due.
      await expect.poll(() => service.count('status')).toBeGreaterThanOrEqual(reads + moving.length)
    }

    service.behave()
    for (const { inquiryId, customer, course } of people) {
      const last = course[course.length - 1] ?? 'APPROVED'
      await deliver(EVENTS[last](inquiryId))
      await expect
        .poll(() => customer.current(), course.join())
        .toMatchObject({ stage: STAGES[last], accountOpened: last === 'APPROVED' })
    }
    const neverApproved = people.filter(({ course }) => !course.some((each) => each === 'APPROVED'))
    const granted = await app.database.query(
      'SELECT FROM "Inquiry" WHERE "grantedAt" IS NOT NULL AND "inquiryId" = ANY($1)',
      [neverApproved.map(({ inquiryId }) => inquiryId)],
    )
    expect(granted.rowCount).toBe(0)
  },
)
