// The ambiguity matrix: the contract leaves gaps (docs/contract.md, "The gaps"). Whatever the service does there, customers and staff
// see the right state or a clear hold, and an account opens only after an approval.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { POST } from '@/app/api/webhooks/verification/route'
import { startTestDatabase, type TestDatabase } from '@/scripts/test-database'
import { SITE } from '@/site'
import { db } from '../../database/db'
import { sendWithinLimits } from '../../http/send-within-limits'
import { getServicePause } from '../../inquiries/service-gate'
import { env } from '../../runtime/env'
import { log } from '../../runtime/log'
import { createVerificationClient } from '../../verification/client'
import { SECRET_FORMS } from '../../verification/signature'
import { type Bank, type Customer, startBank } from './bank'

let database: TestDatabase
let bank: Bank
let customer: Customer
beforeAll(async () => {
  database = await startTestDatabase()
  bank = await startBank(database.url, POST)
})
beforeEach(async () => {
  await bank.reset()
  customer = bank.newCustomer()
})
afterAll(async () => {
  await bank.stop()
  await database.stop()
})

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const DAY = /^\d{4}-\d\d-\d\d$/
/** Longer than the status endpoint may lag behind an event (N6). */
const LAG_SECONDS = 61

const rows = new Map<string, string[]>()

/**
 * A row of the matrix, or a part of one.
 * @param values each value of the gap, with the expected behaviour of the merchant
 * @param proof runs after the service is set to the value
 */
function gap<Expected>(
  id: string,
  fact: string,
  values: Record<string, Expected>,
  proof: (expected: Expected, value: string) => Promise<void>,
): void {
  rows.set(id, [...(rows.get(id) ?? []), ...Object.keys(values)])
  for (const [value, expected] of Object.entries(values))
    test(`${id} ${value}: ${fact}`, async () => {
      await bank.set(id, value)
      await proof(expected, value)
    })
}

/** For values with the same expected behaviour. */
const same = (values: readonly string[]) => Object.fromEntries(values.map((value) => [value, null]))

async function isApproved(note?: string): Promise<void> {
  await customer.apply(note)
  await customer.completes('APPROVED')
  await customer.sees('approved')
}

const openingError = async () => (await customer.row()).lastError
const outcomes = () => bank.answers.map(({ outcome }) => outcome)
const trail = async () =>
  (await db().auditEntry.findMany({ where: { inquiryId: (await customer.row()).id } })).map(
    ({ action }) => action,
  )
const events = async () =>
  db().webhookEvent.findMany({
    where: { serviceInquiryId: (await customer.row()).serviceInquiryId },
  })

// Values that must make no difference.
for (const [id, values] of [
  [
    'N1',
    ['open-201-status-200', 'open-200-status-200', 'open-202-status-200', 'open-207-status-203'],
  ],
  ['N9', ['any-2xx', 'only-200']],
  ['N21', ['empty-string', 'null', 'omitted']],
  ['N24', ['echoed', 'not-echoed', 'not-carried']],
  ['N27', ['none', 'extra-fields']],
  ['N28', ['ascii', 'unicode']],
  ['N32', ['http-1.1', 'offers-upgrade']],
] as const)
  gap(id, 'an approval is delivered with 200, and opens an account', same(values), async () => {
    await isApproved('Zoë bittet um Rückruf – bald.')
    expect(bank.answers).toEqual([{ status: 200, outcome: 'recorded' }])
    expect((await customer.revealed()).documents.length).toBeGreaterThan(0)
  })

gap(
  'N2',
  'an open whose answer was lost is recovered, or held until an event names the inquiry',
  { replay: 'ready', ignored: 'ready', conflict: 'opening' },
  async (stage) => {
    const lost = {
      target: 'api',
      kind: 'reset-after-commit',
      match: { operation: 'open' },
      count: 3,
    } as const
    await bank.orderFault(lost)
    await customer.apply()
    expect(await customer.current()).toMatchObject({ stage: 'opening', serviceUnreachable: true })
    if (stage === 'ready') await customer.sees('ready')
    else await customer.waits()
    expect(await customer.current()).toMatchObject({ stage })
    await customer.completes('APPROVED')
    await customer.sees('approved')
  },
)

