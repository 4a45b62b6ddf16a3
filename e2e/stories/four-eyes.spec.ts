// An app without passwords (STAFF_SIGN_IN=oidc), which shows an identity only after a colleague has approved it
// (REVEAL_RULE=four-eyes).
import pg from 'pg'
import { SANDBOX, TENANT } from '../fixtures/needs'
import { Organisation, signInAs } from '../fixtures/organisation'
import { Person } from '../fixtures/person'
import { callAction } from '../fixtures/server-actions'
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
        STAFF_SIGN_IN: 'oidc',
        REVEAL_RULE: 'four-eyes',
      })
      await organisation.open(app.appUrl)
      await use(app)
      await app.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  sessions: [
    async ({ browser, app }, use) => {
      await use(async (role) => {
        const context = await browser.newContext({ baseURL: app.appUrl, locale: 'en-GB' })
        const person = new Person(await context.newPage())
        await signInAs(person, role === 'admin' ? 'approver' : role)
        await expect(person.page.getByRole('heading', { name: 'Overview' })).toBeVisible()
        const session = await context.storageState()
        await context.close()
        return session
      })
    },
    { scope: 'worker' },
  ],
})
test.describe.configure({ mode: 'default' })

const NEEDS = { tag: [SANDBOX, TENANT] }

test(
  'without passwords, the organisation is the only way in',
  NEEDS,
  async ({ newPerson, staff }) => {
    const stranger = await newPerson()
    const { page } = stranger
    await page.goto('/admin/sign-in')
    await expect(page.getByRole('button', { name: 'Sign in with your organisation' })).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    // By hand, as the password form would send it.
    const { csrfToken } = await (await page.request.get('/api/auth/csrf')).json()
    await page.request.post('/api/auth/callback/credentials', {
      form: { csrfToken, email: 'reviewer@example.com', password: 'northwind-demo' },
    })
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: 'Staff sign-in' })).toBeVisible()

    const reviewer = await staff('reviewer')
    await reviewer.page.goto('/admin')
    await expect(reviewer.page.getByText('Reviewer', { exact: true }).first()).toBeVisible()

    // Admins can't create links that nobody could use.
    const admin = await staff('admin')
    await admin.page.goto('/admin/staff')
    await admin.press(admin.page.getByRole('button', { name: /^Change / }).first())
    await expect(admin.page.getByRole('menuitem', { name: 'Sign out everywhere' })).toBeVisible()
    await expect(admin.page.getByRole('menuitem', { name: /link/i })).toHaveCount(0)
  },
)

test(
  'an identity is shown once a colleague has approved the request, and nobody can approve their own',
  NEEDS,
  async ({ customer, staff, app }) => {
    await customer.apply()
    await customer.completeFlow('APPROVED')
    await customer.reaches('approved')
    const referenceId = await customer.referenceId()
    const [reviewer, colleague] = [await staff('reviewer'), await staff('admin')]

    await reviewer.openInquiry(referenceId)
    const inquiry = reviewer.inquiryPath()
    await reviewer.showDocuments()
    const { page } = reviewer
    await reviewer.select(page.getByLabel('Why do you need to see it?'), 'Suspected fraud')
    await reviewer.type(page.getByLabel('Case number'), 'C-17')
    await reviewer.press(page.getByRole('button', { name: 'Ask a colleague' }))
    await expect(page.getByText('Waiting for a colleague')).toBeVisible()

    await page.goto('/admin/reveals')
    await expect(page.getByText('Nothing to decide')).toBeVisible()
    expect(await approveByHand(reviewer, app.stack?.databaseUrl)).toMatchObject({
      returned: { ok: false, reason: 'own_request' },
    })
    const refused = await page.request.get(`/api${inquiry}/documents`)
    expect([refused.status(), await refused.json()]).toEqual([403, { error: 'approval_awaited' }])

    await colleague.page.goto('/admin/reveals')
    const request = colleague.page.getByRole('row', { name: /Suspected fraud.*C-17/ })
    await colleague.press(request.getByRole('button', { name: /^Approve/ }))
    await expect(colleague.page.getByText('Nothing to decide')).toBeVisible()
    await page.goto(inquiry)
    await reviewer.showDocuments()
    await reviewer.seesPictures(3)

    // The approval is only for the person who asked.
    await colleague.page.goto(inquiry)
    await colleague.showDocuments()
    await expect(colleague.page.getByText('A colleague has to approve this')).toBeVisible()

    await colleague.page.goto('/admin/audit')
    const trail = colleague.page.getByRole('table', { name: 'Audit trail' })
    for (const entry of [
      /Asked to see an identity.*Awaits approval.*Suspected fraud C-17/,
      /Decided a request to see an identity: .*Approved.*Suspected fraud/,
      /Requested identity and documents.*Allowed/,
    ])
      await expect(trail.getByRole('row', { name: entry })).toHaveCount(1)
  },
)

/** Calls the action behind the button that the requester's own page doesn't show. */
async function approveByHand({ page }: Person, databaseUrl = '') {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ id: string }>('SELECT "id" FROM "RevealRequest"')
  await client.end()
  return callAction(page.request, {
    action: 'app/admin/reveals/actions.ts#decideRevealAction',
    page: '/admin/reveals',
    args: [rows[0]?.id, true],
  })
}
