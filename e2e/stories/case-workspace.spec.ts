// What a reviewer does with one case: look, compare, zoom, keep or hide the pictures, and move on to the next.
import type { Locator, Page } from '@playwright/test'
import type { StaffMember } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'

const NEEDS = { tag: '@sandbox' }
const NEEDS_TENANT = { tag: ['@sandbox', '@tenant'] }

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Documents' })
/** Uses the button, which works even before the page listens for keys. */
async function openPalette(viewer: StaffMember) {
  await viewer.press(viewer.page.getByRole('button', { name: /^Search or jump to/ }))
  const field = viewer.page.getByRole('combobox', { name: 'Search cases, actions and pages' })
  await expect(field).toBeFocused()
  return field
}
const rowOf = (page: Page, field: string) =>
  page.getByRole('region', { name: 'Identity' }).getByRole('row', { name: field })

test(
  'a reviewer sees checks, both sides of the identity, and their own access in the timeline, without a reload',
  NEEDS,
  async ({ customer, staff }) => {
    await customer.apply()
    await customer.completeFlow('NEEDS_REVIEW')
    await customer.reaches('in_review')
    const reviewer = await staff('reviewer')
    const { page } = reviewer
    await reviewer.openInquiry(await customer.referenceId())
    await page.evaluate(() => document.documentElement.setAttribute('data-not-reloaded', ''))
    const checks = page.getByRole('region', { name: 'Checks' })
    await expect(checks.getByText('Not reported')).toHaveCount(3)
    await expect(page.getByRole('timer')).toBeHidden()

    // Only one control asks for the documents.
    await expect(page.getByRole('button', { name: /show|reveal|review/i })).toHaveCount(1)
    await expect(page.getByRole('link', { name: /show|reveal|review/i })).toHaveCount(0)
    await expect(page.getByText('Recorded in the audit trail under your name')).toBeVisible()
    await reviewer.showDocuments()
    await reviewer.seesPictures(3)
    await expect(page.getByRole('timer')).toHaveText(/^[45]:\d\d$/)
    // Nobody checked what the customer typed, so it may still differ from the document.
    await expect(checks.getByText('Passed')).toHaveCount(2)
    await expect(checks.getByText('Received')).toHaveCount(1)
    await expect(rowOf(page, 'Name').getByRole('cell', { name: 'Agrees' })).toBeVisible()
    await expect(rowOf(page, 'Born')).toContainText(/\d+ \w{3,4} \d{4}/)
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await expect(timeline.getByText('You requested identity and documents')).toHaveCount(1)
    await expect(page.locator('html')).toHaveAttribute('data-not-reloaded')

    await reviewer.press(page.getByRole('button', { name: 'Hide' }))
    await expect(reviewer.pictures).toHaveCount(0)
    await expect(page.getByRole('timer')).toBeHidden()
    await expect(rowOf(page, 'Name')).toBeHidden()
    await expect(checks.getByText('Not reported')).toHaveCount(3)
  },
)

test(
  'a case without documents and identity has no countdown',
  NEEDS,
  async ({ customer, staff }) => {
    await customer.apply()
    await customer.completeFlow('DECLINED')
    await customer.reaches('declined')
    const reviewer = await staff('reviewer')
    await reviewer.openInquiry(await customer.referenceId())
    await reviewer.showDocuments()
    await expect(reviewer.page.getByText('No documents for this status')).toBeVisible()
    await expect(reviewer.page.getByRole('timer')).toBeHidden()
  },
)

