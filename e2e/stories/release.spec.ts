// A form that one build rendered is sent to another, where its action has a different id.
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test'

const ANSWER = 'We’ve just updated this page. Please send your application again.'
const OTHER_ID = '60'.padEnd(42, '0')

for (const javaScriptEnabled of [true, false])
  test(`a form from before a release is shown again with its answers, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    newPerson,
  }) => {
    const customer = await newPerson({ javaScriptEnabled })
    const { page } = customer
    await renderedByAnotherBuild(page)
    await page.goto('/apply')
    const note = page.getByLabel('Anything we should know?')
    const agreed = page.getByRole('checkbox', { name: /I agree/ })
    await customer.choose(page.getByRole('radio', { name: 'Savings account' }))
    await customer.type(note, 'Please call after six, Zoë')
    await customer.tick(agreed)
    const send = page.getByRole('button', { name: 'Continue to identity check' })
    await customer.press(send)

    await expect(page.getByText(ANSWER)).toBeVisible()
    await expect(note).toHaveValue('Please call after six, Zoë')
    await expect(agreed).toBeChecked()
    await expect(page.getByRole('radio', { name: 'Savings account' })).toBeChecked()
    expect(page.url()).not.toContain('six')

    await customer.press(send)
    await expect(page).toHaveURL(/\/apply\/verify$/)
  })

test('a form that no instance responds to keeps its answers', async ({ newPerson }) => {
  const customer = await newPerson()
  const { page } = customer
  await page.goto('/apply')
  const note = page.getByLabel('Anything we should know?')
  await customer.choose(page.getByRole('radio', { name: 'Savings account' }))
  await customer.type(note, 'Please call after six')
  await customer.tick(page.getByRole('checkbox', { name: /I agree/ }))
  const send = page.getByRole('button', { name: 'Continue to identity check' })
  // The balancer's response just after an instance has died.
  await page.route('**/apply', (route) => route.fulfill({ status: 502 }), { times: 1 })
  await customer.press(send)
  await expect(page.getByRole('alert').getByText('Your answers are still here')).toBeVisible()
  await expect(note).toHaveValue('Please call after six')
  await customer.press(send)
  await expect(page).toHaveURL(/\/apply\/verify$/)
})

/** The next page names an action that the app doesn't have, in the form and in its script. */
async function renderedByAnotherBuild(page: Page): Promise<void> {
  const change = async (route: Parameters<Parameters<Page['route']>[1]>[0]) => {
    const response = await route.fetch()
    const html = await response.text()
    const [, id = 'none'] = /&quot;id&quot;:&quot;([0-9a-f]{42})/.exec(html) ?? []
    const body = html.replaceAll(id, OTHER_ID)
    expect(body).not.toBe(html)
    await route.fulfill({ response, body })
  }
  await page.route('**/apply', change, { times: 1 })
}
