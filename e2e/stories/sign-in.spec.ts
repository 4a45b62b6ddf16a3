// How staff get in, with the demo's password and with their organisation (OpenID Connect), and how they get out.
import type { Page } from '@playwright/test'
import { environment, OWN_APP } from '../fixtures/environment'
import { enter, hireViewer } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'

const isIn = async (page: Page): Promise<boolean> =>
  (await page.request.get('/admin', { maxRedirects: 0 })).status() === 200

test("a wrong password doesn't reveal whether the account exists", async ({ newPage }) => {
  const page = await newPage()
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/admin\/sign-in/)
  for (const person of ['viewer', 'nobody']) {
    await enter(page, `${person}@${environment.STAFF_DOMAIN}`, 'wrong')
    await expect(page.getByText('Incorrect email or password.')).toBeVisible()
  }
  expect(await isIn(page)).toBe(false)
})

test('a session is an HTTP-only cookie that cannot be changed, and its copies end when its owner signs out or is deactivated', {
  tag: OWN_APP,
}, async ({ staff, newPage }) => {
  // Separate accounts, because signing out ends all sessions of one.
  const hire = async (name: string) => {
    const { email } = await hireViewer(name)
    const page = await newPage()
    await page.goto('/admin/sign-in')
    await enter(page, email, environment.STAFF_PASSWORD)
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
    return { page, email }
  }

  const { page: owner } = await hire('Robin')
  const cookies = await owner.context().cookies()
  for (const { name, httpOnly, sameSite } of cookies)
    expect([name, httpOnly, sameSite]).toEqual([name, true, 'Lax'])
  const thief = await newPage()
  const changed = cookies.map((cookie) => ({
    ...cookie,
    value: `${cookie.value.slice(0, -6)}AAAAAA`,
  }))
  await thief.context().addCookies(changed)
  expect(await isIn(thief)).toBe(false)
  await thief.context().addCookies(cookies)
  expect(await isIn(thief)).toBe(true)
  await owner.getByRole('button', { name: 'Sign out' }).click()
  await expect(owner.getByRole('heading', { name: 'Staff sign-in' })).toBeVisible()
  expect(await isIn(thief)).toBe(false)
  await owner.goBack()
  await expect(owner.getByRole('heading', { name: 'Staff sign-in' })).toBeVisible()

  const { page: leaver, email } = await hire('Nora')
  const { page: admin } = await staff('admin')
  await admin.goto('/admin/staff')
  const row = admin.getByRole('row', { name: email })
  await row.getByRole('button', { name: 'Change Nora' }).click()
  await admin.getByRole('menuitem', { name: 'Deactivate' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(row.getByText('Deactivated')).toBeVisible()
  expect(await isIn(leaver)).toBe(false)
})

/** Signs in at the organisation, up to its question whether the app may know who it is. */
async function goToConsent(page: Page, login: string): Promise<void> {
  await page.goto('/admin/sign-in')
  await page.getByRole('button', { name: 'Sign in with your organisation' }).click()
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
}

test('a colleague signs in with the organisation and has the role given here', {
  tag: OWN_APP,
}, async ({ newPage }) => {
  const page = await newPage()
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/auth')
  await goToConsent(page, 'reviewer')
  // The request is bound to the browser.
  const query = new URL((await asked).url()).searchParams
  expect(query.get('code_challenge_method')).toBe('S256')
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(query.get(name)?.length, name).toBeGreaterThan(30)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(page.getByText('Reviewer', { exact: true }).first()).toBeVisible()
})

test("the organisation's answer to another browser signs nobody in", { tag: OWN_APP }, async ({
  newPage,
}) => {
  const attacker = await newPage()
  await goToConsent(attacker, 'reviewer')
  const maxRedirects = 0
  const form = { prompt: 'consent' }
  const consent = await attacker.request.post(attacker.url(), { form, maxRedirects })
  const resume = await attacker.request.get(consent.headers().location ?? '', { maxRedirects })
  const answer = resume.headers().location ?? ''
  expect(answer).toContain('/api/auth/callback/oidc?code=')

  const victim = await newPage()
  await victim.goto(answer)
  await expect(victim.getByText('Sign-in with your organisation wasn’t completed.')).toBeVisible()
  expect(await isIn(victim)).toBe(false)
})

for (const [login, who, sentence] of [
  ['stranger', 'someone who has not been invited', 'you don’t have access here'],
  ['unverified', 'an unverified email address', 'hasn’t verified your email address'],
] as const)
  test(`${who} is refused with an explanation`, { tag: OWN_APP }, async ({ newPage }) => {
    const page = await newPage()
    await goToConsent(page, login)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
    expect(await isIn(page)).toBe(false)
  })
