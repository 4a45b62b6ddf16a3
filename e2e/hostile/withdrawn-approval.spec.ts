// A service that withdraws an approval while the app is reading it, or whose status endpoint lags behind its events.
import { approval, review, signedAgo } from '../fixtures/events'
import type { App } from './app'
import { expect, HOSTILE, test } from './test'

const accountsGranted = async (app: App): Promise<number> => {
  const { rowCount } = await app.database.query(
    'SELECT FROM "Inquiry" WHERE "grantedAt" IS NOT NULL',
  )
  return rowCount ?? 0
}

test(
  'an approval withdrawn while it is being read opens no account',
  HOSTILE,
  async ({ service, app, deliver, newApplicant }) => {
    const { customer, inquiryId } = await newApplicant()
    service.setStatus(inquiryId, 'APPROVED')
    const read = service.holdNext('status')
    const approved = () => approval({ data: { inquiryId, referenceId: undefined } })
    const reviewed = () => review({ inquiryId, referenceId: undefined })
    expect((await deliver(signedAgo(20, approved()))).status).toBe(200)
    await read.arrived

    service.setStatus(inquiryId, 'NEEDS_REVIEW')
    expect((await deliver(signedAgo(10, reviewed()))).status).toBe(200)
    read.release()

    // Once the app reads again, it has dealt with the held read and the event.
    const reads = service.count('status')
    await deliver(signedAgo(10, reviewed()))
    await expect.poll(() => service.count('status')).toBeGreaterThan(reads)
    await expect.poll(() => customer.stage()).toBe('in_review')
    expect(await accountsGranted(app)).toBe(0)

    // The review ends in an approval, which the discarded read doesn't block.
    service.setStatus(inquiryId, 'APPROVED')
    await deliver(approved())
    await expect
      .poll(() => customer.current())
      .toMatchObject({ stage: 'approved', accountOpened: true })
    expect(await accountsGranted(app)).toBe(1)
  },
)

test(
  'a status endpoint that still says APPROVED after a review event opens no account',
  HOSTILE,
  async ({ service, app, deliver, newApplicant }) => {
    const { customer, inquiryId } = await newApplicant()
    // Both events arrive before the status endpoint shows anything of either (N6).
    await deliver(approval({ data: { inquiryId, referenceId: undefined } }))
    expect((await deliver(review({ inquiryId, referenceId: undefined }))).status).toBe(200)
    service.setStatus(inquiryId, 'APPROVED')
    const reads = service.count('status')
    await expect.poll(() => service.count('status')).toBeGreaterThan(reads + 1)

    service.setStatus(inquiryId, 'NEEDS_REVIEW')
    await expect.poll(() => customer.stage()).toBe('in_review')
    expect(await accountsGranted(app)).toBe(0)
  },
)
