import { expect, test } from '../fixtures/test'
import { TEXTS } from '../fixtures/texts'

test('a customer who declines consent sends nothing and may start again, and is asked for consent again', async ({
  applicant,
}) => {
  const { page } = applicant
  await applicant.arriveAtStatus()
  const flow = await applicant.startCheck()
  await flow.decline()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await applicant.seesStage('ready')
  await expect(page.getByText(TEXTS.Verify.start.left)).toBeVisible()
  expect(await applicant.current()).toMatchObject({ stage: 'ready', accountOpened: false })

  const again = await applicant.startCheck()
  await again.begin()
})
