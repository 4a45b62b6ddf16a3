// Alerts on what customers meet need each form and each status view to be counted, whatever its result.
import { expect, test, vi } from 'vitest'
import { GET } from '@/app/api/inquiries/current/route'
import { simplestForm } from '@/lib/application-form'
import { db } from '@/lib/database/db'
import { LIMITS } from '@/lib/http/limits'
import { counted, newApplicant, withTestApp } from '@/lib/testing/test-app'
import { openedBody } from '@/lib/verification/wire'
import { openInquiryAction } from './actions'

/** The applicant that `lib/applicant.ts` returns; null without a cookie or a sign-in. */
const asking = vi.hoisted(() => ({ applicant: null as { hash: string } | null }))
vi.mock('@/lib/applicant', () => ({
  ensureApplicant: async () => asking.applicant,
  getApplicant: async () => asking.applicant,
}))
vi.mock('next/headers', () => ({ headers: async () => new Headers() }))
vi.mock('next/navigation', () => ({ redirect: () => {} }))
vi.mock('next/server', () => ({ after: () => {} }))

const app = withTestApp()
const view = () => GET(new Request('http://localhost', { headers: { host: 'localhost' } }))

function valid() {
  const form = new FormData()
  for (const [name, value] of Object.entries(simplestForm())) form.set(name, String(value))
  form.set('terms', 'on')
  return form
}

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
  await openInquiryAction(null, new FormData())
  expect(await openInquiryAction(null, valid())).toMatchObject({ errors: { form: 'noCookies' } })
  asking.applicant = newApplicant()
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
