// A short check of the presenter's guide. The project `demo` runs the whole presentation.
import { Presenter } from '../demo/presenter'
import { SANDBOX, TENANT } from '../fixtures/needs'
import { expect, test } from '../fixtures/test'

test('one click prepares a scene, another signs in, and the strip says what is next', {
  tag: [SANDBOX, TENANT],
}, async ({ newPerson, control }) => {
  // Makes the fixture reset the tenant, which the scene changes.
  await control().orderFault({ target: 'webhook', kind: 'duplicate' })
  const { page, input } = await newPerson()
  const presenter = new Presenter(page, input)
  await presenter.openChapter('Declined')
  await presenter.prepare('A clear no')
  await page.goto('/')
  await presenter.seesNext('Decline the inquiry at the service')
  await presenter.customerIs('in_review')

  await page.goto('/demo')
  await presenter.press(page.getByRole('button', { name: /Vera Viewer/ }))
  await page.waitForURL('**/admin')
  await presenter.press(presenter.strip.getByRole('button', { name: 'Dismiss the guide' }))
  await expect(presenter.strip).toBeHidden()
})
