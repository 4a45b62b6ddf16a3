// No identity data and no key is stored, logged, cached or shown to anyone who may not see it. Canaries go through
// every flow, with a service that repeats them in every response, and are then looked for everywhere.
import { join } from 'node:path'
import type { APIResponse, Page } from '@playwright/test'
import { ROOT } from '../../scripts/settings'
import {
  CANARIES,
  type Canary,
  canary,
  findCanaries,
  IDENTITY,
  INPUT,
  SECRETS,
  type Specimen,
} from '../canary/canaries'
import {
  earlierReview,
  refusedDeliveries,
  signedByService,
  telltaleEvents,
} from '../canary/deliveries'
import { readFiles, readTables } from '../canary/kept'
import { LeakyService, REFUSED_KEY, TELLTALE_FAILURES } from '../canary/leaky-service'
import { fillInForm } from '../fixtures/application-form'
import { Applicant } from '../fixtures/customer'
import { OWN_APP } from '../fixtures/environment'
import { type Delivery, deliver, eventOf } from '../fixtures/events'
import { enter, StaffMember, signIn } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { App } from '../hostile/app'

const answerOf = async (who: string, response: APIResponse): Promise<Specimen> => {
  const { 'set-cookie': _own, ...headers } = response.headers()
  const where = `${who}: ${response.status()} ${new URL(response.url()).pathname}`
  return { where, text: `${JSON.stringify(headers)} ${await response.text()}` }
}

const cookieCanaries = async (page: Page): Promise<Canary[]> =>
  (await page.context().cookies())
    .filter(({ name }) => /^(applicant|staff-session)/.test(name))
    .map(({ name, value }) => canary(`cookie ${name}`, value))

test('a canary is found in another case, URL-encoded and in Base64', () => {
  const value = 'Planted Canary <x@y>'
  const base64 = Buffer.from(value).toString('base64')
  for (const form of [value.toUpperCase(), encodeURIComponent(value), `"${base64}"`])
    expect(findCanaries([canary('planted', value)], [{ where: 'a log', text: form }])).toHaveLength(
      1,
    )
})

