// Who may open each staff page, and who may call each route handler and server action. Every new one needs a row here. The stories
// use plain HTTP, as an attacker would, because hiding a link protects nothing. At APP_URL, the rows of the actions are skipped, and
// nobody visits as a blocked colleague. Without a session of each role, all rows are skipped.
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type APIRequestContext, request } from '@playwright/test'
import { ROOT } from '../../scripts/settings'
import { Customer } from '../fixtures/customer'
import { environment, OWN_BUILD, OWN_DATABASE } from '../fixtures/environment'
import { type ActionAnswer, callAction } from '../fixtures/server-actions'
import { hireViewer, missingStaff, queryDatabase, type Role } from '../fixtures/staff'
import { test as base, expect } from '../fixtures/test'
import { NO_CUSTOMER, type Session } from '../fixtures/visitor'

const SIGN_IN = '/admin/sign-in'
type Visitor = 'nobody' | 'applicant' | 'forged' | 'blocked' | Role

interface AccessFixtures {
  /** Everyone who could call the app, in the order in which they call it. */
  visitors: Record<Exclude<Visitor, 'blocked'>, APIRequestContext> & { blocked?: APIRequestContext }
  inquiry: {
    /** Our id of some inquiry. */
    id: string
    /** The service's id of the inquiry of the visitor `applicant`. */
    inquiryId: string
    /** Completes the applicant's check. @returns our id of the inquiry, which then has documents */
    approve: () => Promise<string>
  }
  /** A colleague that an admin may block. */
  colleague: { id: string; email: string }
}

/** @returns our id of the first inquiry that staff find with this query */
async function firstListed(viewer: APIRequestContext, query = ''): Promise<string> {
  const list = await (await viewer.get(`/admin/inquiries?q=${query}`)).text()
  return /\/admin\/inquiries\/([0-9a-f-]{36})"/.exec(list)?.[1] ?? 'none'
}

