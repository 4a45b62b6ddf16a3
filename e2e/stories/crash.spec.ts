// What was acknowledged or begun survives the end of any process, at any time.
import { expect, test } from '../fixtures/test'

const NEEDS = { tag: ['@sandbox', '@tenant'] }

test.use({ ownStack: true })
// One after the other on one stack, which each of them starts again.
test.describe.configure({ mode: 'default', timeout: 180_000 })

for (const process of ['app', 'sandbox', 'database'] as const) {
  test(
    `after a kill -9 of the ${process} in the middle the story is finished`,
    NEEDS,
    async ({ applicant, stack, staff }) => {
      await applicant.apply()
      const flow = await applicant.startCheck()
      await flow.agree()
      await flow.givePersonalInformation()

      await stack.kill(process)
      await stack.start()

      await applicant.page.reload()
      await applicant.sees('Verify your identity')
      const resumed = await applicant.startCheck()
      await resumed.showDocument()
      await resumed.takeSelfie()
      await resumed.submit('APPROVED')
      await resumed.returnToMerchant()
      await applicant.sees('You are approved')

      const reviewer = await staff('reviewer')
      await reviewer.openInquiry(await applicant.referenceId())
      await reviewer.showDocuments()
      await reviewer.seesPictures(3)
    },
  )
}

test(
  'a decision made in the moment of a crash is there afterwards',
  NEEDS,
  async ({ applicant, sandbox, stack }) => {
    await applicant.apply()
    await applicant.completeFlowByHttp('NEEDS_REVIEW')
    await applicant.sees('A person is reviewing your application')

    await sandbox.decide(await applicant.inquiryId(), 'DECLINED', 'Not this time.')
    await stack.kill('app')
    await stack.start()
    await applicant.sees('We cannot open this account')
  },
)

test('the app stops when it is asked to, with exit code 0', NEEDS, async ({ stack }) => {
  expect(await stack.stop()).toBe(0)
  await stack.start()
})
