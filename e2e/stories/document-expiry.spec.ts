// Document pictures live five minutes, at the service and on the screen (D7).
import { expect, test } from '../fixtures/test'

const NEEDS = { tag: ['@sandbox', '@tenant'] }

for (const outcome of ['APPROVED', 'NEEDS_REVIEW'] as const) {
  test(
    `the documents of an inquiry that is ${outcome} expire after five minutes and are fetched again`,
    NEEDS,
    async ({ applicant, staff, advanceClock }) => {
      await applicant.apply()
      await applicant.completeFlowByHttp(outcome)
      const reviewer = await staff('reviewer')
      await reviewer.openInquiry(await applicant.referenceId())
      await reviewer.showDocuments()
      await reviewer.seesPictures(3)
      const oldLinks = await reviewer.pictureLinks()

      await advanceClock({ minutes: 5 })
      await expect(reviewer.page.getByText('The links have expired')).toBeVisible()
      await expect(reviewer.pictures).toHaveCount(0)
      for (const link of oldLinks)
        expect((await reviewer.page.request.get(link)).status()).toBe(403)

      await reviewer.showDocuments()
      await reviewer.seesPictures(3)
    },
  )
}