gap(
  'N2',
  'an open that is answered with the same 500 three times is sent with another key',
  { 'keeps-failures': 3 },
  async (answers) => {
    await bank.orderFault({
      target: 'api',
      kind: 'server-error',
      status: 500,
      match: { operation: 'open' },
    })
    await customer.apply()
    for (let answered = 2; answered <= answers; answered++) await customer.waits()
    expect(await customer.current()).toMatchObject({ stage: 'opening' })
    await customer.sees('ready')
    const keys = (await customer.opens()).map(({ key }) => key)
    expect(keys).toHaveLength(answers + 1)
    expect(new Set(keys.slice(0, answers)).size).toBe(1)
    expect(keys.at(-1)).not.toBe(keys[0])
    await customer.completes('APPROVED')
    await customer.sees('approved')
  },
)

gap(
  'N3',
  'staff see why an open was refused, if the service says so, and a FAILED inquiry has no documents',
  {
    'code-message': 'TEMPLATE_NOT_FOUND',
    'nested-error': 'TEMPLATE_NOT_FOUND',
    'errors-list': 'TEMPLATE_NOT_FOUND',
    'problem-json': 'TEMPLATE_NOT_FOUND',
    empty: 'RejectedError',
    html: 'RejectedError',
  },
  async (reason) => {
    const { VERIFICATION_TEMPLATE_ID } = env()
    bank.configure({ VERIFICATION_TEMPLATE_ID: crypto.randomUUID() })
    await customer.apply()
    expect(await customer.current()).toMatchObject({ stage: 'open_failed' })
    expect(await openingError()).toBe(reason)
    bank.configure({ VERIFICATION_TEMPLATE_ID })
    await customer.apply()
    await customer.completes('FAILED')
    await customer.sees('failed')
    expect(await customer.revealed()).toMatchObject({
      status: 'FAILED',
      documents: [],
      identity: {
        declared: expect.arrayContaining([expect.objectContaining({ name: 'fullName' })]),
      },
    })
  },
)

gap(
  'N4',
  'with a disabled revision, the customer sees that opening failed, and can try again once it is enabled',
  same(['422', '400', '404', '409']),
  async () => {
    bank.configure({ VERIFICATION_TEMPLATE_REVISION_ID: bank.tenant.revisionId })
    await bank.enableRevision(false)
    await customer.apply()
    await bank.enableRevision(true)
    expect(await customer.current()).toMatchObject({ stage: 'open_failed' })
    expect(await openingError()).toBe('TEMPLATE_REVISION_NOT_PUBLISHED')
    await isApproved()
  },
)

gap(
  'N5',
  'no transition opens an account that the status does not justify, or ends the watch too early',
  { 'through-completed': null, straight: null, reversal: 'declined', 'unknown-status': 'unknown' },
  async (stage) => {
    await customer.apply()
    await customer.completes('APPROVED')
    if (stage === 'unknown') {
      await customer.sees('unknown')
      await bank.advanceClock(30)
    }
    await customer.sees('approved')
    if (stage !== 'declined') return
    await bank.advanceClock(30)
    await customer.sees('declined')
    expect(await customer.row()).toMatchObject({ grantedAt: null, reversedAt: expect.any(Date) })
  },
)

gap(
  'N6',
  'an event shows at once, and opens no account before a read confirms it, however long the status lags',
  { 'before-event': true, 'after-event': false },
  async (accountOpened) => {
    await customer.apply()
    await customer.completes('APPROVED')
    expect(outcomes()).toEqual(['recorded'])
    await customer.waits()
    expect(await customer.current()).toMatchObject({ stage: 'approved', accountOpened })
    await bank.advanceClock(5)
    await customer.sees('approved')
  },
)

gap(
  'N7',
  'an expired flow leaves no customer waiting, and they can apply again',
  { pending: 'expired', failed: 'failed', declined: 'declined', 'unknown-status': 'expired' },
  async (stage) => {
    await customer.apply()
    await customer.expires()
    await customer.sees(stage)
    await isApproved()
  },
)

