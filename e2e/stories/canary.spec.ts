// The app stores, logs, caches and shows no identity data and no secret, except to those who may see it. The test sends
// recognisable values (canaries) through every flow of an app with its own database, and then searches all output for them.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { APIResponse, Page } from '@playwright/test'
import pg from 'pg'
import { ROOT } from '../../scripts/settings'
import { Applicant } from '../fixtures/customer'
import { EXAMPLE, environment, OWN_APP } from '../fixtures/environment'
import {
  DELIVERY_ID_HEADER,
  type Delivery,
  deliver,
  eventOf,
  SIGNATURE_HEADER,
  signed,
} from '../fixtures/events'
import { enter, openInquiry, signIn } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { TEXTS } from '../fixtures/texts'
import { newVisitor } from '../fixtures/visitor'
import { App } from '../hostile/app'

interface Canary {
  name: string
  value: string
  /** Each `Table.column` that must contain the canary by design. Identity data has none. */
  keptIn: readonly string[]
}
const canary = (name: string, value: string, keptIn: readonly string[] = []): Canary => ({
  name,
  value,
  keptIn,
})

/** The customer's identity, and the service's findings. */
const CASE = {
  fullName: 'Quillon Canarywright',
  documentNumber: 'CNRY7712345',
  dateOfBirth: '1931-07-13',
  dateOfIssue: '2019-04-17',
  dateOfExpiry: '2039-04-16',
  reviewReasons: ['The Yellowbeak portrait is blurred'],
}
/** Identity data in an event, which shouldn't contain any (N12, N13). */
const IDENTITY = { personalInfo: { fullName: CASE.fullName }, document: CASE }
const TELLTALE = `${CASE.fullName}, ${CASE.documentNumber}`
const SECRETS = {
  VERIFICATION_WEBHOOK_SECRET: 'whsec_canary-current-0123456789abcdef',
  VERIFICATION_WEBHOOK_SECRET_PREVIOUS: 'whsec_canary-previous-0123456789abcdef',
  NEXTAUTH_SECRET: 'canary-nextauth-secret-0123456789abcdef',
  CRON_SECRET: 'canary-cron-secret-0123456789abcdef',
}
const NOTE = 'Ring the Yellowbeak Dairy'
const REFUSED_NOTE = 'My passport is CNRY8812345'
const PORTAL_NOTE = 'Spoke to Yellowbeak on the phone'
const WRONG_PASSWORD = 'canary-wrong-password'
const ADDRESS = '203.0.113.177'

const CANARIES: readonly Canary[] = [
  canary('full name', 'Canarywright'),
  canary('date of birth', '13-07-1931'),
  canary('date of expiry', '16-04-2039'),
  canary('document number', CASE.documentNumber),
  // Every specimen person has this phone number.
  canary('phone', '7700900123'),
  canary('city', 'Amaurot'),
  canary('artifact URL', '/artifacts/'),
  canary('API key', EXAMPLE.VERIFICATION_API_KEY ?? ''),
  ...Object.entries(SECRETS).map(([name, value]) => canary(name, value)),
  canary('refused note', 'CNRY8812345'),
  canary('wrong password', WRONG_PASSWORD),
  canary('customer IP address', ADDRESS),
  canary('note', NOTE, ['Inquiry.note']),
  canary('review reason', 'Yellowbeak portrait', ['Inquiry.reviewReasons']),
  canary('portal note', PORTAL_NOTE, ['Inquiry.portalDecisionNote']),
]

/** Text that the app wrote, sent or stored, with its location. */
interface Specimen {
  where: string
  text: string
}

/** @returns `<canary> in <where>` for each one found, in any letter case, URL-encoded, in Base64 or in hex */
const findCanaries = (canaries: readonly Canary[], specimens: readonly Specimen[]): string[] =>
  specimens.flatMap(({ where, text }) => {
    const lowerCase = text.toLowerCase()
    return canaries
      .filter(({ value }) =>
        [
          value,
          encodeURIComponent(value),
          // The last characters depend on the bytes that follow, so they are cut off.
          Buffer.from(value).toString('base64').replace(/.=*$/, ''),
          Buffer.from(value).toString('hex'),
        ].some((form) => lowerCase.includes(form.toLowerCase())),
      )
      .map(({ name }) => `${name} in ${where}`)
  })

