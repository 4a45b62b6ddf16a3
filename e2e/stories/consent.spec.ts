import { SANDBOX } from '../fixtures/environment'
import { expect, test } from '../fixtures/test'

test('a customer who declines consent sends nothing and may start again, and is asked for consent again', {
  tag: SANDBOX,
}, async ({ applicant }) => {
  const { page } = applicant
  await applicant.arriveAtStatus()
  const flow = await applicant.startCheck()
  await flow.arrive('Verify your identity')
  await flow.press('Not now')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await applicant.sees('Verify your identity')
  await expect(page.getByText('Your check isn’t finished')).toBeVisible()
  expect(await applicant.current()).toMatchObject({ stage: 'ready', accountOpened: false })

  const again = await applicant.startCheck()
  await again.begin()
})
