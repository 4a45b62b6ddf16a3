// Presents this app from the sandbox's console: the whole story, with the real guide and the real stage.

import { environment } from '../fixtures/environment'
import { expectNoViolations } from '../fixtures/screen'
import { expect, test } from '../fixtures/test'
import { TEXTS } from '../fixtures/texts'
import { apply, CONFIRMED, OPENED, press, setUp, showDocuments, takeCheck } from './presenter'

test('the story is presented twice in a row, on one stage, and its cues tick by themselves', async ({
  newPage,
}) => {
  const { guide, stage, room, is } = await setUp(newPage)
  const look = (sentence: RegExp) => expect(room.getByRole('status')).toHaveText(sentence)
  // Space must not press the button that was clicked last.
  await press(guide, /^Start with an outage/)
  await expectNoViolations(guide)
  for (const run of ['first', 'second']) {
    await test.step(`the ${run} time`, async () => {
      await is('The promise')
      await stage.waitForURL(`${environment.appUrl}/`)
      await press(guide, /^Go on/)

      await is('Apply during an outage')
      await press(guide, /^Take the service down/)
      await apply(stage)
      await is('Recovery')
      await expect(stage.getByRole('heading', { name: TEXTS.Verify.unreachable })).toBeVisible()
      await look(/^Refused, and nothing is lost/)
      await expect(room.getByRole('listitem').first()).toContainText('Down')
      await press(guide, /^Bring the service back/)

      await is('The check')
      await takeCheck(stage)
      await is('Review')
      await expect(
        stage.getByRole('heading', { name: TEXTS.Verify.stages.in_review.title }),
      ).toBeVisible()
      await press(guide, /^Show the case at the service/)
      await stage.waitForURL('**/portal/inquiries/*')

      await is('A reviewer reveals')
      await press(guide, /^Find the case/)
      await showDocuments(stage)

      await is('Approved, and the message is lost')
      await press(guide, /^Lose the next message/)
      await stage.getByRole('button', { name: /^Approve/ }).click()
      await is('The account opens anyway')
      await expect(guide.getByText('message “Approved” got lost')).toBeVisible()
      await expect(room.getByRole('list')).toContainText('Service to Bank: ApprovedLost')
      await expect(room.getByRole('timer')).toContainText(/(Sure in|Next look) \d:\d\d/)
      await press(guide, /^Return to the customer/)
      await expect(stage.getByText(OPENED)).toBeVisible(CONFIRMED)
      await look(/^It is sure now/)

      await is('A reversal')
      await press(guide, /^Open the decision again/)
      await stage.getByRole('button', { name: /^Decline/ }).click()
      await is('The bank reacts')
      await press(guide, /^Find the case/)
      await stage.getByRole('table').getByRole('link').first().click()
      await stage.waitForURL('**/admin/inquiries/*')
      await press(guide, /^Go on/)
      await is('The audit trail')
      await press(guide, /^Open the audit trail/)
      await expect(stage.getByRole('table')).toContainText('withdrawn')

      await press(guide, /^Go on/)
      await expect(guide.getByText('That was the story.')).toBeVisible()
      // At least one call was refused, one message was lost, and the customer and the documents were spared.
      await expect(room.getByRole('definition')).toHaveText([/^[1-9]/, '1', '0', '0'])
      expect(guide.context().pages()).toEqual([guide, stage, room])
      await guide.getByRole('button', { name: /^Start again/ }).click()
    })
  }
})
