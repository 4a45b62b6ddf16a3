// What a presenter does with the sandbox's console, the stage and the screen for the room.

import { expect, type Page } from '@playwright/test'
import { PRODUCTS } from '../../site'
import { fillInForm } from '../fixtures/application-form'
import { environment } from '../fixtures/environment'
import { service } from '../fixtures/service'
import { DEMO_PASSWORD, enter } from '../fixtures/staff'
import { TEXTS } from '../fixtures/texts'

export const OPENED = `Your ${PRODUCTS[0].name.en} is open.`

/** The app doesn't confirm an approval within a minute of the review's event. */
export const CONFIRMED = { timeout: 90_000 }

/** Opens a console, its stage and the screen for the room. */
export async function setUp(newPage: () => Promise<Page>) {
  const guide = await newPage()
  await guide.goto(`${environment.sandboxUrl}/guide`)
  const [stage] = await Promise.all([
    guide.waitForEvent('popup'),
    guide.getByRole('button', { name: 'Sign in on the stage' }).click(),
  ])
  await enter(stage, 'reviewer@example.com', DEMO_PASSWORD)
  await stage.waitForURL('**/admin')
  const [room] = await Promise.all([
    guide.waitForEvent('popup'),
    guide.getByRole('button', { name: 'Open the screen for the room' }).click(),
  ])
  const is = (title: string) =>
    expect(guide.locator('[aria-current="step"]')).toHaveText(title, CONFIRMED)
  return { guide, stage, room, is }
}

export async function press(guide: Page, button: string | RegExp): Promise<void> {
  await expect(guide.locator('[data-primary]')).toHaveText(button)
  // The guide ignores Space for a moment after each change.
  await expect(guide.locator('body')).not.toHaveAttribute('data-settling')
  await guide.locator('body').press('Space')
}

export async function apply(stage: Page): Promise<void> {
  await stage.waitForURL('**/apply')
  await fillInForm(stage)
  await stage.getByRole('button', { name: TEXTS.Apply.send }).click()
}

/** Completes the check as the customer, and lets the sandbox decide as the script plans. */
export async function takeCheck(stage: Page): Promise<void> {
  await stage.bringToFront()
  await stage.getByRole('button', { name: /identity check$/ }).click()
  const flow = service.flowIn(stage)
  await flow.begin()
  await flow.finish()
}

export async function showDocuments(stage: Page): Promise<void> {
  await stage.getByRole('table').getByRole('link').first().click()
  await stage.getByRole('button', { name: /^Show identity and documents/ }).click()
}