test(
  'all pictures zoom together, and each moves by dragging and by arrow keys',
  NEEDS,
  async ({ customer, staff }) => {
    await customer.apply()
    await customer.completeFlow('NEEDS_REVIEW')
    await customer.reaches('in_review')
    const reviewer = await staff('reviewer')
    const { page } = reviewer
    await reviewer.openInquiry(await customer.referenceId())
    await reviewer.showDocuments()
    await reviewer.seesPictures(3)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    /** The zoom and the centre of each picture. */
    const places = () =>
      reviewer.pictures.evaluateAll((pictures) =>
        pictures.map((picture) => {
          const { x, y, width, height } = picture.getBoundingClientRect()
          const zoom = width / (picture as HTMLElement).offsetWidth
          return { zoom: Number(zoom.toFixed(2)), x: x + width / 2, y: y + height / 2 }
        }),
      )
    const fitted = await places()
    expect(fitted.map(({ zoom }) => zoom)).toEqual([1, 1, 1])

    for (let step = 0; step < 3; step++)
      await reviewer.press(page.getByRole('button', { name: 'Zoom in' }))
    const enlarged = await places()
    expect(enlarged.map(({ zoom }) => zoom)).toEqual([3.38, 3.38, 3.38])
    // Nothing jumps: what was in the middle of a pane stays there.
    for (const [n, { x, y }] of enlarged.entries()) {
      expect(Math.abs(x - (fitted[n]?.x ?? 0))).toBeLessThan(1)
      expect(Math.abs(y - (fitted[n]?.y ?? 0))).toBeLessThan(1)
    }

    const front = page.getByRole('group', { name: 'Driving licence, front' })
    const box = await front.boundingBox()
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 40, y, { steps: 4 })
    await page.mouse.up()
    const dragged = await places()
    expect(dragged[0]?.x).toBeCloseTo((enlarged[0]?.x ?? 0) + 40, 0)
    expect(dragged.slice(1)).toEqual(enlarged.slice(1))

    await front.focus()
    await page.keyboard.press('ArrowRight')
    expect((await places())[0]?.x).toBeLessThan((dragged[0]?.x ?? 0) - 20)
    await page.keyboard.press('0')
    expect(await places()).toEqual(fitted)
  },
)

test(
  'a case shows the reason, the evidence and the decision, in this order',
  NEEDS,
  async ({ customer, staff }) => {
    await customer.apply()
    await customer.completeFlow('NEEDS_REVIEW')
    await customer.reaches('in_review')
    const reviewer = await staff('reviewer')
    const { page } = reviewer
    await reviewer.openInquiry(await customer.referenceId())
    await reviewer.showDocuments()
    await reviewer.seesPictures(3)
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      'Review reasons',
      'Documents',
      'Checks',
      'Identity',
      'Decision',
      'Timeline',
      'Details',
    ])
    const links = page.getByRole('link', { name: /^Decide in the portal/ })
    // Only once, and on a desktop in the header, because the decision is far below.
    const decide = links.filter({ visible: true })
    await expect(decide).toHaveCount(1)
    await expect(decide).toBeInViewport()
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    await expect(decide).toBeInViewport()
    await page.setViewportSize({ width: 768, height: 900 })
    await expect(decide).toHaveCount(1)
    await expect(page.getByRole('region', { name: 'Decision' }).locator(decide)).toBeVisible()
  },
)

test(
  'on a phone, the reason and the link to decide stay at the bottom of the window and cover nothing',
  NEEDS,
  async ({ customer, staff }) => {
    await customer.apply()
    await customer.completeFlow('NEEDS_REVIEW')
    await customer.reaches('in_review')
    const reviewer = await staff('reviewer', { viewport: { width: 360, height: 740 } })
    const { page } = reviewer
    await reviewer.openInquiry(await customer.referenceId())
    const decide = page
      .getByRole('link', { name: /^Decide in the portal/ })
      .filter({ visible: true })
    await expect(decide).toHaveCount(1)
    await expect(decide).toBeInViewport({ ratio: 1 })
    const reason = (await reviewer.reviewReasons.first().textContent()) ?? ''
    const repeated = page.getByText(reason).last()
    await expect(repeated).toBeInViewport({ ratio: 1 })
    // Screen readers get it only once.
    await expect(page.getByRole('main').getByText(reason)).toHaveCount(2)
    await expect(repeated.locator('xpath=ancestor::*[@aria-hidden="true"]')).toHaveCount(1)

    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    await expect(decide).toBeInViewport({ ratio: 1 })
    const last = await page.getByRole('region', { name: 'Details' }).boundingBox()
    const bar = await repeated.boundingBox()
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
    await page.emulateMedia({ media: 'print' })
    await expect(decide).toHaveCount(0)
  },
)

