// The wire: exchanges as they happen, and one of them in detail.
import type { Locator } from '@playwright/test'
import { expect, test } from './portal-fixtures'

test('the wire shows exchanges as they happen and opens them next to the list', async ({
  operator,
  tenant,
}) => {
  const { page } = operator
  await page.setViewportSize({ width: 1440, height: 900 })
  await operator.open('/wire')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(page.getByText('Nothing has happened yet.')).toBeVisible()

  const inquiryId = await tenant.openInquiry('order:18')
  const opened = page.getByRole('link', { name: /POST \/inquiries/ })
  await expect(opened).toBeVisible()
  await tenant.complete(inquiryId, 'APPROVED')
  const delivery = page.getByRole('link', { name: /inquiry\.approved/ })
  await expect(delivery).toBeVisible()
  // The delivery is in the same group as the open that caused it.
  const group = page.locator('section').filter({ has: opened })
  await expect(group.getByRole('link', { name: /inquiry\.approved/ })).toBeVisible()

  await delivery.click()
  const exchange = page.getByRole('article')
  await expect(
    exchange.getByRole('heading', { name: 'Delivery of inquiry.approved' }),
  ).toBeVisible()
  await expect(exchange.getByText('Matches the endpoint’s secret')).toBeVisible()
  await expect(exchange.getByRole('button', { name: 'Copy correlation ID' })).toBeVisible()
  const readable = exchange.getByLabel('Body of the request, indented')
  await expect(readable).toContainText('\n  "type": "inquiry.approved"')
  await exchange.getByText('Exact text').first().click()
  const exact = exchange.getByLabel('Body of the request, exact')
  await expect(exact).toContainText('"type":"inquiry.approved"')
  await expect(exact).toContainText(inquiryId)
})

test('an exchange takes one line, and a header only where two belong together', async ({
  operator,
  tenant,
}) => {
  const { page } = operator
  const reference = `application-${'7'.repeat(28)}-last`
  const inquiryId = await tenant.openInquiry(reference)
  await tenant.statusOf(inquiryId)
  await tenant.complete(await tenant.openInquiry('order:19'), 'APPROVED')
  const read = page.getByRole('link', { name: /GET \/inquiries/ })
  const list = page.locator('[data-wire-list]')
  const header = list.getByRole('link', { name: 'order:19', exact: true })
  await page.setViewportSize({ width: 1440, height: 900 })
  await operator.open('/wire')
  await expect(header).toBeVisible()
  await expect(list.getByRole('link', { name: reference, exact: true })).toBeHidden()
  await expect(read).toContainText('…777-last')
  expect((await read.boundingBox())?.height).toBe(36)
  // With one exchange in view, the group needs no header.
  await page.getByLabel('Direction').selectOption('request')
  await expect(header).toBeHidden()
  // The list ends with its last exchange, inside the window.
  const endOf = async (part: Locator) => {
    const box = await part.boundingBox()
    return box ? box.y + box.height : Number.NaN
  }
  expect(await endOf(list)).toBeLessThan(900)
  const last = list.locator('li:visible').last()
  expect(Math.abs((await endOf(list)) - (await endOf(last)))).toBeLessThan(2)
  await page.setViewportSize({ width: 390, height: 844 })
  await operator.open('/wire')
  expect((await read.boundingBox())?.height).toBeLessThan(60)
})

test('a pause holds back new rows, and the filter hides rows that do not match', async ({
  operator,
  tenant,
}) => {
  const { page } = operator
  await operator.open('/wire')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await operator.press('Pause')
  const inquiryId = await tenant.openInquiry()
  await expect(page.getByRole('button', { name: 'Resume (1)' })).toBeVisible()
  const opened = page.getByRole('link', { name: /POST \/inquiries/ })
  await expect(opened).toHaveCount(0)
  await operator.press('Resume (1)')
  await expect(opened).toBeVisible()

  await page.getByLabel('Filter by path').fill('documents')
  await expect(opened).toBeHidden()
  await expect(page.getByText('No exchanges match the filter.')).toBeVisible()
  await tenant.statusOf(inquiryId)
  await page.getByLabel('Filter by path').fill('get')
  await expect(page.getByRole('link', { name: /GET \/inquiries/ })).toBeVisible()
  await expect(opened).toBeHidden()
})