const test = base.extend<object, AccessFixtures>({
  visitors: [
    async ({ sessions }, use) => {
      const visit = (storageState: Session) =>
        request.newContext({ baseURL: environment.appUrl, storageState })
      const viewer = await sessions('viewer')
      const forged = viewer.cookies.map((cookie) => ({
        ...cookie,
        value: `${cookie.value.slice(0, -4)}${cookie.value.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`,
      }))
      const admin = await visit(await sessions('admin'))
      const hireAndBlock = async () => {
        const { id, session } = await hireViewer('Nora')
        const blocked = await visit(session)
        expect((await blocked.get('/admin', { maxRedirects: 0 })).status()).toBe(200)
        const action = 'app/admin/staff/actions.ts#setBlockedAction'
        await callAction(admin, { action, page: '/admin/staff', args: [id, true] })
        return blocked
      }
      const visitors = {
        nobody: await visit(NO_CUSTOMER),
        applicant: (await Customer.arrive(environment.appUrl)).http,
        forged: await visit({ ...viewer, cookies: forged }),
        ...(environment.startsApp && { blocked: await hireAndBlock() }),
        viewer: await visit(viewer),
        reviewer: await visit(await sessions('reviewer')),
        admin,
      }
      await use(visitors)
      for (const visitor of Object.values(visitors)) await visitor.dispose()
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  colleague: [async ({}, use) => use(await hireViewer('Robin')), { scope: 'worker' }],
  inquiry: [
    async ({ visitors: { applicant, viewer } }, use) => {
      const customer = new Customer(applicant)
      await customer.apply()
      let approved: Promise<string> | undefined
      const approve = async () => {
        await customer.complete('APPROVED')
        await customer.reaches('approved')
        return firstListed(viewer, await customer.referenceId())
      }
      await use({
        id: await firstListed(viewer),
        inquiryId: await customer.inquiryId(),
        approve: () => {
          approved ??= approve()
          return approved
        },
      })
    },
    { scope: 'worker' },
  ],
})

const missing = (['viewer', 'reviewer', 'admin'] as const).map(missingStaff).find((why) => why)
test.skip(missing != null, missing ?? '')

/** What each visitor gets; visitors that aren't listed get `others`. */
type Answers<Answer> = Partial<Record<Visitor, Answer>> & { others: Answer }
const staff = <Answer>(answer: Answer) => ({ viewer: answer, reviewer: answer, admin: answer })

/** A status, or the target of a redirect. */
const PAGES: Record<string, Answers<number | string>> = {
  '/admin': { ...staff(200), others: SIGN_IN },
  // Staff get a 404 for a missing page. Others are sent to sign-in, so they can't learn which pages exist.
  '/admin/[...missing]': { ...staff(404), others: SIGN_IN },
  '/admin/audit': { ...staff(200), others: SIGN_IN },
  '/admin/events': { ...staff(200), others: SIGN_IN },
  '/admin/inquiries': { ...staff(200), others: SIGN_IN },
  '/admin/inquiries/[id]': { ...staff(200), others: SIGN_IN },
  '/admin/sign-in': { ...staff('/admin'), others: 200 },
  '/admin/staff': { viewer: '/admin', reviewer: '/admin', admin: 200, others: SIGN_IN },
}

const HANDLERS: Record<string, Answers<number> & { at?: string }> = {
  'GET /admin/audit/export': { viewer: 403, reviewer: 403, admin: 200, others: 401 },
  'GET /admin/inquiries/export': { ...staff(200), others: 401 },
  'GET /api/admin/inquiries/[id]/documents': {
    viewer: 403,
    reviewer: 200,
    admin: 200,
    others: 401,
  },
  'GET /api/[...missing]': { others: 404 },
  'POST /api/[...missing]': { others: 404 },
  'GET /api/auth/[...nextauth]': { at: '/api/auth/session', others: 200 },
  // A request without a CSRF token only redirects to a confirmation page.
  'POST /api/auth/[...nextauth]': { at: '/api/auth/signout', others: 302 },
  'POST /api/cron/reconcile': { others: 401 },
  'POST /api/cron/retention': { others: 401 },
  'GET /api/health/live': { others: 200 },
  'GET /api/health/ready': { others: 200 },
  'GET /api/inquiries/current': { applicant: 200, others: 401 },
  'POST /api/locale': { others: 303 },
  'GET /api/metrics': { others: 401 },
  'POST /api/webhooks/verification': { others: 401 },
}

interface ActionRow {
  page: string
  args: (ids: { inquiry: string; colleague: string }) => unknown[]
  answers: Answers<ActionAnswer>
}

const toSignIn = { redirect: SIGN_IN }
const forAdmins = (returned: unknown): Answers<ActionAnswer> => ({
  viewer: { redirect: '/admin' },
  reviewer: { redirect: '/admin' },
  admin: { returned },
  others: toSignIn,
})
const asked = { returned: { refreshed: expect.any(String) } }

const ACTIONS: Record<string, ActionRow> = {
  'app/apply/actions.ts#openInquiryAction': {
    page: '/apply',
    args: () => [{}, {}],
    answers: { others: { returned: expect.objectContaining({ errors: expect.anything() }) } },
  },
  'app/apply/actions.ts#flowReturnedAction': {
    page: '/apply/verify',
    args: () => [],
    answers: { others: { returned: undefined } },
  },
  'app/admin/actions.ts#acknowledgeAction': {
    page: '/admin',
    args: () => ['ReadsFail', new Date().toISOString()],
    answers: {
      viewer: { redirect: '/admin' },
      reviewer: { returned: undefined },
      admin: { returned: undefined },
      others: toSignIn,
    },
  },
  'app/admin/inquiries/[id]/actions.ts#refreshStatusAction': {
    page: '/admin/inquiries/[id]',
    args: ({ inquiry }) => [inquiry],
    answers: { ...staff(asked), others: toSignIn },
  },
  'app/admin/inquiries/[id]/actions.ts#markBlockedAction': {
    page: '/admin/inquiries/[id]',
    args: ({ inquiry }) => [inquiry],
    answers: { ...staff({ returned: undefined }), others: toSignIn },
  },
  'app/admin/staff/actions.ts#setBlockedAction': {
    page: '/admin/staff',
    args: ({ colleague }) => [colleague, true],
    answers: forAdmins(undefined),
  },
}

const appFiles = readdirSync(join(ROOT, 'app'), { recursive: true, encoding: 'utf8' })
const appSource = (file: string) => readFileSync(join(ROOT, 'app', file), 'utf8')
const route = (file: string) => `/${file.slice(0, Math.max(file.lastIndexOf('/'), 0))}`

test('every staff page, route handler and server action is covered here', () => {
  const pages = appFiles.filter((file) => /^admin\/(.*\/)?page\.tsx$/.test(file))
  expect(Object.keys(PAGES).sort()).toEqual(pages.map(route).sort())
  const handlers = appFiles
    .filter((file) => /(^|\/)route\.ts$/.test(file))
    .flatMap((file) =>
      [...appSource(file).matchAll(/^export .*/gm)]
        .flatMap(([line]) => line.match(/\b(GET|POST|PUT|PATCH|DELETE)\b/g) ?? [])
        .map((method) => `${method} ${route(file)}`),
    )
  expect(Object.keys(HANDLERS).sort()).toEqual(handlers.sort())
  const actions = appFiles
    .filter((file) => /\.tsx?$/.test(file) && /^'use server'/m.test(appSource(file)))
    .flatMap((file) =>
      [...appSource(file).matchAll(/^export (?:async function|const) (\w+)/gm)].map(
        ([, name]) => `app/${file}#${name}`,
      ),
    )
  expect(Object.keys(ACTIONS).sort()).toEqual(actions.sort())
})

const eachOf = (visitors: AccessFixtures['visitors']) =>
  Object.entries(visitors) as [Visitor, APIRequestContext][]

for (const [path, answers] of Object.entries(PAGES))
  test(`${path} only opens for those who may see it`, async ({ visitors, inquiry }) => {
    for (const [name, visitor] of eachOf(visitors)) {
      const page = await visitor.get(path.replace('[id]', inquiry.id), { maxRedirects: 0 })
      const wanted = answers[name] ?? answers.others
      // The redirect to sign-in carries the requested page in its query.
      const [location] = page.headers().location?.split('?') ?? []
      const got = typeof wanted === 'string' ? location : page.status()
      expect(got, name).toBe(wanted)
      expect(page.headers()['cache-control'], name).toContain('no-store')
    }
  })

for (const [handler, { at, ...answers }] of Object.entries(HANDLERS))
  test(`${handler} only answers those who may call it`, async ({ visitors, inquiry }) => {
    const [method, path = ''] = handler.split(' ')
    const id = path.endsWith('/documents') ? await inquiry.approve() : inquiry.id
    for (const [name, visitor] of eachOf(visitors)) {
      const url = at ?? path.replace('[id]', id)
      const answer = await visitor.fetch(url, { method, maxRedirects: 0 })
      expect(answer.status(), name).toBe(answers[name] ?? answers.others)
      if (answer.ok() && !at) expect(answer.headers()['cache-control']).toContain('no-store')
    }
  })

for (const [action, { page, args, answers }] of Object.entries(ACTIONS))
  test(`${action} only works for those who may call it`, {
    tag: [OWN_BUILD, OWN_DATABASE],
  }, async ({ visitors, inquiry, colleague }) => {
    const find = () =>
      queryDatabase('SELECT "role", "active" FROM "User" WHERE "id" = $1', [colleague.id])
    const before = await find()
    // An action may set a cookie, so each call uses a copy of the visitor.
    const call = async (visitor: APIRequestContext, given: unknown[], origin?: string) => {
      const storageState = await visitor.storageState()
      const copy = await request.newContext({ baseURL: environment.appUrl, storageState })
      const at = page.replace('[id]', inquiry.id)
      const answer = await callAction(copy, { action, page: at, args: given, origin })
      await copy.dispose()
      return answer
    }
    const given = args({ inquiry: inquiry.id, colleague: colleague.id })
    // A call from another site is refused before it runs, even in an admin's browser (CSRF).
    const elsewhere = 'https://elsewhere.example'
    expect(await call(visitors.admin, given, elsewhere)).toEqual({ refused: 403 })
    for (const [name, visitor] of eachOf(visitors)) {
      if (name === 'admin') expect(await find(), 'changed by nobody').toEqual(before)
      expect(await call(visitor, given), name).toEqual(answers[name] ?? answers.others)
    }
    // Arguments that no screen sends get an answer instead of an exception.
    for (const odd of [[], ['x'], [{ not: '' }], [{}, null]])
      expect(await call(visitors.admin, odd)).not.toHaveProperty('threw')
  })

test('nobody can find an inquiry by guessing ids', async ({ visitors, inquiry }) => {
  for (const id of [inquiry.inquiryId, randomUUID(), 'x', '..%2f..%2fcurrent']) {
    const documents = await visitors.reviewer.get(`/api/admin/inquiries/${id}/documents`)
    expect(documents.status(), id).toBe(404)
    expect((await visitors.reviewer.get(`/admin/inquiries/${id}`)).status(), id).toBe(404)
  }
  const asked = `?inquiryId=${inquiry.inquiryId}&id=${inquiry.id}`
  expect((await visitors.nobody.get(`/api/inquiries/current${asked}`)).status()).toBe(401)
})

test('no URL parameter redirects to another site, even at sign-in or sign-out', async ({
  visitors,
}) => {
  const { appUrl } = environment
  const leadsTo = (location = '') => new URL(location, appUrl).origin
  const targets = ['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example']
  for (const target of targets) {
    const names = ['callbackUrl', 'next', 'returned', 'return_to', 'redirect', 'error']
    const query = new URLSearchParams(names.map((name) => [name, target]))
    const paths = ['/', '/apply/verify', '/admin', SIGN_IN, '/api/auth/signin', '/api/auth/error']
    for (const path of [...paths.map((each) => `${each}?${query}`), `/${target}`])
      for (const visitor of [visitors.nobody, visitors.admin]) {
        const answer = await visitor.fetch(`${appUrl}${path}`, { maxRedirects: 0 })
        expect(leadsTo(answer.headers().location), path).toBe(appUrl)
        expect(answer.status(), path).toBeLessThan(500)
      }
    const { csrfToken } = await (await visitors.nobody.get('/api/auth/csrf')).json()
    for (const path of ['callback/credentials', 'signout', 'signin/oidc']) {
      const form = { csrfToken, email: 'a@example.com', password: 'wrong', callbackUrl: target }
      const answer = await visitors.nobody.post(`/api/auth/${path}`, { form, maxRedirects: 0 })
      expect(leadsTo(answer.headers().location), path).toBe(appUrl)
    }
    const locale = await visitors.nobody.post('/api/locale', {
      form: { locale: 'de' },
      headers: { referer: `https://elsewhere.example${target}` },
      maxRedirects: 0,
    })
    expect(leadsTo(locale.headers().location)).toBe(appUrl)
  }
  // A blob URL has our origin. If next-auth accepted it and set it as a cookie, every later request with that cookie would fail.
  const form = { callbackUrl: `blob:${appUrl}/x` }
  await visitors.nobody.post('/api/auth/signin/credentials', { form, maxRedirects: 0 })
  expect((await visitors.nobody.get('/api/auth/csrf')).status()).toBe(200)
})
