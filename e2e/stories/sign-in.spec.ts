// Signing in to an app without the demo's shortcut: one-time links, the second factor, sessions. These stories know only
// forms, cookies and status codes, so a replacement for next-auth has to pass them too.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import { runTool } from '../../scripts/run-tool'
import { TENANT } from '../fixtures/needs'
import type { Person } from '../fixtures/person'
import { choosePassword, enter, enterCode, enterOneCode, signOut } from '../fixtures/staff'
import { test as base, expect } from '../fixtures/test'
import { newDatabase, startOwnStack } from '../fixtures/worker-app'

interface Secured {
  /** Runs one of the project's commands on the app's database. */
  command: (...args: string[]) => Promise<{ output: string; exitCode: number }>
  query: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
}

const test = base.extend<object, { secured: Secured }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const app = await startOwnStack({
        DATABASE_URL: await newDatabase(),
        STAFF_SIGN_IN: 'password',
        REVEAL_RULE: 'four-eyes',
      })
      await use(app)
      await app.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  secured: [
    async ({ app }, use) => {
      const databaseUrl = app.stack?.databaseUrl ?? ''
      const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
      await use({
        command: (...args) =>
          runTool(['scripts/bootstrap.mjs', ...args], {
            env: { DATABASE_URL: databaseUrl, NEXTAUTH_URL: app.appUrl },
          }),
        query: async (sql, values) => (await pool.query(sql, values)).rows,
      })
      await pool.end()
    },
    { scope: 'worker' },
  ],
})
test.describe.configure({ mode: 'serial' })

const NEEDS = { tag: TENANT }
const newPassword = () => `pass ${randomUUID()}`
const newEmail = () => `${randomUUID()}@example.com`
const linkIn = (output: string): string => /https?:\/\/\S+#\S+/.exec(output)?.[0] ?? ''

const ADMIN = 'admin@example.com'
const isIn = async ({ page }: Person): Promise<boolean> => {
  const answer = await page.request.get('/admin', { maxRedirects: 0 })
  return answer.status() === 200
}
const codeOf = (key: string): string => new TOTP({ secret: Secret.fromBase32(key) }).generate()

/** Expects the page to give this reason for a refusal. */
async function isRefused({ page }: Person, text: string): Promise<void> {
  await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
}

async function tryToSignIn(person: Person, email: string, password: string): Promise<void> {
  await person.page.goto('/admin/sign-in')
  await enter(person, email, password)
}

/** A phone can't scan its own screen, so it's first offered a link with the same key. */
async function opensOnPhone(page: Page): Promise<void> {
  const open = page.getByRole('link', { name: 'Open in your authenticator app' })
  await expect(open).toBeHidden()
  const before = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(open).toBeVisible()
  const link = new URL((await open.getAttribute('href')) ?? '')
  const shown = await page.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()
  expect(link.protocol).toBe('otpauth:')
  expect(link.searchParams.get('secret')).toBe(shown?.replace(/\s/g, ''))
  if (before) await page.setViewportSize(before)
}

/** Sets up the second factor, at the first sign-in of someone whose role needs it. @returns key and recovery codes */
async function setUpSecondFactor(person: Person) {
  const { page } = person
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
  await opensOnPhone(page)
  const shown = await page.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()
  const key = (shown ?? '').replace(/\s/g, '')
  await person.type(page.getByLabel('Code', { exact: true }), codeOf(key))
  await person.press(page.getByRole('button', { name: 'Confirm' }))
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recoveryCodes = await codes.allTextContents()
  await person.press(page.getByRole('link', { name: 'I’ve saved them' }))
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  return { key, recoveryCodes }
}

/** The admin's credentials, from the first story on. */
const admin = { password: newPassword(), key: '', recoveryCodes: [''] }

test(
  'a published password opens nothing, and the command line lets the last admin in',
  NEEDS,
  async ({ newPerson, secured }) => {
    const ada = await newPerson()
    await tryToSignIn(ada, ADMIN, 'northwind-demo')
    await isRefused(ada, 'This password is published')
    expect(await isIn(ada)).toBe(false)

    const { output } = await secured.command('staff:recover', ADMIN)
    const link = linkIn(output)
    await choosePassword(ada, link, admin.password)
    expect(await isIn(ada), 'a link signs nobody in').toBe(false)
    const thief = await newPerson()
    await thief.page.goto(link)
    await thief.type(thief.page.getByLabel('New password'), newPassword())
    await thief.press(thief.page.getByRole('button', { name: 'Save password' }))
    await isRefused(thief, 'This link has been used')

    await tryToSignIn(ada, ADMIN, admin.password)
    await expect(ada.page).toHaveURL(/second-factor$/)
    // Until it is set up, the password opens nothing else.
    expect(await isIn(ada)).toBe(false)
    const documents = await ada.page.request.get(`/api/admin/inquiries/${randomUUID()}/documents`)
    expect(documents.status()).toBe(401)
    Object.assign(admin, await setUpSecondFactor(ada))
    expect(await isIn(ada)).toBe(true)
  },
)