gap(
  'N8',
  'a delivery that breaks off is recovered by a retry or by a read, and retries count once',
  { 'five-retries': 1, none: 0, 'burst-of-100': 1 },
  async (arrived) => {
    await bank.orderFault({ target: 'webhook', kind: 'reset' })
    await customer.apply()
    await customer.completes('APPROVED')
    await bank.advanceClock(5)
    expect(outcomes()).toEqual(Array(arrived).fill('recorded'))
    await customer.sees('approved')
  },
)

gap(
  'N10',
  'the order of the events changes nothing',
  { 'as-created': 0, reversed: 6, 'days-late': 3 * 24 * 3_600 },
  async (seconds) => {
    await customer.apply()
    await customer.completes('DECLINED')
    if (seconds > 0) {
      await customer.sees('declined')
      await bank.advanceClock(seconds)
    }
    expect(outcomes()).toEqual(['recorded', 'recorded'])
    await customer.sees('declined')
  },
)

gap(
  'N11',
  'two deliveries of one event count once, whatever their ids',
  same(['new-each-attempt', 'same-each-attempt']),
  async () => {
    await bank.orderFault({ target: 'webhook', kind: 'duplicate' })
    await isApproved()
    expect(outcomes().sort()).toEqual(['duplicate', 'recorded'])
    expect(await events()).toHaveLength(1)
  },
)

gap(
  'N12',
  'a review and a decline are understood by their kind and inquiryId, and unknown data is not kept',
  same(['usual', 'only-inquiry-id', 'extra-fields']),
  async () => {
    await customer.apply()
    await customer.completes('DECLINED')
    await customer.sees('declined')
    expect(outcomes()).toEqual(['recorded', 'recorded'])
    expect(JSON.stringify(await events())).not.toMatch(/riskScore|queue/)
  },
)

gap(
  'N13',
  'an event of an unknown kind is stored, and an approval that isn’t newer opens an account after a minute',
  { 'not-sent': ['inquiry.approved'], 'inquiry.future': ['inquiry.approved', 'inquiry.future'] },
  async (kinds) => {
    await customer.apply()
    await customer.completes('APPROVED')
    await customer.waits()
    const accountOpened = kinds.length === 1
    expect(await customer.current()).toMatchObject({ stage: 'approved', accountOpened })
    await customer.timePasses(LAG_SECONDS)
    await customer.sees('approved')
    expect((await events()).map(({ kind }) => kind).sort()).toEqual(kinds)
  },
)

gap(
  'N14',
  'a reviewer sees every identity field that the service has',
  {
    all: 'PASSPORT',
    some: 'PASSPORT',
    none: null,
    'unknown-document-type': 'RESIDENCE_PERMIT',
  },
  async (documentType) => {
    await isApproved()
    const { identity, documents } = await customer.revealed()
    expect(documents.length).toBeGreaterThan(0)
    if (documentType === null) return expect(identity).toBeNull()
    expect(identity?.declared.map(({ name }) => name)).toContain('fullName')
    expect(identity?.document).toContainEqual({ name: 'documentType', value: documentType })
  },
)

gap(
  'N15',
  'deliveries verify under the form that the bank is set to, and under no other',
  { 'utf8-with-prefix': 'utf8', 'utf8-without-prefix': 'utf8-bare', 'base64-decoded': 'base64' },
  async (right) => {
    for (const form of SECRET_FORMS) {
      bank.answers.length = 0
      bank.configure({ VERIFICATION_WEBHOOK_SECRET_FORM: form })
      customer = bank.newCustomer()
      await isApproved()
      expect(bank.answers[0]?.status, form).toBe(form === right ? 200 : 401)
    }
  },
)

gap(
  'N16',
  'after an unannounced rotation reads still settle, and with both secrets set every delivery counts',
  { 'stops-at-once': 401, 'both-sign': 200 },
  async (status) => {
    const { VERIFICATION_WEBHOOK_SECRET: old } = env()
    const rotated = await bank.rotateSecret()
    await isApproved()
    expect(bank.answers[0]?.status).toBe(status)
    bank.answers.length = 0
    bank.configure({
      VERIFICATION_WEBHOOK_SECRET: rotated,
      VERIFICATION_WEBHOOK_SECRET_PREVIOUS: old,
    })
    customer = bank.newCustomer()
    await isApproved()
    expect(bank.answers[0]?.status).toBe(200)
  },
)

