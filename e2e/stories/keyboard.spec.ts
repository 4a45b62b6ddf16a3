// Everything works by keyboard.

import { expect, type Locator, type Page } from '@playwright/test'
import { environment } from '../fixtures/environment'
import { DEMO_PASSWORD } from '../fixtures/staff'
import { test } from '../fixtures/test'
import { TEXTS } from '../fixtures/texts'

/** Presses Tab until the target has the focus and is visible. */
async function tabTo(target: Locator): Promise<void> {
  await expect(target).toBeEnabled()
  const hasFocus = () =>
    target.evaluate((element) => {
      const focused = element.ownerDocument.activeElement
      // Tab enters a radio group at its checked button, which can be any of them.
      const isOfGroup = (one: Element | null) =>
        one instanceof HTMLInputElement && one.type === 'radio'
      return element === focused || (isOfGroup(element) && isOfGroup(focused))
    })
  for (let stop = 0; stop < 80 && !(await hasFocus()); stop += 1)
    await target.page().keyboard.press('Tab')
  expect(await hasFocus(), `Tab reaches ${target}`).toBe(true)
  const isOutlined = () =>
    target.evaluate((element) =>
      [element, element.closest('label'), element.nextElementSibling].some((shown) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(shown ?? element)
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
      }),
    )
  if ((await target.getAttribute('type')) !== 'radio')
    await expect.poll(isOutlined, 'the focus can be seen').toBe(true)
}

async function press(target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.press(key)
}

async function typeInto(target: Locator, text: string): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.type(text)
}

const link = (page: Page, name: string) => page.getByRole('link', { name }).first()

test.skip(({ isMobile }) => isMobile, 'needs a keyboard, which a phone lacks')

test('a customer applies and a reviewer views the documents with only the keyboard', {
  tag: '@a11y',
}, async ({ applicant, newPage, service }) => {
  const { page } = applicant
  await page.goto('/')
  await press(link(page, TEXTS.Shell.skip))
  await press(page.getByRole('main').getByRole('link', { name: TEXTS.Shell.open }).first())
  await expect(page).toHaveURL(/\/apply/)
  await press(page.getByRole('radio').first(), 'Space')
  await typeInto(page.getByLabel(TEXTS.Form.note.label), 'Please call.')
  await press(page.getByRole('checkbox', { name: /I agree/ }), 'Space')
  await press(applicant.sendButton)
  await applicant.seesStage('ready')
  await press(applicant.startButton)
  const { screen: flow } = service.flowIn(page)
  await press(flow.getByRole('button', { name: 'Agree and continue' }))
  await expect(flow.getByRole('heading', { name: 'Enter your details' })).toBeFocused()
  await applicant.complete('NEEDS_REVIEW')
  const referenceId = await applicant.referenceId()

  test.skip(!environment.hasDemoStaff, 'needs the demo’s staff')
  const staff = await newPage()
  await staff.goto('/admin/sign-in')
  await typeInto(staff.getByLabel('Email'), 'reviewer@example.com')
  await typeInto(staff.getByLabel('Password'), DEMO_PASSWORD)
  await staff.keyboard.press('Enter')
  await expect(staff.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await press(staff.getByRole('navigation').getByRole('link', { name: /^Inquiries/ }))
  await expect(staff.getByRole('heading', { name: 'Inquiries' })).toBeVisible()
  await typeInto(staff.getByLabel('Search'), referenceId)
  await staff.keyboard.press('Enter')
  await expect(staff).toHaveURL(/q=/)
  await press(link(staff, referenceId))
  await press(staff.getByRole('button', { name: 'Show identity and documents' }))
  await press(staff.getByRole('button', { name: 'Full window' }))
  const viewer = staff.getByRole('dialog', { name: 'Documents' })
  await expect(viewer).toBeVisible()
  await staff.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
})
