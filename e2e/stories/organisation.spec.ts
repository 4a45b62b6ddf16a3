// Staff who sign in at their own organisation, by OpenID Connect (OIDC_ISSUER).
import type { Page } from '@playwright/test'
import { TENANT } from '../fixtures/needs'
import { goToConsent, goToOrganisation, Organisation, signInAs } from '../fixtures/organisation'
import { test as base, expect } from '../fixtures/test'
import { newDatabase, startOwnStack } from '../fixtures/worker-app'

const test = base.extend<object, { organisation: Organisation }>({
  organisation: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const organisation = await Organisation.reserve()
      await use(organisation)
      await organisation.close()
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ organisation }, use) => {
      const app = await startOwnStack({
        ...organisation.environment,
        DATABASE_URL: await newDatabase(),
      })
      await organisation.open(app.appUrl)
      await use(app)
      await app.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})
test.describe.configure({ mode: 'default' })

const NEEDS = { tag: TENANT }

/** Consents, but returns the URL that leads back to the app instead of following it. */
async function keepAnswer(page: Page): Promise<string> {
  const maxRedirects = 0
  const consent = await page.request.post(page.url(), {
    form: { prompt: 'consent' },
    maxRedirects,
  })
  const resume = await page.request.get(consent.headers().location ?? '', { maxRedirects })
  const answer = resume.headers().location ?? ''
  expect(answer).toContain('/api/auth/callback/oidc?code=')
  return answer
}

test('a flood of made-up answers stops reaching the organisation', NEEDS, async ({ request }) => {
  const headers = { 'x-forwarded-for': '192.0.2.77' }
  const answer = '/api/auth/callback/oidc?code=x&state=y'
  const statuses: number[] = []
  for (let n = 0; n < 202; n++)
    statuses.push((await request.get(answer, { headers, maxRedirects: 0 })).status())
  expect(statuses.filter((status) => status !== 429)).toHaveLength(200)
})

test(
  'an invited colleague signs in with the organisation and has the role given here',
  NEEDS,
  async ({ newPerson }) => {
    const reviewer = await newPerson()
    const { page } = reviewer
    await signInAs(reviewer, 'reviewer')
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
    await expect(page.getByText('Reviewer', { exact: true }).first()).toBeVisible()
  },
)

test(
  'the request is bound to the browser by state, nonce and PKCE',
  NEEDS,
  async ({ newPerson }) => {
    const person = await newPerson()
    const { page } = person
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/auth')
    await goToOrganisation(person)
    const query = new URL((await asked).url()).searchParams
    expect(query.get('response_type')).toBe('code')
    expect(query.get('code_challenge_method')).toBe('S256')
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(query.get(name)?.length, name).toBeGreaterThan(30)
  },
)

test("a response to another browser's request signs nobody in", NEEDS, async ({ newPerson }) => {
  const attacker = await newPerson()
  await goToConsent(attacker, 'reviewer')
  const answer = await keepAnswer(attacker.page)

  const { page: victim } = await newPerson()
  await victim.goto(answer)
  await expect(victim.getByText('Sign-in with your organisation wasn’t completed.')).toBeVisible()
  await victim.goto('/admin')
  await expect(victim.getByRole('heading', { name: 'Staff sign-in' })).toBeVisible()
})

for (const [login, who, sentence] of [
  ['stranger', 'someone who has not been invited', 'you don’t have access here'],
  ['unverified', 'an unverified email address', 'hasn’t verified your email address'],
] as const)
  test(`${who} is refused with an explanation`, NEEDS, async ({ newPerson }) => {
    const person = await newPerson()
    const { page } = person
    await signInAs(person, login)
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: 'Staff sign-in' })).toBeVisible()
  })

test(
  "deactivated staff can't sign in with the organisation",
  NEEDS,
  async ({ newPerson, staff }) => {
    const admin = await staff('admin')
    const colleague = { name: 'Lee Leaver', email: 'leaver@example.com' }
    await admin.invite(colleague)

    const lee = await newPerson()
    await signInAs(lee, 'leaver')
    await expect(lee.page.getByRole('heading', { name: 'Overview' })).toBeVisible()

    await admin.deactivate(colleague)
    await lee.page.goto('/admin')
    await expect(lee.page.getByRole('heading', { name: 'Staff sign-in' })).toBeVisible()

    const again = await newPerson()
    await signInAs(again, 'leaver')
    await expect(again.page.getByText('you don’t have access here')).toBeVisible()
  },
)

test(
  'cancelling at the organisation returns to sign-in with a message',
  NEEDS,
  async ({ newPerson }) => {
    const person = await newPerson()
    const { page } = person
    await goToOrganisation(person)
    await person.press(page.getByRole('link', { name: 'Cancel' }))
    await expect(page.getByText('Sign-in with your organisation wasn’t completed.')).toBeVisible()
  },
)
