// Who may call what: every page of staff, every route handler and every server action that there is. A new one without a
// row here fails. Over HTTP and by hand, as an attacker would: a screen that hides a button protects nothing.
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../fixtures/environment'
import { SANDBOX, TENANT } from '../fixtures/needs'
import { SandboxControl } from '../fixtures/sandbox-control'
import { type ActionAnswer, callAction } from '../fixtures/server-actions'
import { test as base, expect } from '../fixtures/test'
import {
  findMember,
  inviteColleague,
  inviteVisitors,
  VISITORS,
  type Visitor,
  type Visitors,
} from '../fixtures/visitors'

interface AccessFixtures {
  visitors: Visitors
  /** An approved inquiry of the visitor `applicant`: our own id, and the service's. */
  inquiry: { id: string; inquiryId: string }
  /** The e-mail of a colleague whom admins may change. */
  colleague: string
}

const test = base.extend<object, AccessFixtures>({
  visitors: [
    async ({ playwright, app, sessions }, use) => {
      const visitors = await inviteVisitors({
        request: playwright.request,
        baseURL: app.appUrl,
        sessions,
      })
      await use(visitors)
      for (const visitor of Object.values(visitors)) await visitor.dispose()
    },
    { scope: 'worker' },
  ],
  colleague: [
    async ({ visitors }, use) => use((await inviteColleague(visitors.admin)).email),
    { scope: 'worker' },
  ],
  inquiry: [
    async ({ visitors, app: { control } }, use) => {
      if (control === null) throw new Error('An inquiry can be decided at the sandbox alone.')
      const sandbox = new SandboxControl(control.serviceUrl, control.tenant.id)
      const action = 'app/apply/actions.ts#openInquiryAction'
      const form = formOf({ product: 'everyday', note: '', terms: 'on' })
      await callAction(visitors.applicant, { action, page: '/apply', args: [{}, form] })
      const current = async () => (await visitors.applicant.get('/api/inquiries/current')).json()
      await expect.poll(async () => (await current()).stage).toBe('ready')
      const { inquiryId } = await current()
      await sandbox.complete(inquiryId, 'APPROVED')
      await expect.poll(async () => (await current()).accountOpened).toBe(true)
      const list = await visitors.viewer.get(`/admin/inquiries?search=${inquiryId}`)
      const id = /\/admin\/inquiries\/([0-9a-f-]{36})/.exec(await list.text())?.[1] ?? ''
      await use({ id, inquiryId })
    },
    { scope: 'worker' },
  ],
})
// One worker for the file: its visitors are let in once.
test.describe.configure({ mode: 'default' })

/** Colleagues are invited and changed, and the ids of the actions are those of the build that stands here. */
const NEEDS = { tag: [SANDBOX, TENANT] }
const ELSEWHERE = 'https://elsewhere.example'
const SIGN_IN = '/admin/sign-in'

/** What each visitor gets; whoever is not named gets what `others` says. */
type Answers<Answer> = Partial<Record<Visitor, Answer>> & { others: Answer }
const answerFor = <Answer>(answers: Answers<Answer>, visitor: Visitor): Answer =>
  answers[visitor] ?? answers.others
const staff = <Answer>(answer: Answer) => ({ viewer: answer, reviewer: answer, admin: answer })

/** A status, or where a redirect leads. */
const PAGES: Record<string, Answers<number | string>> = {
  '/admin': { ...staff(200), others: SIGN_IN },
  '/admin/audit': { ...staff(200), others: SIGN_IN },
  '/admin/events': { ...staff(200), others: SIGN_IN },
  '/admin/events/rejected': { ...staff(200), others: SIGN_IN },
  '/admin/inquiries': { ...staff(200), others: SIGN_IN },
  '/admin/inquiries/[id]': { ...staff(200), others: SIGN_IN },
  '/admin/sign-in': { ...staff('/admin'), others: 200 },
  '/admin/staff': { viewer: '/admin', reviewer: '/admin', admin: 200, others: SIGN_IN },
}

const HANDLERS: Record<string, Answers<number> & { at?: string }> = {
  'GET /admin/inquiries/export': { ...staff(200), others: 401 },
  'GET /api/admin/inquiries/[id]/documents': {
    viewer: 403,
    reviewer: 200,
    admin: 200,
    others: 401,
  },
  'GET /api/admin/inquiries/[id]/version': { ...staff(200), others: 401 },
  'GET /api/auth/[...nextauth]': { at: '/api/auth/session', others: 200 },
  // Without the token against forged requests it only asks back.
  'POST /api/auth/[...nextauth]': { at: '/api/auth/signout', others: 302 },
  'POST /api/cron/reconcile': { others: 401 },
  'POST /api/cron/retention': { others: 401 },
  'GET /api/health/live': { others: 200 },
  'GET /api/health/ready': { others: 200 },
  'GET /api/inquiries/current': { applicant: 200, others: 404 },
  'GET /api/metrics': { others: 401 },
  'POST /api/webhooks/verification': { others: 401 },
}