test('no canary leaks into a row, log, cache or response', { tag: OWN_APP }, async ({
  newPage,
}) => {
  test.slow()
  const startedAt = new Date()
  const service = await LeakyService.start()
  const app = await App.start(service.url, { ...SECRETS, TRUSTED_PROXY_HOPS: '1' })
  const { appUrl } = app
  const open = (headers: Record<string, string> = {}) =>
    newPage({ baseURL: appUrl, extraHTTPHeaders: headers })
  const responses: Specimen[] = []
  const send = async (delivery: Delivery): Promise<void> => {
    const webhook = `${appUrl}/api/webhooks/verification?email=${IDENTITY.personalInfo.email}`
    const response = await deliver(delivery, webhook)
    const where = `the ${response.status} response to a delivery`
    const text = `${JSON.stringify([...response.headers])} ${await response.text()}`
    responses.push({ where, text })
  }

  // A customer: a form that is refused, an open that fails twice, a check that can be started.
  const customer = new Applicant(await open())
  await customer.page.goto('/apply')
  await fillInForm(customer.page, { note: INPUT.refusedNote })
  await customer.sendButton.click()
  await expect(customer.page.getByText('Remove the characters < and >.')).toBeVisible()
  for (const failure of TELLTALE_FAILURES.filter(({ status }) => status >= 500).slice(0, 2))
    void service.failNext('open', failure)
  await customer.applyOnPage({ note: INPUT.keptNote })
  const inquiryId = await customer.inquiryId()
  const canaries = [
    ...CANARIES,
    canary('inquiryId', inquiryId, ['Inquiry.inquiryId', 'WebhookEvent.inquiryId']),
    ...(await cookieCanaries(customer.page)),
  ]

  // Other customers, whose opens the service refuses or answers unreadably.
  for (const failure of TELLTALE_FAILURES.filter(
    ({ status }) => status === 422 || status === 200,
  )) {
    const other = new Applicant(await open({ 'x-forwarded-for': INPUT.address }))
    void service.failNext('open', failure)
    await other.page.goto('/apply')
    await fillInForm(other.page)
    await other.sendButton.click()
    await other.page.waitForURL('**/apply/verify')
    canaries.push(...(await cookieCanaries(other.page)))
  }

  // Deliveries, then reads, each of which fails in a different way.
  const deliveries = [...telltaleEvents(inquiryId), ...refusedDeliveries()]
  for (const delivery of deliveries) await send(delivery)
  for (const failure of TELLTALE_FAILURES) {
    const called = service.failNext('status', failure)
    await send(signedByService(earlierReview(inquiryId)))
    await called
  }

  // The decision, and what the app tells the customer, a stranger, and someone who can't sign in.
  service.approve(inquiryId)
  const last = eventOf('APPROVED', { inquiryId, referenceId: undefined })
  await send(signedByService(last))
  await customer.sees('You are approved')
  for (const path of ['/apply/verify', '/api/inquiries/current'])
    responses.push(await answerOf('customer', await customer.page.request.get(path)))
  const stranger = await open()
  for (const path of [
    '/apply/verify',
    '/api/inquiries/current',
    '/admin/inquiries',
    '/api/metrics',
  ])
    responses.push(await answerOf('stranger', await stranger.request.get(path)))
  // A visitor may see the path that they requested, so this response isn't searched.
  await stranger.request.get(`/${SECRETS.NEXTAUTH_SECRET}`)
  await stranger.goto('/admin/sign-in')
  await enter(stranger, INPUT.mistypedEmail, INPUT.wrongPassword)
  await expect(stranger.getByText('Incorrect email or password.')).toBeVisible()

  // Staff: a viewer, who may not see the identity, and a reviewer, who may, though no cache may keep it.
  const viewer = new StaffMember(await open())
  await signIn(viewer.page, 'viewer')
  await viewer.openInquiry(service.referenceOf(inquiryId))
  const path = viewer.inquiryPath()
  const notForViewers = canaries.filter(({ keptIn }) => keptIn.length === 0)
  const detail = await answerOf('viewer', await viewer.page.request.get(path))
  expect(findCanaries(notForViewers, [detail])).toEqual([])
  for (const asked of [`/api${path}/documents`, '/admin/inquiries/export', '/admin/events'])
    responses.push(await answerOf('viewer', await viewer.page.request.get(asked)))
  await viewer.page.goto(`/admin/inquiries?q=${encodeURIComponent('Quillon Canarywright')}`)

  const reviewer = new StaffMember(await open())
  await signIn(reviewer.page, 'reviewer')
  const shown = await reviewer.page.request.get(`/api${path}/documents`)
  expect(await shown.text()).toContain('Canarywright')
  expect(shown.headers()['cache-control']).toBe('no-store')
  // The other failures are retried, and then succeed.
  for (const failure of TELLTALE_FAILURES.filter(({ status }) => status < 500)) {
    void service.failNext('documents', failure)
    responses.push(
      await answerOf('reviewer', await reviewer.page.request.get(`/api${path}/documents`)),
    )
  }
  for (const { page } of [customer, viewer, reviewer]) {
    const response = await page.request.get(new URL(page.url()).pathname)
    expect(response.headers()['cache-control']).toContain('no-store')
  }
  canaries.push(...(await cookieCanaries(viewer.page)), ...(await cookieCanaries(reviewer.page)))
  void service.failNext('status', REFUSED_KEY)
  responses.push(
    await answerOf('reviewer', await reviewer.page.request.get(`/api${path}/documents`)),
  )

  const rows = await readTables(app.databaseUrl)
  await app.stop()

  // In each column that keeps one, which shows that the search finds what there is.
  const kept = canaries.flatMap(({ name, keptIn }) => keptIn.map((where) => `${name} in ${where}`))
  expect([...new Set(findCanaries(canaries, rows))].sort()).toEqual(kept.sort())
  expect(findCanaries(canaries, responses)).toEqual([])

  expect(app.log).toContain('"msg"')
  expect(findCanaries(canaries, [{ where: 'the log', text: app.log }])).toEqual([])
  expect(findCanaries(canaries, readFiles(join(ROOT, '.next'), startedAt))).toEqual([])

  service.stop()
})
