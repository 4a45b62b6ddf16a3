// A reviewer compares the pictures of one case: zoomed, in the full window, and until they expire.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures/test'

const NEEDS = { tag: '@sandbox' }
const NEEDS_TENANT = { tag: ['@sandbox', '@tenant'] }

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Documents' })

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
          // Exact, unlike a comparison with the picture's layout width, which is in whole pixels.
          const zoom = new DOMMatrix(getComputedStyle(picture).transform).a
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
  'on a phone, the full window has its tools in one row, one picture across the screen, and the way to decide at its foot',
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

    const isShown = async (name: string) => {
      for (const label of ['Driving licence, front', 'Driving licence, back', 'Selfie']) {
        const picture = dialog.getByRole('img', { name: label })
        if (label !== name) await expect(picture).not.toBeInViewport()
        else await expect(picture).toBeInViewport({ ratio: 1 })
      }
      await expect(dialog.getByRole('button', { name })).toHaveAttribute('aria-current', 'true')
    }
    await isShown('Driving licence, front')
    const front = await dialog.getByRole('img', { name: 'Driving licence, front' }).boundingBox()
    expect(front?.x).toBeCloseTo(12, 0)
    expect(front?.width).toBeCloseTo(viewport.width - 24, 0)
    await reviewer.press(dialog.getByRole('button', { name: 'Selfie' }))
    await isShown('Selfie')
    await reviewer.press(dialog.getByRole('button', { name: 'Driving licence, back' }))
    await isShown('Driving licence, back')
    // The keyboard gets from one to the next too.
    await dialog.getByRole('group', { name: 'Driving licence, back' }).focus()
    await reviewer.page.keyboard.press('Shift+Tab')
    await expect(dialog.getByRole('group', { name: 'Driving licence, front' })).toBeFocused()
    await isShown('Driving licence, front')
    const decide = dialog.getByRole('link', { name: 'Decide in the portal' })
    const foot = await boxOf(decide)
    expect(foot.bottom).toBeGreaterThan(viewport.height - 32)
    const last = await boxOf(dialog.getByRole('button', { name: 'Selfie' }))
    expect(last.bottom).toBeGreaterThan(foot.top - 32)
  },
)

test(
  'on a phone, no picture in the full window overlaps another or the buttons that name them',
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
    const dialog = dialogOf(reviewer.page)
    const names = await dialog.getByRole('group', { name: 'Pictures' }).boundingBox()
    const places = await dialog.getByRole('figure').evaluateAll((figures) =>
      figures.map((figure) => ({
        start: figure.getBoundingClientRect().left,
        end: figure.getBoundingClientRect().right,
        bottomOfPane: figure.firstElementChild?.getBoundingClientRect().bottom ?? Infinity,
      })),
    )
    expect(places).toHaveLength(3)
    for (const { bottomOfPane } of places) expect(names?.y).toBeGreaterThanOrEqual(bottomOfPane)
    for (const [n, { start }] of places.slice(1).entries())
      expect(start).toBeGreaterThanOrEqual(places[n]?.end ?? 0)
  },
)

test(
  'on a tablet held upright, the full window shows every picture without empty borders, the front across its width',
  NEEDS,
  async ({ customer, staff }) => {
    await customer.apply()
    await customer.completeFlow('NEEDS_REVIEW')
    await customer.reaches('in_review')
    const reviewer = await staff('reviewer', { viewport: { width: 768, height: 1024 } })
    await reviewer.openInquiry(await customer.referenceId())
    await reviewer.showDocuments()
    await reviewer.seesPictures(3)
    await reviewer.press(reviewer.page.getByRole('button', { name: 'Full window' }))
    const dialog = dialogOf(reviewer.page)
    // The browser's own bars leave less of the same screen.
    for (const height of [1024, 900]) {
      await reviewer.page.setViewportSize({ width: 768, height })
      for (const name of ['Driving licence, front', 'Driving licence, back', 'Selfie']) {
        const [pane, picture] = [
          dialog.getByRole('group', { name }),
          dialog.getByRole('img', { name }),
        ]
        await expect(pane).toBeInViewport({ ratio: 1 })
        await expect(async () => {
          const [outer, inner] = [await pane.boundingBox(), await picture.boundingBox()]
          expect(inner?.width).toBeCloseTo(outer?.width ?? 0, -1)
          expect(inner?.height).toBeCloseTo(outer?.height ?? 0, -1)
        }).toPass()
      }
      const front = await dialog
        .getByRole('group', { name: 'Driving licence, front' })
        .boundingBox()
      expect(front?.width).toBeGreaterThan(768 * 0.9)
      // The window reaches the foot of the screen.
      const window = await dialog.boundingBox()
      expect((window?.y ?? 0) + (window?.height ?? 0)).toBeGreaterThan(height - 24)
      await expect(dialog.getByRole('link', { name: 'Decide in the portal' })).toBeInViewport({
        ratio: 1,
      })
    }
    // On a desktop, the front is the largest too.
    await reviewer.page.setViewportSize({ width: 1440, height: 900 })
    const widthOf = async (name: string) =>
      (await dialog.getByRole('img', { name }).boundingBox())?.width ?? 0
    expect(await widthOf('Driving licence, front')).toBeGreaterThan(
      2 * (await widthOf('Driving licence, back')),
    )
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
