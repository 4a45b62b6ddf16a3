// N29: the service reverses an approval days later, without an event. The app finds out when it reads the decision again,
// after 1, 7 and 30 days.
import pg from 'pg'
import { expect, test } from '../fixtures/test'

const NEEDS = { tag: ['@sandbox', '@tenant'] }

// These stories change times in the database, which would affect others.
test.use({ ownStack: true })
test.describe.configure({ mode: 'default' })

for (const [gap, reads, heading] of [
  ['silent-decline', [1], 'We can’t open this account'],
  ['silent-failure', [1, 7, 30], 'We couldn’t verify your identity'],
] as const)
  test(
    `N29 ${gap}: a silently reversed approval is found on day ${reads.at(-1)}`,
    NEEDS,
    async ({ applicant, sandbox, stack, staff }) => {
      await sandbox.setGap('N29', gap)
      await applicant.apply()
      const referenceId = await applicant.referenceId()
      await applicant.completeFlowByHttp('APPROVED')
      await applicant.sees('You are approved')
      await expect
        .poll(() => applicant.current())
        .toMatchObject({ stage: 'approved', accountOpened: true })

      let today = 0
      for (const day of reads) {
        if (day === reads.at(-1)) await sandbox.advanceClock(3 * 24 * 3_600)
        await passDays(stack.databaseUrl, referenceId, day - today)
        today = day
        if (day === reads.at(-1)) break
        expect(await applicant.current()).toMatchObject({ stage: 'approved', accountOpened: true })
      }

      await applicant.page.reload()
      await applicant.sees(heading)
      expect((await applicant.current()).accountOpened).toBe(false)
      const viewer = await staff('viewer')
      await viewer.page.goto('/admin/inquiries?attention=1')
      await viewer.press(viewer.page.getByRole('link', { name: referenceId }))
      await expect(viewer.page.getByText('A confirmed decision was reversed')).toBeVisible()
      await expect(viewer.fact('Approval granted')).toBeHidden()
    },
  )

/** Makes days pass for one inquiry, and waits for the read that falls due. */
async function passDays(databaseUrl: string, referenceId: string, days: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    // A minute extra, so that the read is certainly due.
    await client.query(
      `UPDATE "Inquiry" SET "decidedAt" = "decidedAt" - age, "readAt" = "readAt" - age,
         "heardAt" = "heardAt" - age, "nextReadAt" = "nextReadAt" - age
       FROM (SELECT make_interval(days => $2, mins => 1) AS age) AS passed WHERE "referenceId" = $1`,
      [referenceId, days],
    )
    await expect
      .poll(async () => {
        const { rows } = await client.query(
          `SELECT "readAt" > now() - interval '1 hour' AS "isRead" FROM "Inquiry" WHERE "referenceId" = $1`,
          [referenceId],
        )
        return rows
      })
      .toEqual([{ isRead: true }])
  } finally {
    await client.end()
  }
}
