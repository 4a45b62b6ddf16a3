// Alerts on what customers meet need each form and each status view to be counted, whatever its result.
import { expect, test, vi } from 'vitest'
import { GET } from '@/app/api/inquiries/current/route'
import { db } from '@/lib/database/db'
import { LIMITS } from '@/lib/http/limits'
import { counted, withTestApp } from '@/lib/testing/test-app'
import { openedBody } from '@/lib/verification/wire'
import { PRODUCTS } from '@/site'
import { openInquiryAction } from './actions'

const jar = vi.hoisted(() => new Map<string, { name: string; value: string }>())
vi.mock('next/headers', () => ({
  headers: async () => new Headers(),
  cookies: async () => ({
    get: (name: string) => jar.get(name),
    set: (cookie: { name: string; value: string }) => jar.set(cookie.name, cookie),
  }),
}))
vi.mock('next/navigation', () => ({ redirect: () => {} }))
vi.mock('next/server', () => ({ after: () => {} }))

const app = withTestApp()
const view = () => GET(new Request('http://localhost', { headers: { host: 'localhost' } }))

function formWith(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
const valid = () => formWith({ product: PRODUCTS[0].id, note: '', terms: 'on' })

/** Makes a query fail while it runs. */
async function without(table: string, work: () => Promise<unknown>) {
  await db().$executeRawUnsafe(`ALTER TABLE "${table}" RENAME TO "away"`)
  await work()
  await db().$executeRawUnsafe(`ALTER TABLE "away" RENAME TO "${table}"`)
}

test('each form and each status view is counted by its result', async () => {
  app.service.answer(() => ({ status: 201, body: openedBody(crypto.randomUUID()) }))
  const views = (result: string) => counted('status_views_total', { result })
  const forms = (result: string) => counted('applications_total', { result })

  expect((await view()).status).toBe(401)
  await openInquiryAction(null, formWith({}))
  expect(await openInquiryAction(null, valid())).toMatchObject({ errors: { form: 'noCookies' } })
  await without('Inquiry', () => openInquiryAction(null, valid()))
  expect((await view()).status).toBe(404)
  for (let n = 1; n <= LIMITS['open-applicant'].points; n++) await openInquiryAction(null, valid())
  expect((await view()).status).toBe(200)
  await without('Inquiry', view)

  const formResults = ['invalid', 'no_cookie', 'not_stored', 'taken', 'too_many']
  expect(await Promise.all(formResults.map(forms))).toEqual([1, 1, 1, 9, 1])
  const viewResults = ['signed_out', 'no_inquiry', 'ok', 'unavailable']
  expect(await Promise.all(viewResults.map(views))).toEqual([1, 1, 1, 1])
})
