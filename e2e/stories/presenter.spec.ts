// A short check of the presenter's guide. The project `demo` runs the whole presentation.
import { isUncovered, Presenter } from '../demo/presenter'
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
  await page.goto('/apply/verify')
  await presenter.seesNext('The decision at the service')
  await presenter.sees(presenter.heading('A specialist is reviewing your application'))

  await page.goto('/demo')
  await presenter.press(page.getByRole('button', { name: /Vera Viewer/ }))
  await page.waitForURL('**/admin')
  await presenter.press(presenter.strip.getByRole('button', { name: 'Dismiss the guide' }))
  await expect(presenter.strip).toBeHidden()
})

test('the strip covers neither the sidebar nor the bar that decides, and says what to do on a page that is open', {
  tag: [SANDBOX, TENANT],
}, async ({ newPerson, control }) => {
  await control().orderFault({ target: 'webhook', kind: 'duplicate' })
  const { page, input } = await newPerson({ viewport: { width: 1440, height: 900 } })
  const presenter = new Presenter(page, input)
  const { strip } = presenter
  await presenter.openChapter('Review and decision')
  await presenter.prepare('A person decides')
  await presenter.openNext()
  await presenter.sees(presenter.heading('A specialist is reviewing your application'))
  await expect(strip.getByRole('link', { name: /^Open/ })).toBeHidden()
  await presenter.seesNow('What the customer sees')
  await strip.getByRole('button', { name: 'Done' }).focus()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await presenter.done()
  await presenter.openNext()
  await page.waitForURL('**/admin/inquiries/*')
  await expect(strip.getByRole('button', { name: 'Done' })).toBeVisible()
  await expect(strip.getByRole('button', { name: /^Open/ })).toBeHidden()
  await presenter.seesNow('The documents, for five minutes')
  expect(await isUncovered(page.getByRole('button', { name: 'Sign out' }))).toBe(true)

  await page.setViewportSize({ width: 390, height: 844 })
  const show = page.getByRole('button', { name: 'Show identity and documents' })
  expect(await isUncovered(show)).toBe(true)
  expect((await strip.boundingBox())?.height).toBeLessThanOrEqual(60)
  await presenter.press(strip.getByRole('button', { name: 'Presenter Step 2/4' }))
  await expect(page.getByRole('button', { name: 'Dismiss the guide' })).toBeVisible()
  await page.keyboard.press('Escape')
})