test('a password is not enough, and a recovery code works once', NEEDS, async ({ newPerson }) => {
  const ada = await newPerson()
  const { page } = ada
  const code = page.getByLabel('Code from your authenticator app')
  await tryToSignIn(ada, ADMIN, admin.password)
  await expect(code).toBeVisible()
  expect(await isIn(ada)).toBe(false)
  await enterOneCode(ada, '0')
  await isRefused(ada, 'That code isn’t right')
  expect(await isIn(ada)).toBe(false)
  await enterCode(ada, admin.key)
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  expect(await isIn(ada)).toBe(true)

  const [recoveryCode = ''] = admin.recoveryCodes
  const phoneless = await newPerson()
  for (const isFirst of [true, false]) {
    await phoneless.page.context().clearCookies()
    await tryToSignIn(phoneless, ADMIN, admin.password)
    await enterOneCode(phoneless, recoveryCode)
    if (isFirst)
      await expect(phoneless.page.getByRole('heading', { name: 'Overview' })).toBeVisible()
    else await isRefused(phoneless, 'That code isn’t right')
  }
})

test(
  'an unknown email and a wrong password get the same answer, without a code field',
  NEEDS,
  async ({ newPerson }) => {
    const stranger = await newPerson()
    for (const email of [ADMIN, newEmail()]) {
      await tryToSignIn(stranger, email, 'wrong')
      await isRefused(stranger, 'Incorrect email or password.')
      await expect(stranger.page.getByLabel('Code from your authenticator app')).toBeHidden()
    }
  },
)

test(
  'a session is an HTTP-only cookie; changing it breaks it, and a copy ends when its owner signs out',
  NEEDS,
  async ({ newPerson }) => {
    const ada = await newPerson()
    await tryToSignIn(ada, ADMIN, admin.password)
    // A recovery code, because the authenticator app may not have shown a new code since the last story.
    await enterOneCode(ada, admin.recoveryCodes[1] ?? '')
    await expect(ada.page.getByRole('heading', { name: 'Overview' })).toBeVisible()
    const cookies = await ada.page.context().cookies()
    for (const { name, httpOnly, sameSite } of cookies)
      expect([name, httpOnly, sameSite]).toEqual([name, true, 'Lax'])

    const thief = await newPerson()
    const changed = cookies.map((cookie) => ({
      ...cookie,
      value: `${cookie.value.slice(0, -6)}AAAAAA`,
    }))
    await thief.page.context().addCookies(changed)
    expect(await isIn(thief)).toBe(false)
    await thief.page.context().clearCookies()
    await thief.page.context().addCookies(cookies)
    expect(await isIn(thief)).toBe(true)

    // The owner ends the other sessions on the account page, and stays signed in.
    await ada.page.goto('/admin/account')
    await ada.press(ada.page.getByRole('button', { name: 'Sign out everywhere else' }))
    await expect(ada.page.getByText('Only this browser is still signed in.')).toBeVisible()
    expect(await isIn(thief)).toBe(false)
    expect(await isIn(ada)).toBe(true)
    const renewed = await ada.page.context().cookies()
    await thief.page.context().addCookies(renewed)
    expect(await isIn(thief)).toBe(true)
    await signOut(ada)
    expect(await isIn(thief)).toBe(false)
  },
)

test(
  'the audit trail records every step of signing in, and whose account it was',
  NEEDS,
  async ({ secured }) => {
    const rows = await secured.query(
      `SELECT DISTINCT "action", "outcome" FROM "AuditEntry"
       WHERE "subject" = (SELECT "id" FROM "User" WHERE "email" = $1)`,
      [ADMIN],
    )
    const seen = rows.map(({ action, outcome }) => `${action} ${outcome}`)
    for (const entry of [
      'staff.sign_in_failed published_password',
      'staff.sign_in_failed wrong_password',
      'staff.sign_in_failed wrong_code',
      'staff.link recovery_created',
      'staff.link recovery_used',
      'staff.second_factor set_up',
      'staff.second_factor recovery_code_used',
      'staff.signed_in credentials',
      'staff.signed_in credentials_second_factor',
      'staff.signed_out other_sessions',
      'staff.signed_out everywhere',
    ])
      expect(seen).toContain(entry)
    const verified = await secured.command('audit:verify')
    expect(verified.output).toContain('The audit trail is intact')
    expect(verified.exitCode).toBe(0)
  },
)
