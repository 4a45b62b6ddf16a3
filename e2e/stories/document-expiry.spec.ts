// Document pictures last five minutes, at the service and on the screen (D7).
import { expect, test } from '../fixtures/test'

const NEEDS = { tag: ['@sandbox', '@tenant'] }

// N18: with each status that the service may return for an expired link.
for (const [outcome, answer] of [
  ['APPROVED', 403],
  ['NEEDS_REVIEW', 404],
  ['APPROVED', 410],
] as const) {
  test(
    `N18 ${answer}: documents of a ${outcome} inquiry expire after five minutes and can be fetched again`,
    NEEDS,
    async ({ customer, sandbox, staff, advanceClock }) => {
      await sandbox.setGap('N18', String(answer))
      await customer.apply()
      await customer.completeFlow(outcome)
      const reviewer = await staff('reviewer')
      await reviewer.openInquiry(await customer.referenceId())
      await reviewer.showDocuments()
      await reviewer.seesPictures(3)
      const oldLinks = await reviewer.pictureLinks()

      await advanceClock({ minutes: 5 })
      await expect(reviewer.page.getByText('The links have expired')).toBeVisible()
      await expect(reviewer.pictures).toHaveCount(0)
      for (const link of oldLinks)
        expect((await reviewer.page.request.get(link)).status()).toBe(answer)

      await reviewer.showDocuments()
      await reviewer.seesPictures(3)
    },
  )
}
