// Keys, templates and endpoints: what a developer prepares.
import type { Locator } from '@playwright/test'
import { expect, test } from './portal-fixtures'

test('a new key is shown once and can be revoked', async ({ operator }) => {
  const { page } = operator
  await operator.open('/keys')
  await page.locator('summary', { hasText: 'New key' }).click()
  await page.getByLabel('Name').fill('Backend')
  await operator.press('Create key')
  await expect(operator.notice).toContainText('it won’t be shown again')
  await page.setViewportSize({ width: 768, height: 900 })
  const key = await operator.notice.locator('code').textContent()
  expect(key).toMatch(/^svc_live_[\w-]{32}$/)

  await page.reload()
  await expect(page.getByText(key ?? '')).toHaveCount(0)

  const card = page
    .getByRole('list', { name: 'Keys of A portal story' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Backend' }) })
  for (const fact of ['Last used', 'Created', 'Expires'])
    await expect(card.getByText(fact, { exact: true })).toBeVisible()
  await expect(card.getByText('Revoke').first()).toBeHidden()
  await card.locator('summary', { hasText: 'Actions' }).click()
  await card.getByText('Revoke').first().click()
  await card.getByRole('button', { name: 'Revoke Backend' }).click()
  await expect(card.getByText('revoked', { exact: true })).toBeVisible()
})

test('on a phone, what confirms an action on a card is inside the window', async ({ operator }) => {
  const { page } = operator
  await page.setViewportSize({ width: 360, height: 740 })
  await operator.open('/endpoints')
  await page.locator('summary', { hasText: 'Actions' }).click()
  for (const action of ['Rotate secret', 'Recreate', 'Remove']) {
    const opens = page.locator('summary', { hasText: action })
    expect((await opens.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await opens.click()
    const confirms = page.getByRole('button', { name: new RegExp(`^${action} http`) })
    await confirms.scrollIntoViewIfNeeded()
    await expect(confirms).toBeInViewport({ ratio: 1 })
  }
})

test('an endpoint’s state follows its URL, and its actions are on the same line', async ({
  operator,
  tenant,
}) => {
  const { page } = operator
  await tenant.complete(await tenant.openInquiry('order:51'), 'APPROVED')
  await page.setViewportSize({ width: 1440, height: 900 })
  // The list of endpoints isn't live, but the wire is.
  await operator.open('/wire?direction=delivery')
  await expect(page.getByRole('link', { name: /inquiry\.approved/ })).toBeVisible()
  await operator.open('/endpoints')
  await expect(page.getByText('Healthy')).toBeVisible()
  const url = page.getByRole('heading', { name: /^http:/ })
  const line = middleOf(await url.boundingBox())
  expect(Math.abs(middleOf(await page.getByText('Healthy').boundingBox()) - line)).toBeLessThan(6)
  const actions = page.locator('summary', { hasText: 'Actions' })
  expect(Math.abs(middleOf(await actions.boundingBox()) - line)).toBeLessThan(10)
  await actions.click()
  await page.locator('summary', { hasText: 'Remove' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Remove http/ })).toBeHidden()
  await expect(actions).toBeFocused()
})

test('on a phone, a template is edited from its first line, and no code or ID is cut without a sign', async ({
  context,
  operator,
}) => {
  const { page } = operator
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/keys', '/endpoints', '/templates']) {
    await operator.open(path)
    const code = page.locator('#snippet')
    expect(await code.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  }
  const card = page
    .getByRole('list', { name: /^Templates of/ })
    .getByRole('listitem')
    .first()
  const edit = card.getByRole('link', { name: /^Edit/ })
  const name = card.getByRole('heading', { level: 2 })
  const distance = middleOf(await edit.boundingBox()) - middleOf(await name.boundingBox())
  expect(Math.abs(distance)).toBeLessThan(6)
  await edit.click()
  // Both IDs are whole to whoever copies them, and their buttons follow them.
  for (const id of ['template ID', 'ID of revision 1']) {
    await page.getByRole('button', { name: `Copy ${id}`, exact: true }).click()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  }
})

test('on a phone, a card’s action and its “Copy” end where its content does, and URLs break at a slash', async ({
  operator,
}) => {
  const { page } = operator
  await page.setViewportSize({ width: 390, height: 844 })
  const endOf = async (part: Locator) => {
    const box = await part.boundingBox()
    return box ? box.x + box.width : Number.NaN
  }
  for (const [path, action] of [
    ['/endpoints', 'Actions'],
    ['/templates', 'Edit'],
  ] as const) {
    await operator.open(path)
    const card = page.locator('main .resource')
    const edge = await endOf(card.locator('.resource-facts'))
    const button = card.locator('a, summary').filter({ hasText: action })
    expect(Math.abs((await endOf(button)) - edge)).toBeLessThan(1)
    const { width = 0, height = 0 } = (await button.boundingBox()) ?? {}
    expect(width).toBeGreaterThan(height)
    // The words of a button without a frame, which has half a character's padding.
    const copy = await endOf(card.getByRole('button', { name: /^Copy/ }))
    expect(Math.abs(copy - 7.5 - edge)).toBeLessThan(2)
  }
  const line = await page.locator('#snippet').evaluate((code) => {
    const words = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
    for (let text = words.nextNode(); text; text = words.nextNode()) {
      const at = text.textContent?.indexOf('inquiries \\') ?? -1
      if (at === -1) continue
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + 'inquiries'.length)
      return range.getClientRects().length
    }
    return 0
  })
  expect(line).toBe(1)
})

test('a template’s revisions and the form for the next one are equally wide', async ({
  operator,
}) => {
  const { page } = operator
  await page.setViewportSize({ width: 1440, height: 900 })
  await operator.open('/templates')
  await page.getByRole('link', { name: /^Edit/ }).click()
  // Loaded with its style sheet.
  await page.waitForURL('**/templates/*')
  const form = await page.getByRole('region', { name: 'Edit as a new revision' }).boundingBox()
  const revision = page.getByRole('listitem').filter({ hasText: 'Revision 1' })
  expect((await revision.boundingBox())?.width).toBe(form?.width)
})

function middleOf(box: { y: number; height: number } | null): number {
  return box ? box.y + box.height / 2 : Number.NaN
}
