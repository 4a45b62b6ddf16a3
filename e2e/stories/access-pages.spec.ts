// Who may open each staff page and call each route handler. A new one needs a row here. They are requested over HTTP, as an
// attacker would, because hiding a link protects nothing.
import { randomUUID } from 'node:crypto'
import { type Answers, answerFor, expect, NEEDS, SIGN_IN, staff, test } from '../fixtures/access'
import { appFiles, appSource } from '../fixtures/app-files'
import { VISITORS } from '../fixtures/visitors'

// One worker for the whole file, so that its visitors sign in only once.
test.describe.configure({ mode: 'default' })

/** A status, or where a redirect leads. */
const PAGES: Record<string, Answers<number | string>> = {
  '/admin': { ...staff(200), others: SIGN_IN },
  '/admin/account': { ...staff(200), others: SIGN_IN },
  '/admin/account/second-factor': { ...staff(200), others: SIGN_IN },
  // A missing page is a 404 for staff; others aren't even told that.
  '/admin/[...missing]': { ...staff(404), others: SIGN_IN },
  '/admin/audit': { ...staff(200), others: SIGN_IN },
  '/admin/events': { ...staff(200), others: SIGN_IN },
  '/admin/events/rejected': { ...staff(200), others: SIGN_IN },
  '/admin/inquiries': { ...staff(200), others: SIGN_IN },
  '/admin/inquiries/[id]': { ...staff(200), others: SIGN_IN },
  '/admin/reveals': { viewer: '/admin', reviewer: 200, admin: 200, others: SIGN_IN },
  '/admin/set-password': { others: 200 },
  '/admin/sign-in': { ...staff('/admin'), others: 200 },
  '/admin/staff': { viewer: '/admin', reviewer: '/admin', admin: 200, others: SIGN_IN },
}

const HANDLERS: Record<string, Answers<number> & { at?: string }> = {
  'GET /admin/audit/export': { viewer: 403, reviewer: 403, admin: 200, others: 401 },
  'GET /admin/inquiries/export': { ...staff(200), others: 401 },
  'GET /api/admin/inquiries/[id]/applicant': { ...staff(403), admin: 200, others: 401 },
  'GET /api/admin/inquiries/[id]/documents': {
    viewer: 403,
    reviewer: 200,
    admin: 200,
    others: 401,
  },
  'GET /api/[...missing]': { others: 404 },
  'POST /api/[...missing]': { others: 404 },
  'GET /api/auth/[...nextauth]': { at: '/api/auth/session', others: 200 },
  // Without a body.
  'POST /api/admin/inquiries/search': { ...staff(400), others: 401 },
  // Without a CSRF token, it only redirects to a confirmation page.
  'POST /api/auth/[...nextauth]': { at: '/api/auth/signout', others: 302 },
  'POST /api/cron/reconcile': { others: 401 },
  'POST /api/cron/retention': { others: 401 },
  'GET /api/handoff': { others: 200 },
  'GET /api/health/live': { others: 200 },
  'GET /api/health/ready': { others: 200 },
  'GET /api/inquiries/current': { applicant: 200, others: 404 },
  'POST /api/locale': { others: 303 },
  'GET /api/metrics': { others: 401 },
  'POST /api/webhooks/verification': { others: 401 },
}

const route = (file: string) => `/${file.slice(0, Math.max(file.lastIndexOf('/'), 0))}`

test('every staff page is covered here', () => {
  const pages = appFiles().filter((file) => /^admin\/(.*\/)?page\.tsx$/.test(file))
  expect(Object.keys(PAGES).sort()).toEqual(pages.map(route).sort())
})

test('every route handler is covered here', () => {
  const handlers = appFiles()
    .filter((file) => /(^|\/)route\.ts$/.test(file))
    // hostile/no-guide.spec.ts covers the presenter's guide.
    .filter((file) => !file.startsWith('demo/'))
    .flatMap((file) =>
      appSource(file)
        .split('\n')
        .filter((line) => line.startsWith('export '))
        .flatMap((line) => line.match(/\b(GET|POST|PUT|PATCH|DELETE)\b/g) ?? [])
        .map((method) => `${method} ${route(file)}`),
    )
  expect(Object.keys(HANDLERS).sort()).toEqual(handlers.sort())
})

for (const [path, answers] of Object.entries(PAGES))
  test(`${path} only opens for those who may see it`, NEEDS, async ({ visitors, inquiry }) => {
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
  test(`${handler} only answers those who may call it`, NEEDS, async ({ visitors, inquiry }) => {
    const [method, path = ''] = handler.split(' ')
    for (const visitor of VISITORS) {
      const url = at ?? path.replace('[id]', inquiry.id)
      const answer = await visitors[visitor].fetch(url, { method, maxRedirects: 0 })
      expect(answer.status(), visitor).toBe(answerFor(answers, visitor))
      if (answer.ok() && !at) expect(answer.headers()['cache-control']).toContain('no-store')
    }
  })

test('nobody can find an inquiry by guessing ids', NEEDS, async ({ visitors, inquiry }) => {
  for (const id of [inquiry.inquiryId, randomUUID(), 'x', '..%2f..%2fcurrent']) {
    const documents = await visitors.reviewer.get(`/api/admin/inquiries/${id}/documents`)
    expect(documents.status(), id).toBe(404)
    expect((await visitors.reviewer.get(`/admin/inquiries/${id}`)).status(), id).toBe(404)
  }
  const asked = `?inquiryId=${inquiry.inquiryId}&id=${inquiry.id}`
  expect((await visitors.nobody.get(`/api/inquiries/current${asked}`)).status()).toBe(404)
})