/** @returns every value in the database, located by `Table.column` */
async function readTables(connectionString: string): Promise<Specimen[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const tables = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
    )
    const specimens: Specimen[] = []
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: Record<string, unknown> }>(
        `SELECT to_jsonb("all") AS row FROM ${client.escapeIdentifier(name)} AS "all"`,
      )
      for (const { row } of rows)
        for (const [column, value] of Object.entries(row))
          specimens.push({ where: `${name}.${column}`, text: JSON.stringify(value) })
    }
    return specimens
  } finally {
    await client.end()
  }
}

/** @returns every file that Next has written since this time, as text with one character per byte */
const readBuild = (since: Date): Specimen[] =>
  readdirSync(join(ROOT, '.next'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path).mtime >= since)
    .map((path) => ({ where: path, text: readFileSync(path, 'latin1') }))

const answerOf = async (who: string, response: APIResponse): Promise<Specimen> => {
  const { 'set-cookie': _own, ...headers } = response.headers()
  const where = `${who}: ${response.status()} ${new URL(response.url()).pathname}`
  return { where, text: `${JSON.stringify(headers)} ${await response.text()}` }
}

const cookieCanaries = async (page: Page): Promise<Canary[]> =>
  (await page.context().cookies())
    .filter(({ name }) => /^(applicant|staff-session)/.test(name))
    .map(({ name, value }) => canary(`cookie ${name}`, value))

/** Events that the app accepts, and deliveries that it rejects, all with personal data in unexpected places. */
function telltaleDeliveries(inquiryId: string): Delivery[] {
  const { VERIFICATION_WEBHOOK_SECRET: current, VERIFICATION_WEBHOOK_SECRET_PREVIOUS: previous } =
    SECRETS
  // Signed a minute ago: the app orders events only if their times are at least five seconds apart (N30).
  const aMinuteAgo = new Date(Date.now() - 60_000)
  const about = { inquiryId, referenceId: undefined }
  const review = signed(eventOf('NEEDS_REVIEW', { ...about, ...IDENTITY }, aMinuteAgo), current)
  const refused = JSON.stringify(eventOf('APPROVED', IDENTITY))
  const future = { type: 'inquiry.future', data: IDENTITY, customer: IDENTITY }
  return [
    review,
    { ...review, headers: { ...review.headers, [DELIVERY_ID_HEADER]: TELLTALE } },
    signed({ ...eventOf('APPROVED'), ...future }, previous),
    signed(eventOf('APPROVED', { ...IDENTITY, status: TELLTALE }), current),
    { body: refused, headers: { [DELIVERY_ID_HEADER]: TELLTALE } },
    { body: refused, headers: { [SIGNATURE_HEADER]: TELLTALE } },
    { body: refused, headers: { [SIGNATURE_HEADER]: `sha256=${current}` } },
    signed(refused, 'whsec_of-somebody-else'),
    signed(refused.slice(0, -9), current),
    signed({ ...eventOf('APPROVED'), type: TELLTALE }, current),
    signed({ ...IDENTITY, padding: 'x'.repeat(1024 * 1024) }, current),
  ]
}

