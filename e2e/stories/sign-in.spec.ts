// Staff sign in and out as demo users. lib/staff/oidc.test.ts covers the identity provider.
import type { Page } from '@playwright/test'
import { OWN_APP, OWN_DATABASE } from '../fixtures/environment'
import { DEMO_PASSWORD, enter, hireViewer } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'

const isIn = async (page: Page): Promise<boolean> =>
  (await page.request.get('/admin', { maxRedirects: 0 })).status() === 200

test('a session is an HTTP-only cookie, whose copies end when its owner signs out', {
  tag: OWN_DATABASE,
}, async ({ newPage }) => {
  const { session } = await hireViewer('Robin')
  const owner = await newPage({ storageState: session })
  await owner.goto('/admin')
  const cookies = await owner.context().cookies()
  for (const { name, httpOnly, sameSite } of cookies)
    expect([name, httpOnly, sameSite]).toEqual([name, true, 'Lax'])
  const thief = await newPage()
  await thief.context().addCookies(cookies)
  expect(await isIn(thief)).toBe(true)
  await owner.getByRole('button', { name: 'Sign out' }).click()
  await expect(owner.getByRole('heading', { name: 'Staff sign-in' })).toBeVisible()
  expect(await isIn(thief)).toBe(false)
  await owner.goBack()
  await expect(owner.getByRole('heading', { name: 'Staff sign-in' })).toBeVisible()
})

test('after sign-in, the requested page opens', { tag: OWN_APP }, async ({ page }) => {
  await page.goto('/admin/audit?actor=system')
  await enter(page, 'viewer@example.com', 'wrong')
  await expect(page.getByText('Incorrect email or password.')).toBeVisible()
  await enter(page, 'viewer@example.com', DEMO_PASSWORD)
  await expect(page).toHaveURL('/admin/audit?actor=system')
})

test('an admin blocks a colleague, whose sessions end at once, and unblocks them', {
  tag: OWN_DATABASE,
}, async ({ staff, newPage }) => {
  const { email, session } = await hireViewer('Nora')
  const leaver = await newPage({ storageState: session })
  expect(await isIn(leaver)).toBe(true)
  const admin = await staff('admin')
  await admin.goto('/admin/staff')
  const row = admin.getByRole('row', { name: email })
  await row.getByRole('button', { name: 'Block Nora' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await expect(row.getByText('Blocked')).toBeVisible()
  expect(await isIn(leaver)).toBe(false)
  await row.getByRole('button', { name: 'Unblock Nora' }).click()
  await expect(row.getByText('Active')).toBeVisible()
  const own = admin.getByRole('row', { name: 'admin@example.com' })
  await expect(own.getByRole('button')).toHaveCount(0)
})