gap(
  'N17',
  'a 429 pauses every call with the key, for a bounded time',
  {
    seconds: MINUTE_MS,
    'http-date': MINUTE_MS,
    missing: MINUTE_MS / 2,
    'a-year': 15 * MINUTE_MS,
  },
  async (longestMs) => {
    await bank.limitRate(1)
    await customer.apply()
    await customer.waits()
    const pause = await getServicePause()
    expect(pause?.reason).toBe('RATE_LIMITED')
    const pauseMs = (pause?.until.getTime() ?? 0) - Date.now()
    expect(pauseMs).toBeGreaterThan(longestMs / 2)
    expect(pauseMs).toBeLessThanOrEqual(longestMs + 1_000)
    await bank.limitRate(null)
    await db().serviceGate.deleteMany()
    await customer.completes('APPROVED')
    await customer.sees('approved')
  },
)

gap(
  'N18',
  'expired document URLs no longer work, and a reviewer gets fresh ones by asking again',
  { '403': 403, '404': 404, '410': 410 },
  async (status) => {
    await isApproved()
    const old = await customer.revealed()
    await bank.advanceClock(301)
    for (const { frontPage } of old.documents)
      expect((await fetch(frontPage ?? '')).status).toBe(status)
    for (const { frontPage } of (await customer.revealed()).documents)
      expect((await fetch(frontPage ?? '')).status).toBe(200)
  },
)

// N19 is about the script in the customer's browser: e2e/stories/refused-flow.spec.ts.
rows.set('N19', ['modal-redirect-popup', 'redirect-only'])

gap(
  'N20',
  'a reviewer gets picture URLs on whichever host the service names',
  { 'own-host': 'localhost', 'other-host': '127.0.0.1' },
  async (host) => {
    await isApproved()
    const { documents } = await customer.revealed()
    for (const { frontPage } of documents) expect(new URL(frontPage ?? '').hostname).toBe(host)
  },
)

gap(
  'N22',
  'with an unknown template, the customer sees that opening failed',
  same(['422', '400', '404']),
  async () => {
    bank.configure({ VERIFICATION_TEMPLATE_ID: crypto.randomUUID() })
    await customer.apply()
    expect(await customer.current()).toMatchObject({ stage: 'open_failed' })
    expect(await openingError()).toBe('TEMPLATE_NOT_FOUND')
  },
)

gap(
  'N23',
  'an id that is not a UUID, which the bank never stores, is an error of its own kind',
  { '404': 'NotFoundError', '400': 'RejectedError' },
  async (name) => {
    const { VERIFICATION_BASE_URL: baseUrl, VERIFICATION_API_KEY: apiKey } = env()
    const client = createVerificationClient({ baseUrl, apiKey, send: sendWithinLimits })
    const call = { inquiryId: 'not-a-uuid', correlationId: crypto.randomUUID() }
    await expect(client.getInquiry(call)).rejects.toMatchObject({ name })
  },
)

gap(
  'N25',
  'the customer sees the time limit that we ask for, or the service’s if it’s shorter, and can complete the check',
  { 'seven-days': 7 * DAY_MS, 'one-hour': 60 * MINUTE_MS, 'thirty-days': 30 * DAY_MS },
  async (lifetimeMs) => {
    await customer.apply()
    await customer.sees('ready')
    const leftMs = Date.parse((await customer.current())?.expiresAt ?? '') - Date.now()
    const grantedMs = Math.min(lifetimeMs, SITE.daysToVerify * DAY_MS)
    expect(Math.abs(leftMs - grantedMs)).toBeLessThan(MINUTE_MS)
    await customer.completes('APPROVED')
    await customer.sees('approved')
  },
)

gap(
  'N26',
  'staff see the reasons of a review as the service gives them, then the decision’s note',
  { 'one-or-more': [1, 1], none: [0, 0], many: [12, 12], 'only-in-review': [1, 0] },
  async ([inReview, onceApproved]) => {
    await customer.apply()
    await customer.completes('NEEDS_REVIEW')
    await customer.sees('in_review')
    expect((await customer.row()).reviewReasons).toHaveLength(inReview ?? 0)
    await customer.timePasses(LAG_SECONDS)
    await customer.decided('APPROVED', 'The pictures match.')
    await customer.sees('approved')
    const { reviewReasons, portalDecisionNote } = await customer.row()
    expect(reviewReasons).toHaveLength(onceApproved ?? 0)
    expect(portalDecisionNote).toBe('The pictures match.')
  },
)