interface ActionRow {
  page: string
  args: (ids: { inquiry: string; colleague: string }) => unknown[]
  answers: Answers<ActionAnswer>
  /** Arguments that no screen sends, and what comes of them. */
  malformed: { args: unknown[][]; answer: Record<string, unknown> }
}

const toSignIn = { redirect: SIGN_IN }
const forAdmins = (returned: unknown): Answers<ActionAnswer> => ({
  viewer: { redirect: '/admin' },
  reviewer: { redirect: '/admin' },
  admin: { returned },
  others: toSignIn,
})
const read = { returned: { ok: true, status: 'APPROVED', changed: false } }
const malformed = { returned: { ok: false, reason: 'malformed' } }

const ACTIONS: Record<string, ActionRow> = {
  'app/apply/actions.ts#openInquiryAction': {
    page: '/apply',
    args: () => [{}, formOf({ product: 'everyday', note: '', terms: 'on' })],
    answers: { others: { redirect: '/apply/verify' } },
    malformed: {
      args: [[], ['x', 'y'], [null, formOf({ product: '../..' })]],
      answer: { returned: { errors: { product: 'Choose the account that you want to open.' } } },
    },
  },
  'app/apply/actions.ts#flowReturnedAction': {
    page: '/apply/verify',
    args: () => [],
    answers: { others: { returned: undefined } },
    malformed: { args: [[{ inquiryId: randomUUID() }]], answer: { returned: undefined } },
  },
  'app/admin/inquiries/[id]/actions.ts#readNowAction': {
    page: '/admin/inquiries/[id]',
    args: ({ inquiry }) => [inquiry],
    answers: { ...staff(read), others: toSignIn },
    malformed: {
      args: [[], ['x'], [{ not: '' }], [randomUUID()]],
      answer: { returned: { ok: false, reason: 'not_found' } },
    },
  },
  'app/admin/staff/actions.ts#inviteStaffAction': {
    page: '/admin/staff',
    args: () => [{}, formOf({ name: 'Ada', email: 'admin@example.com', role: 'ADMIN' })],
    answers: forAdmins({
      ok: false,
      errors: { form: 'Somebody with this e-mail address is on the list already.' },
    }),
    malformed: {
      args: [[], ['x', 'y'], [{}, formOf({ email: 'x', role: 'OWNER' })]],
      answer: { returned: { ok: false, errors: { role: 'Choose a role.' } } },
    },
  },
  'app/admin/staff/actions.ts#changeRoleAction': {
    page: '/admin/staff',
    args: ({ colleague }) => [colleague, 'REVIEWER'],
    answers: forAdmins({ ok: true }),
    malformed: {
      args: [[], ['x', 'ADMIN'], [randomUUID(), 'OWNER'], [{ not: '' }, 'ADMIN']],
      answer: malformed,
    },
  },
  'app/admin/staff/actions.ts#setActiveAction': {
    page: '/admin/staff',
    args: ({ colleague }) => [colleague, false],
    answers: forAdmins({ ok: true }),
    malformed: { args: [[], ['x', false], [randomUUID(), 'no']], answer: malformed },
  },
}

test('each page of staff, each handler and each action has its row here', () => {
  const files = readdirSync(join(ROOT, 'app'), { recursive: true, encoding: 'utf8' })
  const route = (file: string) => `/${file.slice(0, Math.max(file.lastIndexOf('/'), 0))}`
  const source = (file: string) => readFileSync(join(ROOT, 'app', file), 'utf8')
  const pages = files.filter((file) => /^admin\/(.*\/)?page\.tsx$/.test(file)).map(route)
  const handlers = files
    .filter((file) => /(^|\/)route\.ts$/.test(file))
    .flatMap((file) =>
      source(file)
        .split('\n')
        .filter((line) => line.startsWith('export '))
        .flatMap((line) => line.match(/\b(GET|POST|PUT|PATCH|DELETE)\b/g) ?? [])
        .map((method) => `${method} ${route(file)}`),
    )
  const actions = files
    .filter((file) => /\.tsx?$/.test(file) && /^'use server'/m.test(source(file)))
    .flatMap((file) =>
      [...source(file).matchAll(/^export (?:async function|const) (\w+)/gm)].map(
        ([, name]) => `app/${file}#${name}`,
      ),
    )
  expect(Object.keys(PAGES).sort()).toEqual(pages.sort())
  expect(Object.keys(HANDLERS).sort()).toEqual(handlers.sort())
  expect(Object.keys(ACTIONS).sort()).toEqual(actions.sort())
})

for (const [path, answers] of Object.entries(PAGES))
  test(`${path} is for those who may see it`, NEEDS, async ({ visitors, inquiry }) => {
    for (const visitor of VISITORS) {
      const page = await visitors[visitor].get(path.replace('[id]', inquiry.id), {
        maxRedirects: 0,
      })
      const wanted = answerFor(answers, visitor)
      const got = typeof wanted === 'string' ? page.headers().location : page.status()
      expect(got, visitor).toBe(wanted)
      expect(page.headers()['cache-control'], visitor).toContain('no-store')
    }
  })