test('no canary leaks into a row, log, cache or response', { tag: OWN_APP }, async ({
  newPage,
  service,
}) => {
  test.slow()
  const startedAt = new Date()
  const app = await App.start(environment.sandboxUrl, { ...SECRETS, TRUSTED_PROXY_HOPS: '1' })
  const { appUrl } = app
  const open = async (headers: Record<string, string> = {}) => {
    const storageState = await newVisitor(SECRETS.NEXTAUTH_SECRET)
    return newPage({ baseURL: appUrl, extraHTTPHeaders: headers, storageState })
  }
  const responses: Specimen[] = []
  const send = async (delivery: Delivery): Promise<void> => {
    const webhook = `${appUrl}/api/webhooks/verification?name=${encodeURIComponent(TELLTALE)}`
    const response = await deliver(delivery, webhook)
    const where = `the ${response.status} response to a delivery`
    const text = `${JSON.stringify([...response.headers])} ${await response.text()}`
    responses.push({ where, text })
  }

  // A customer submits a form that is refused, then one that is accepted.
  const customer = new Applicant(await open({ 'x-forwarded-for': ADDRESS }))
  await customer.page.goto('/apply')
  await customer.page.getByLabel(TEXTS.Form.note.label).fill(REFUSED_NOTE)
  await customer.sendButton.click()
  await expect(customer.page.getByText(TEXTS.Form.terms.missing)).toBeVisible()
  await customer.applyOnPage({ note: NOTE })
  const inquiryId = await customer.inquiryId()
  const canaries = [
    ...CANARIES,
    canary('inquiryId', inquiryId, ['Inquiry.serviceInquiryId', 'WebhookEvent.serviceInquiryId']),
    ...(await cookieCanaries(customer.page)),
  ]

  // The test delivers the events of the review and the decision, because the sandbox delivers only to the stories' app.
  await customer.complete('NEEDS_REVIEW', CASE)
  for (const delivery of telltaleDeliveries(inquiryId)) await send(delivery)
  await customer.seesStage('in_review')
  await service.decide(inquiryId, 'APPROVED', PORTAL_NOTE)
  const decision = eventOf('APPROVED', { inquiryId, referenceId: undefined })
  await send(signed(decision, SECRETS.VERIFICATION_WEBHOOK_SECRET))
  await customer.seesStage('approved')
  for (const path of ['/apply/verify', '/api/inquiries/current'])
    responses.push(await answerOf('customer', await customer.page.request.get(path)))

  // An anonymous visitor, and one whose sign-in fails.
  const stranger = await open()
  for (const path of [
    '/apply/verify',
    '/api/inquiries/current',
    '/admin/inquiries',
    '/api/metrics',
  ])
    responses.push(await answerOf('stranger', await stranger.request.get(path)))
  // The response may repeat the requested path, so the search leaves it out.
  await stranger.request.get(`/${SECRETS.NEXTAUTH_SECRET}`)
  await stranger.goto('/admin/sign-in')
  await enter(stranger, 'mistyped@canarywright.example', WRONG_PASSWORD)
  await expect(stranger.getByText('Incorrect email or password.')).toBeVisible()

  // Staff: a viewer may not see the identity. A reviewer may, but no cache may keep it.
  const viewer = await open()
  await signIn(viewer, 'viewer')
  await openInquiry(viewer, await customer.referenceId())
  const path = new URL(viewer.url()).pathname
  const notForViewers = canaries.filter(({ keptIn }) => keptIn.length === 0)
  const detail = await answerOf('viewer', await viewer.request.get(path))
  expect(findCanaries(notForViewers, [detail])).toEqual([])
  for (const asked of [`/api${path}/documents`, '/admin/inquiries/export', '/admin/events'])
    responses.push(await answerOf('viewer', await viewer.request.get(asked)))
  await viewer.goto(`/admin/inquiries?q=${encodeURIComponent(CASE.fullName)}`)

  const reviewer = await open()
  await signIn(reviewer, 'reviewer')
  const shown = await reviewer.request.get(`/api${path}/documents`)
  const identity = await answerOf('reviewer', shown)
  for (const { name, value } of CANARIES.slice(0, 7)) expect(identity.text, name).toContain(value)
  expect(shown.headers()['cache-control']).toBe('no-store')
  for (const page of [customer.page, viewer, reviewer]) {
    const response = await page.request.get(new URL(page.url()).pathname)
    expect(response.headers()['cache-control']).toContain('no-store')
  }
  canaries.push(...(await cookieCanaries(viewer)), ...(await cookieCanaries(reviewer)))

  const rows = await readTables(app.databaseUrl)
  await app.stop()

  // Finding the canaries in the columns that store them by design proves that the search works.
  const kept = canaries.flatMap(({ name, keptIn }) => keptIn.map((where) => `${name} in ${where}`))
  expect([...new Set(findCanaries(canaries, rows))].sort()).toEqual(kept.sort())
  expect(findCanaries(canaries, responses)).toEqual([])
  expect(app.log).toContain('"msg"')
  expect(findCanaries(canaries, [{ where: 'the log', text: app.log }])).toEqual([])
  expect(findCanaries(canaries, readBuild(startedAt))).toEqual([])
})
