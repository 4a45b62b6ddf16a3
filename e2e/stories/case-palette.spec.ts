// How staff reach a case: single keys for its neighbours, and the palette that finds and suggests cases.
import type { StaffMember } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'

const NEEDS = { tag: '@sandbox' }

/** Uses the button, which works even before the page listens for keys. */
async function openPalette(viewer: StaffMember) {
  await viewer.press(viewer.page.getByRole('button', { name: /^Search or jump to/ }))
  const field = viewer.page.getByRole('combobox', { name: 'Search cases, actions and pages' })
  await expect(field).toBeFocused()
  return field
}

test(
  'J and K move through the filtered list, and can be turned off',
  NEEDS,
  async ({ customer, anotherCustomer, staff }) => {
    await customer.apply()
    await anotherCustomer.apply()
    const viewer = await staff('viewer')
    const { page } = viewer
    await viewer.openInquiry(await anotherCustomer.referenceId())
    const newest = viewer.inquiryPath()
    await page.goto(`${newest}?from=2020-01-01`)
    await openPalette(viewer)
    // A setting is never the first choice.
    await expect(page.getByRole('option').last()).toHaveText('Turn single-key shortcuts off')
    await expect(page.getByRole('option', { selected: true })).not.toHaveText(/single-key/)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.keyboard.press('j')
    await expect(page).not.toHaveURL(new RegExp(newest))
    await expect(page).toHaveURL(/\?from=2020-01-01$/)
    await page.keyboard.press('k')
    await expect(page).toHaveURL(new RegExp(`${newest}\\?from=2020-01-01$`))

    await page.keyboard.press('ControlOrMeta+k')
    const field = page.getByRole('combobox', { name: 'Search cases, actions and pages' })
    await viewer.type(field, 'single-key')
    await page.keyboard.press('Enter')
    await expect(field).toBeHidden()
    await page.keyboard.press('j')
    // By the time the palette opens, the key has been handled.
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('option', { name: 'Turn single-key shortcuts on' })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${newest}\\?from=2020-01-01$`))
  },
)

test(
  'the palette finds a case by short reference or inquiryId, and no URL contains the inquiryId (F2)',
  NEEDS,
  async ({ customer, staff }) => {
    await customer.apply()
    const [inquiryId, referenceId] = [await customer.inquiryId(), await customer.referenceId()]
    const viewer = await staff('viewer')
    const { page } = viewer
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    await viewer.openInquiry(referenceId)
    const path = viewer.inquiryPath()
    const reference = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
    expect(reference).toMatch(/^[A-Z]+-[0-9A-Z]{6}$/)

    for (const typed of [reference.toLowerCase(), inquiryId]) {
      await page.goto('/admin')
      await viewer.type(await openPalette(viewer), typed)
      await expect(page.getByRole('option', { name: reference })).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(new RegExp(`${path}$`))
    }
    expect(addresses.filter((address) => address.includes(inquiryId))).toEqual([])
  },
)

test(
  'the palette suggests the cases that wait for a decision, with how long they have waited',
  NEEDS,
  async ({ customer, staff }) => {
    await customer.apply()
    await customer.completeFlow('NEEDS_REVIEW')
    await customer.reaches('in_review')
    const viewer = await staff('viewer')
    const { page } = viewer
    await page.clock.setSystemTime(Date.now() + 3 * 60 * 60 * 1_000)
    await page.goto('/admin')
    await openPalette(viewer)
    const waiting = page.getByRole('group', { name: 'Waiting for a decision' })
    await expect(waiting.getByRole('option', { name: /^NW-[0-9A-Z]{6} 3 h/ }).first()).toBeVisible()
  },
)
