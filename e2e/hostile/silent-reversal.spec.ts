// N29: the service reverses an approval days later, without an event. The app finds out when it reads the decision again,
// after 1, 7 and 30 days.
import { approval } from '../fixtures/events'
import type { App } from './app'
import { expect, HOSTILE, test } from './test'

for (const [status, reads, stage] of [
  ['DECLINED', [1], 'declined'],
  ['FAILED', [1, 7, 30], 'failed'],
] as const)
  test(
    `an approval that silently becomes ${status} is found on day ${reads.at(-1)}`,
    HOSTILE,
    async ({ app, service, deliver, newApplicant }) => {
      const { customer, inquiryId } = await newApplicant()
      service.setStatus(inquiryId, 'APPROVED')
      await deliver(approval({ data: { inquiryId, referenceId: undefined } }))
      await customer.reaches('approved')

      let today = 0
      for (const day of reads) {
        if (day === reads.at(-1)) service.setStatus(inquiryId, status)
        await passDays(app, day - today)
        today = day
        if (day !== reads.at(-1)) await customer.reaches('approved')
      }
      await customer.reaches(stage)
    },
  )

/** Makes days pass for the only inquiry, and waits for the read that falls due. */
async function passDays({ database }: App, days: number): Promise<void> {
  // A minute extra, so that the read is certainly due.
  await database.query(
    `WITH passed AS (SELECT make_interval(days => $1, mins => 1) AS age), moved AS (
       UPDATE "WebhookEvent" SET "arrivedAt" = "arrivedAt" - age FROM passed
     )
     UPDATE "Inquiry" SET "statusSince" = "statusSince" - age, "readAt" = "readAt" - age, "dueAt" = "dueAt" - age FROM passed`,
    [days],
  )
  const isRead = 'SELECT "readAt" > now() - interval \'1 hour\' AS "isRead" FROM "Inquiry"'
  await expect.poll(async () => (await database.query(isRead)).rows).toEqual([{ isRead: true }])
}
