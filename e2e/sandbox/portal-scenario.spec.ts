// The scenario page: what happens next, and what is in effect.
import { expect, test } from './portal-fixtures'

test('the scenario panel plans an outcome, moves the clock and sets a gap', async ({
  operator,
  tenant,
}) => {
  const { page } = operator
  await operator.open('/scenario')
  await operator.press('Freeze the clock')
  await expect(page.getByText('Clock frozen')).toBeVisible()
  const header = page.getByRole('banner').first().locator('time')
  const time = async () => Date.parse((await header.getAttribute('datetime')) ?? '')
  const before = await time()
  await operator.press('+1 day')
  await expect.poll(async () => (await time()) - before).toBe(24 * 60 * 60 * 1000)

  await page.getByText('Behaviour the contract doesn’t define').click()
  await page.getByLabel(/status endpoint.* N6$/).selectOption('after-event')
  await operator.press('Apply')
  await expect(page.getByText('1 changed')).toBeVisible()

  await page.getByText('Another outcome, several inquiries').click()
  await page.getByRole('combobox', { name: 'Outcome' }).fill('ESCALATED')
  await operator.press('Plan')
  await expect(operator.notice).toHaveText('Escalated for the next inquiry.')
  const inquiryId = await tenant.openInquiry('order:19')
  await operator.open(`/inquiries/${inquiryId}`)
  await expect(page.getByText('Planned: Escalated, when the customer submits.')).toBeVisible()
})

test('what is in effect is listed, and each fault is cleared with one click', async ({
  operator,
  tenant,
}) => {
  const { page } = operator
  await operator.open('/scenario')
  const inEffect = page.getByRole('region', { name: 'In effect now' })
  await expect(inEffect).toContainText('Nothing.')
  await page.getByRole('button', { name: /^Never arrives/ }).click()
  await page.getByRole('button', { name: /^Service down/ }).click()
  await operator.press('Approved')
  await expect(inEffect.getByRole('listitem')).toHaveText([
    /^Webhook ?Never arrives/,
    /^API ?Service down/,
    /^Outcome ?Approved/,
  ])
  await expect(tenant.openInquiry()).rejects.toThrow('503')
  await operator.press('Clear Service down')
  await tenant.openInquiry()
  await operator.press('Clear Never arrives')
  await operator.open('/scenario')
  await expect(inEffect).toContainText('Nothing.')
  for (const name of ['Arrives twice', 'Rate limited', 'Declined', 'Freeze the clock'])
    await operator.press(name)
  await expect(inEffect.getByRole('listitem')).toHaveCount(4)
  await operator.press('Clear all')
  await expect(inEffect).toContainText('Nothing.')
})

for (const width of [390, 1440]) {
  test(`at ${width} pixels, every list of the scenario page shows its whole value`, async ({
    operator,
  }) => {
    const { page } = operator
    await page.setViewportSize({ width, height: 900 })
    await operator.open('/scenario')
    await page.getByText('More faults and conditions').click()
    await page.getByText('Behaviour the contract doesn’t define').click()
    const cut = await page.locator('main select:visible').evaluateAll((lists) =>
      lists.flatMap((list) => {
        if (!(list instanceof HTMLSelectElement)) return []
        const { font, paddingLeft, paddingRight } = getComputedStyle(list)
        const context = document.createElement('canvas').getContext('2d')
        if (!context) return ['no canvas']
        context.font = font
        const room =
          list.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
        return [...list.options]
          .map(({ text }) => text)
          .filter((text) => context.measureText(text).width > room)
      }),
    )
    expect(cut).toEqual([])
  })
}

test('the other faults are side by side below the panels, and the defaults are next to “Apply”', async ({
  operator,
}) => {
  const { page } = operator
  await page.setViewportSize({ width: 1440, height: 900 })
  await operator.open('/scenario')
  await page.getByText('More faults and conditions').click()
  const webhooks = await page.getByRole('region', { name: 'Webhooks', exact: true }).boundingBox()
  const api = await page.getByRole('region', { name: 'The API', exact: true }).boundingBox()
  expect(api?.y).toBe(webhooks?.y)
  const add = page.getByRole('button', { name: 'Add the fault' })
  const heights = await add.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y))
  expect(new Set(heights).size).toBe(1)
  await page.getByText('Behaviour the contract doesn’t define').click()
  await page.getByLabel(/ N12$/).selectOption('extra-fields')
  await operator.press('Apply')
  await expect(page.getByText('1 changed')).toBeVisible()
  const deliveries = page.getByRole('region', { name: 'Deliveries', exact: true })
  await expect(deliveries.getByLabel(/ N12$/)).toHaveValue('extra-fields')
  const apply = await page.getByRole('button', { name: 'Apply', exact: true }).boundingBox()
  const defaults = page.getByRole('button', { name: 'Back to the defaults' })
  expect((await defaults.boundingBox())?.y).toBe(apply?.y)
  await defaults.click()
  await expect(page.getByText('all at their defaults')).toBeVisible()
})