for (const width of [1440, 360]) {
  test(`new rows do not move the row being read at ${width} pixels`, async ({
    operator,
    tenant,
  }) => {
    const { page } = operator
    await page.setViewportSize({ width, height: 700 })
    for (let opened = 0; opened < 25; opened++) await tenant.openInquiry(`order:${opened}`)
    await operator.open('/wire')
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    const read = page.getByRole('link', { name: 'order:3 201' })
    await read.scrollIntoViewIfNeeded()
    const line = async () => (await read.boundingBox())?.y ?? 0
    const before = await line()
    await tenant.openInquiry('order:new')
    await expect(page.getByRole('link', { name: 'order:new 201' })).toBeAttached()
    await expect.poll(async () => Math.abs((await line()) - before)).toBeLessThan(1)
  })
}

test('a delivery can be resent with a named fault', async ({ operator, tenant }) => {
  const { page } = operator
  await tenant.complete(await tenant.openInquiry(), 'APPROVED')
  await operator.open('/wire?direction=delivery')
  await page.getByRole('link', { name: /inquiry\.approved/ }).click()
  await page.getByLabel('Send it again').selectOption('flip-byte')
  await operator.press('Send')
  await expect(operator.notice).toHaveText('Sent again with flip-byte: answered 200.')
  await expect(page.getByText('Doesn’t match the endpoint’s secret')).toBeVisible()
})

test('an exchange opened next to the list stays open when the window gets narrow', async ({
  operator,
  tenant,
}) => {
  const { page } = operator
  await tenant.openInquiry('order:41')
  await page.setViewportSize({ width: 1440, height: 900 })
  await operator.open('/wire')
  await page.getByRole('link', { name: /POST \/inquiries/ }).click()
  const detail = page.getByRole('heading', { name: 'POST /inquiries', level: 2 })
  await expect(detail).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(detail).toBeInViewport()
  await expect(page.getByRole('link', { name: 'All exchanges' })).toBeVisible()
})

for (const width of [390, 768, 1440]) {
  test(`at ${width} pixels, an exchange has its answer beside its title and each header in one row`, async ({
    operator,
    tenant,
  }) => {
    const { page } = operator
    await tenant.statusOf(await tenant.openInquiry('order:42'))
    await page.setViewportSize({ width, height: 900 })
    await operator.open('/wire')
    await page.getByRole('link', { name: /GET \/inquiries/ }).click()
    const detail = page.getByRole('article')
    const title = await detail.getByRole('heading', { name: /^GET \/inquiries/ }).boundingBox()
    const answer = await detail.getByText('200', { exact: true }).boundingBox()
    expect(title?.height).toBeLessThan(32)
    expect(Math.abs((answer?.y ?? 0) - (title?.y ?? 0))).toBeLessThan(8)
    const header = detail.getByRole('row', { name: /^host/ })
    const name = await header.getByRole('rowheader').boundingBox()
    expect((await header.getByRole('cell').boundingBox())?.y).toBe(name?.y)
  })
}

test('a group on the wire reads newest first, before and after its next exchange arrives', async ({
  operator,
  tenant,
}) => {
  const { page } = operator
  await page.setViewportSize({ width: 1440, height: 900 })
  const inquiryId = await tenant.openInquiry('order:43')
  await operator.open('/wire')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await tenant.complete(inquiryId, 'APPROVED')
  const rows = page.locator('.wire-group li').getByRole('link')
  for (const look of ['live', 'loaded']) {
    if (look === 'loaded') await page.reload()
    await expect(rows).toHaveText([/inquiry\.approved/, /POST \/inquiries/])
  }
  await expect(page.locator('.wire-group header')).toContainText('Correlation ID')
})

for (const width of [390, 768, 1440]) {
  test(`at ${width} pixels, an identifier that is cut has its end right after the ellipsis`, async ({
    operator,
    tenant,
  }) => {
    const { page } = operator
    const reference = `app-${crypto.randomUUID()}`
    await tenant.complete(await tenant.openInquiry(reference), 'NEEDS_REVIEW')
    await tenant.statusOf(await tenant.openInquiry(reference))
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/wire', '/inquiries', '/review', '/keys', '/endpoints', '/templates']) {
      await operator.open(path)
      const holes = await page.locator('.identifier > :nth-child(2)').evaluateAll((ends) =>
        ends.flatMap((end) => {
          const start = end.previousElementSibling
          if (!start || start.scrollWidth <= start.clientWidth) return []
          const ruler = document.createElement('span')
          ruler.textContent = '0'.repeat(100)
          ruler.style.cssText = 'position: absolute; white-space: nowrap'
          start.parentElement?.append(ruler)
          const character = ruler.getBoundingClientRect().width / 100
          ruler.remove()
          const { right, width: shown } = start.getBoundingClientRect()
          return [(shown % character) + end.getBoundingClientRect().left - right]
        }),
      )
      for (const hole of holes) expect(hole).toBeLessThan(1)
    }
  })
}