gap(
  'N29',
  'a silent reversal is found by a read a day later, and the grant is withdrawn',
  { never: 'approved', 'silent-failure': 'failed', 'silent-decline': 'declined' },
  async (stage) => {
    await isApproved()
    await bank.advanceClock(3 * 24 * 3_600)
    await customer.timePasses(DAY_MS / 1_000 + 60)
    expect(await customer.current()).toMatchObject({ stage, accountOpened: stage === 'approved' })
    expect((await customer.row()).grantedAt === null).toBe(stage !== 'approved')
  },
)

gap(
  'N31',
  'a picture anywhere but at a configured origin reaches no browser',
  { 'to-the-service': true, elsewhere: false },
  async (isShown) => {
    await isApproved()
    const { documents } = await customer.revealed()
    expect(documents.length).toBeGreaterThan(0)
    for (const { frontPage } of documents) expect(frontPage !== null).toBe(isShown)
  },
)

gap(
  'N30',
  'an approval opens no account beside a review or a decline that its clock may hide, and all is decided after a minute',
  { 'one-clock': true, differ: false, ahead: false, behind: true, 'same-time': false },
  async (isClearlyNewer) => {
    await customer.apply()
    await customer.completes('NEEDS_REVIEW')
    await customer.sees('in_review')
    await customer.decided('APPROVED', 'The pictures match.')
    await customer.waits()
    expect(await customer.current()).toMatchObject({ accountOpened: isClearlyNewer })
    await customer.timePasses(LAG_SECONDS)
    await customer.sees('approved')

    // The decline has arrived, but the status endpoint still says APPROVED.
    customer = bank.newCustomer()
    await bank.set('N6', 'after-event:1')
    await customer.apply()
    await customer.completes('APPROVED')
    await bank.advanceClock(1)
    await customer.decided('DECLINED', 'The document is not the applicant’s own.')
    await customer.waits()
    expect(await customer.current()).toMatchObject({ stage: 'confirming', accountOpened: false })
    await bank.advanceClock(1)
    await customer.timePasses(LAG_SECONDS)
    await customer.sees('declined')
    expect(await trail()).not.toContain('account.granted')
  },
)

gap(
  'N33',
  'the service never has to guess a zone, because each expiresAt names it',
  same(['utc', '400']),
  async () => {
    await isApproved()
    const [{ expiresAt } = {}] = await customer.opens()
    expect(expiresAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
  },
)

gap(
  'N34',
  'an expired key pauses every call, and a new one ends the pause',
  { 'until-revoked': null, 'thirty-days': 'KEY_REFUSED' },
  async (reason) => {
    await customer.apply()
    await customer.sees('ready')
    await customer.completes('APPROVED')
    await bank.advanceClock((30 * DAY_MS) / 1_000)
    await customer.waits()
    expect((await getServicePause())?.reason ?? null).toBe(reason)
    expect(await customer.current()).toMatchObject({ accountOpened: reason === null })
    if (reason !== null) {
      await bank.restartWithNewKey()
      await db().serviceGate.deleteMany()
    }
    await customer.sees('approved')
  },
)

gap(
  'N35',
  'the end of a version changes nothing, and the log says so once',
  { never: 0, announced: 1 },
  async (times) => {
    const warn = vi.spyOn(log, 'warn')
    await isApproved()
    const said = warn.mock.calls.filter(([event]) => event === 'service_deprecated')
    expect(said).toEqual(
      Array(times).fill([
        'service_deprecated',
        { deprecatedAt: expect.stringMatching(DAY), endsAt: expect.stringMatching(DAY) },
      ]),
    )
  },
)

test('every gap of the contract has a row', () => {
  const contract = readFileSync('docs/contract.md', 'utf8')
  const gaps = [...contract.matchAll(/^\| (N\d+) /gm)].map(([, id]) => id)
  expect([...rows.keys()].sort()).toEqual(gaps.sort())
})

test('every value that the service can be set to has a row', async () => {
  for (const { id, values } of await bank.listGaps())
    expect(rows.get(id), id).toEqual(expect.arrayContaining(values))
})