test(
  'on a phone, the full window has its tools in one row and its pictures in the rest of the screen',
  NEEDS,
  async ({ customer, staff }) => {
    await customer.apply()
    await customer.completeFlow('NEEDS_REVIEW')
    await customer.reaches('in_review')
    const viewport = { width: 360, height: 740 }
    const reviewer = await staff('reviewer', { viewport })
    await reviewer.openInquiry(await customer.referenceId())
    await reviewer.showDocuments()
    await reviewer.seesPictures(3)
    await reviewer.press(reviewer.page.getByRole('button', { name: 'Full window' }))
    const dialog = dialogOf(reviewer.page)
    const boxOf = async (tool: Locator) => {
      await expect(tool).toBeInViewport({ ratio: 1 })
      const box = await tool.boundingBox()
      return { top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) }
    }
    const tools = [dialog.getByRole('timer')]
    for (const name of ['Zoom out', 'Zoom in', 'Renew for five minutes', 'Hide', 'Close'])
      tools.push(dialog.getByRole('button', { name, exact: true }))
    const [first, ...others] = await Promise.all(tools.map(boxOf))
    for (const other of others) expect(other).toEqual(first)
    const names = dialog.locator('figcaption')
    for (const name of await names.all()) await expect(name).toBeInViewport({ ratio: 1 })
    const last = await names.last().boundingBox()
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeGreaterThan(viewport.height - 32)
  },
)

test(
  'on a phone, no picture or name in the full window overlaps another',
  NEEDS,
  async ({ customer, staff }) => {
    await customer.apply()
    await customer.completeFlow('NEEDS_REVIEW')
    await customer.reaches('in_review')
    const reviewer = await staff('reviewer', { viewport: { width: 360, height: 740 } })
    await reviewer.openInquiry(await customer.referenceId())
    await reviewer.showDocuments()
    await reviewer.seesPictures(3)
    await reviewer.press(reviewer.page.getByRole('button', { name: 'Full window' }))
    const places = await dialogOf(reviewer.page)
      .getByRole('figure')
      .evaluateAll((figures) =>
        figures.map((figure) => ({
          top: figure.getBoundingClientRect().top,
          end: figure.lastElementChild?.getBoundingClientRect().bottom ?? 0,
        })),
      )
    expect(places).toHaveLength(3)
    for (const [n, { top }] of places.slice(1).entries())
      expect(top).toBeGreaterThanOrEqual(places[n]?.end ?? 0)
  },
)

test(
  'the full window warns before the pictures expire, renews them on request, and says when they have expired',
  NEEDS_TENANT,
  async ({ customer, staff, advanceClock }) => {
    await customer.apply()
    await customer.completeFlow('NEEDS_REVIEW')
    await customer.reaches('in_review')
    const reviewer = await staff('reviewer')
    const { page } = reviewer
    await reviewer.openInquiry(await customer.referenceId())
    await reviewer.showDocuments()
    await reviewer.seesPictures(3)
    await reviewer.press(page.getByRole('button', { name: 'Full window' }))
    const dialog = dialogOf(page)
    await expect(dialog.getByRole('timer')).toHaveText(/^[45]:\d\d$/)
    await expect(dialog.getByText('Less than a minute left.')).toBeHidden()

    await advanceClock({ minutes: 4 })
    await expect(dialog.getByText('Less than a minute left.')).toBeVisible()
    const [before] = await reviewer.pictureLinks(dialog)
    await reviewer.press(dialog.getByRole('button', { name: 'Keep for five minutes' }))
    await expect(dialog.getByRole('timer')).toHaveText(/^[45]:\d\d$/)
    await expect(dialog.getByText('Less than a minute left.')).toBeHidden()
    expect((await reviewer.pictureLinks(dialog))[0]).not.toBe(before)

    await advanceClock({ minutes: 5 })
    await expect(dialog.getByText('The links have expired')).toBeVisible()
    await expect(dialog.getByRole('img')).toHaveCount(0)
    await reviewer.press(dialog.getByRole('button', { name: 'Show again' }))
    await expect(dialog.getByRole('img')).toHaveCount(3)
  },
)

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
  'the palette finds a case by short reference or inquiryId, which is in no URL (F2)',
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

test('a printout has the case but no personal data', NEEDS, async ({ customer, staff }) => {
  await customer.apply({ note: 'Please call in the morning.' })
  await customer.completeFlow('NEEDS_REVIEW')
  await customer.reaches('in_review')
  const reviewer = await staff('reviewer')
  const { page } = reviewer
  await reviewer.openInquiry(await customer.referenceId())
  await reviewer.showDocuments()
  await reviewer.seesPictures(3)
  const name = rowOf(page, 'Name').getByRole('cell').first()
  await expect(name).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(name).toBeHidden()
  for (const picture of await page.locator('main img').all()) await expect(picture).toBeHidden()
  await expect(page.getByText('Please call in the morning.')).toBeHidden()
  await expect(page.getByText('Identity and documents are left out of printouts.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Review reasons' })).toBeVisible()
})