for (const [handler, { at, ...answers }] of Object.entries(HANDLERS))
  test(`${handler} answers those who may ask`, NEEDS, async ({ visitors, inquiry }) => {
    const [method, path = ''] = handler.split(' ')
    for (const visitor of VISITORS) {
      const url = at ?? path.replace('[id]', inquiry.id)
      const answer = await visitors[visitor].fetch(url, { method, maxRedirects: 0 })
      expect(answer.status(), visitor).toBe(answerFor(answers, visitor))
      if (answer.ok() && !at) expect(answer.headers()['cache-control']).toContain('no-store')
    }
  })

for (const [action, { page, args, answers, malformed }] of Object.entries(ACTIONS))
  test(
    `${action} does what it is asked for those who may`,
    NEEDS,
    async ({ playwright, app, visitors, inquiry, colleague }) => {
      const before = await findMember(visitors.admin, colleague)
      const ids = { inquiry: inquiry.id, colleague: before.id }
      // From a copy: an action may give its caller a cookie, and the visitor is to stay who they are.
      const call = async (visitor: Visitor, given: unknown[], origin?: string) => {
        const storageState = await visitors[visitor].storageState()
        const copy = await playwright.request.newContext({ baseURL: app.appUrl, storageState })
        const at = page.replace('[id]', inquiry.id)
        const answer = await callAction(copy, { action, page: at, args: given, origin })
        await copy.dispose()
        return answer
      }

      // From another site it is refused before it runs, whoever's browser it is (CSRF).
      expect(await call('admin', args(ids), ELSEWHERE)).toEqual({ threw: true })
      for (const visitor of VISITORS) {
        if (visitor === 'admin')
          expect(await findMember(visitors.admin, colleague), 'changed by nobody').toEqual(before)
        expect(await call(visitor, args(ids)), visitor).toEqual(answerFor(answers, visitor))
      }
      for (const given of malformed.args)
        expect(await call('admin', given)).toMatchObject(malformed.answer)
    },
  )

test(
  'nobody learns of an inquiry by asking for it with another id',
  NEEDS,
  async ({ visitors, inquiry }) => {
    for (const id of [inquiry.inquiryId, randomUUID(), 'x', '..%2f..%2fcurrent']) {
      const documents = await visitors.reviewer.get(`/api/admin/inquiries/${id}/documents`)
      expect(documents.status(), id).toBe(404)
      expect((await visitors.reviewer.get(`/admin/inquiries/${id}`)).status(), id).toBe(404)
    }
    const asked = `?inquiryId=${inquiry.inquiryId}&id=${inquiry.id}`
    expect((await visitors.nobody.get(`/api/inquiries/current${asked}`)).status()).toBe(404)
  },
)

test(
  'nobody is sent to another site, whatever an address asks for',
  NEEDS,
  async ({ visitors, app }) => {
    const targets = [
      ELSEWHERE,
      '//elsewhere.example',
      '/\\elsewhere.example',
      'http://',
      'javascript:0',
    ]
    const addresses = targets.flatMap((target) => {
      const names = ['callbackUrl', 'next', 'returned', 'return_to', 'redirect', 'error']
      const query = new URLSearchParams(names.map((name) => [name, target]))
      return [
        '/',
        '/apply',
        '/apply/verify',
        '/admin',
        SIGN_IN,
        '/api/auth/signin',
        '/api/auth/error',
      ]
        .map((path) => `${path}?${query}`)
        .concat(`/${target}`)
    })
    for (const address of addresses)
      for (const visitor of ['nobody', 'admin'] as const) {
        const answer = await visitors[visitor].fetch(`${app.appUrl}${address}`, { maxRedirects: 0 })
        expect(leadsTo(answer.headers().location, app.appUrl), `${visitor} ${address}`).toBe(
          app.appUrl,
        )
        expect(answer.status(), `${visitor} ${address}`).toBeLessThan(500)
      }
  },
)

test(
  'who signs in or out is not sent to another site by the one who sent them there',
  NEEDS,
  async ({ playwright, app }) => {
    const request = await playwright.request.newContext({ baseURL: app.appUrl })
    const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
    const form = { csrfToken, email: `${randomUUID()}@example.com`, password: 'wrong' }
    for (const callbackUrl of [ELSEWHERE, '//elsewhere.example', 'http://'])
      for (const path of ['callback/credentials', 'signout', 'signin/oidc']) {
        const answer = await request.post(`/api/auth/${path}`, {
          form: { ...form, callbackUrl },
          maxRedirects: 0,
        })
        expect(leadsTo(answer.headers().location, app.appUrl), `${path} ${callbackUrl}`).toBe(
          app.appUrl,
        )
        expect(answer.status(), `${path} ${callbackUrl}`).toBeLessThan(500)
      }
    await request.dispose()
  },
)

/** The origin that a browser would go to; without a redirect it stays. */
const leadsTo = (location: string | undefined, baseURL: string): string =>
  new URL(location ?? '', baseURL).origin

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
