import { randomUUID } from 'node:crypto'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { FIELDS } from '../application-form'
import { db } from '../database/db'
import { getServicePause, RESERVE } from '../inquiries/service-gate'
import { env } from '../runtime/env'
import { log } from '../runtime/log'
import type { ScriptedAnswer } from '../testing/scripted-service'
import { insertOpenInquiry, newStaff, withTestApp } from '../testing/test-app'
import { revealInquiry } from './reveal-inquiry'

const app = withTestApp()
// The demo's limit is a hundred times higher.
beforeEach(() => void Object.assign(env(), { STAFF_SIGN_IN: 'oidc' }))

const auditOf = (id: string) => db().auditEntry.findMany({ where: { inquiryId: id } })

test.each([
  'https://elsewhere.example/1',
  'http://localhost:3000/admin/inquiries/export',
  '/admin/inquiries/export',
  'javascript:alert(1)',
])(
  'a picture at %s, which is of no configured origin, never reaches a browser',
  async (frontPage) => {
    const row = await insertOpenInquiry()
    const backPage = 'https://a.example/2'
    serve(row, withDocuments(row, [{ type: 'passport', frontPage, backPage }]))
    expect(await revealInquiry(newStaff('REVIEWER'), row.id)).toMatchObject({
      revealed: { documents: [{ type: 'passport', frontPage: null, backPage }] },
    })
  },
)

/** Serves an approved status (S1), and `documents` from the documents endpoint. */
function serve(
  row: { serviceInquiryId: string | null; referenceId: string },
  documents: ScriptedAnswer,
  identity?: object,
) {
  const { serviceInquiryId, referenceId } = row
  app.service.answer(({ path }) =>
    path.endsWith('/documents')
      ? documents
      : {
          body: {
            inquiryId: serviceInquiryId,
            referenceId,
            status: 'APPROVED',
            reviewReasons: [],
            identity,
          },
        },
  )
}
const FIVE_MINUTES_MS = 5 * 60_000
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const withDocuments = (
  row: { serviceInquiryId: string | null },
  documents: object[],
  urlExpiresAt: unknown = inMs(FIVE_MINUTES_MS),
): ScriptedAnswer => ({
  body: { inquiryId: row.serviceInquiryId, status: 'APPROVED', urlExpiresAt, documents },
})

test('a reviewer sees identity and documents, and the view is in the audit trail', async () => {
  const row = await insertOpenInquiry()
  const pages = ['frontPage', 'backPage']
  const card = { type: 'national_id', supportedPageTypes: pages, frontPage: 'https://a.example/1' }
  const selfie = { type: 'selfie', frontPage: 'https://a.example/2' }
  const urlExpiresAt = inMs(FIVE_MINUTES_MS)
  serve(row, withDocuments(row, [card, selfie], urlExpiresAt), {
    personalInfo: { fullName: 'Zoë', country: 'UT' },
    document: { dateOfBirth: '01-02-1990', addressDetails: { city: 'Amaurot' } },
  })
  const reviewer = newStaff('REVIEWER')
  expect(await revealInquiry(reviewer, row.id)).toEqual({
    ok: true,
    revealed: {
      status: 'APPROVED',
      urlExpiresAt,
      expiresInMs: expect.any(Number),
      documents: [
        {
          type: 'national_id',
          frontPage: 'https://a.example/1',
          backPage: null,
          hasBackPage: true,
        },
        { type: 'selfie', frontPage: 'https://a.example/2', backPage: null, hasBackPage: false },
      ],
      identity: {
        declared: [
          { name: 'fullName', value: 'Zoë' },
          { name: 'country', value: 'UT' },
        ],
        document: [{ name: 'dateOfBirth', value: '01-02-1990' }],
        address: [{ name: 'city', value: 'Amaurot' }],
      },
      personal: [],
    },
  })
  const path = `/api/v1/customer/inquiries/${row.serviceInquiryId}`
  expect(app.service.requests.map((request) => request.path)).toEqual([path, `${path}/documents`])
  expect(await auditOf(row.id)).toContainEqual(
    expect.objectContaining({
      actor: reviewer.id,
      action: 'identity.revealed',
      outcome: 'allowed',
    }),
  )
})

test.each<[string, () => unknown, number]>([
  ['the time that its links have left', () => inMs(120_000), 120_000],
  ['a few seconds, if they have no more', () => inMs(4_000), 4_000],
  ['five minutes, if they claim an hour (D7)', () => inMs(3_600_000), FIVE_MINUTES_MS],
  ['five minutes, if no time is given (D7)', () => undefined, FIVE_MINUTES_MS],
  ['five minutes, if the time can’t be read', () => 'in a while', FIVE_MINUTES_MS],
])('a reveal is shown for %s', async (_, urlExpiresAt, ms) => {
  const row = await insertOpenInquiry()
  serve(row, withDocuments(row, PASSPORT, urlExpiresAt()))
  const result = await revealInquiry(newStaff('REVIEWER'), row.id)
  if (!result.ok) throw new Error(result.error)
  expect(result.revealed.expiresInMs).toBeLessThanOrEqual(ms)
  expect(result.revealed.expiresInMs).toBeGreaterThan(ms - 3_000)
})

test('URLs that have expired on arrival are refused, and the log says by how much', async () => {
  const warn = vi.spyOn(log, 'warn')
  const row = await insertOpenInquiry()
  serve(row, withDocuments(row, PASSPORT, inMs(-60_000)), PERSON)
  const reviewer = newStaff('REVIEWER')
  expect(await revealInquiry(reviewer, row.id)).toEqual({ ok: false, error: 'links_expired' })
  const { id: inquiry, correlationId } = row
  const lateMs = expect.closeTo(60_000, -4)
  expect(warn.mock.calls).toEqual([['document_urls_expired', { inquiry, correlationId, lateMs }]])
  // Without documents, no URL can expire.
  serve(row, withDocuments(row, [], inMs(-60_000)), PERSON)
  const revealed = { documents: [], urlExpiresAt: null, expiresInMs: FIVE_MINUTES_MS }
  expect(await revealInquiry(reviewer, row.id)).toMatchObject({ ok: true, revealed })
})

test('an audited reveal shows the personal fields of the form', async () => {
  FIELDS.note.isPersonal = true
  onTestFinished(() => void delete FIELDS.note.isPersonal)
  const row = await insertOpenInquiry({ note: '1990-01-31' })
  serve(row, withDocuments(row, []))
  const reviewer = newStaff('REVIEWER')
  const personal = [{ name: 'note', value: '1990-01-31' }]
  expect(await revealInquiry(reviewer, row.id)).toMatchObject({ revealed: { personal } })
  expect(await auditOf(row.id)).toContainEqual(
    expect.objectContaining({ actor: reviewer.id, action: 'identity.revealed' }),
  )
  expect(await revealInquiry(newStaff('VIEWER'), row.id)).toEqual({
    ok: false,
    error: 'forbidden',
  })
})

test.each([
  ['another status than ours makes a read due', 'NEEDS_REVIEW', true],
  ['our status makes none', 'APPROVED', false],
])('a reveal that sees %s, and changes nothing itself', async (_, status, urgent) => {
  const row = await insertOpenInquiry({ status })
  serve(row, withDocuments(row, []))
  expect(await revealInquiry(newStaff('REVIEWER'), row.id)).toMatchObject({ ok: true })
  const after = await db().inquiry.findUniqueOrThrow({ where: { id: row.id } })
  expect(after).toMatchObject({ status, urgent, version: 0 })
  expect(after.dueAt !== null).toBe(urgent)
})

test('a viewer is refused before the service is called, and the refusal is audited', async () => {
  const row = await insertOpenInquiry()
  serve(row, withDocuments(row, []))
  expect(await revealInquiry(newStaff('VIEWER'), row.id)).toEqual({ ok: false, error: 'forbidden' })
  expect(app.service.requests).toEqual([])
  expect(await auditOf(row.id)).toMatchObject([{ outcome: 'refused' }])
})

test('documents are asked for only with a status that has them (D2)', async () => {
  const { id, serviceInquiryId, referenceId } = await insertOpenInquiry()
  app.service.answer(() => ({
    body: { inquiryId: serviceInquiryId, referenceId, status: 'FAILED', identity: {} },
  }))
  expect(await revealInquiry(newStaff('REVIEWER'), id)).toMatchObject({
    revealed: {
      status: 'FAILED',
      documents: [],
      urlExpiresAt: null,
      expiresInMs: FIVE_MINUTES_MS,
      identity: { declared: [] },
    },
  })
  expect(app.service.requests).toHaveLength(1)
})

test('if the status changes during a reveal, the identity is shown without documents, and a read follows', async () => {
  const row = await insertOpenInquiry({ status: 'NEEDS_REVIEW' })
  const { serviceInquiryId, referenceId, status } = row
  app.service.answer(({ path }) =>
    path.endsWith('/documents')
      ? { status: 403, body: { code: 'INQUIRY_NOT_APPROVED' } }
      : { body: { inquiryId: serviceInquiryId, referenceId, status, identity: {} } },
  )
  expect(await revealInquiry(newStaff('REVIEWER'), row.id)).toMatchObject({
    revealed: { status, documents: [], identity: { declared: [] } },
  })
  const after = await db().inquiry.findUniqueOrThrow({ where: { id: row.id } })
  expect(after).toMatchObject({ status, urgent: true })
})

test.each([
  [404, 'not_found'],
  [403, 'unavailable'],
  [401, 'unavailable'],
])('a %i response means %s', async (status, error) => {
  const row = await insertOpenInquiry()
  serve(row, { status })
  expect(await revealInquiry(newStaff('REVIEWER'), row.id)).toEqual({ ok: false, error })
})

test('an inquiry that was never opened has nothing to reveal', async () => {
  const row = await insertOpenInquiry({ serviceInquiryId: null })
  const reviewer = newStaff('REVIEWER')
  expect(await revealInquiry(reviewer, row.id)).toEqual({ ok: false, error: 'not_opened' })
  expect(await revealInquiry(reviewer, randomUUID())).toEqual({ ok: false, error: 'not_found' })
})

const ANOTHER = '00000000-0000-4000-8000-000000000001'
const PERSON = { personalInfo: { fullName: 'Somebody Else' } }
const PASSPORT = [{ type: 'passport', frontPage: 'https://a.example/else' }]

test('a response about another inquiry reveals neither identity nor documents', async () => {
  const row = await insertOpenInquiry()
  serve({ ...row, serviceInquiryId: ANOTHER }, withDocuments(row, PASSPORT), PERSON)
  const unavailable = { ok: false, error: 'unavailable' }
  expect(await revealInquiry(newStaff('REVIEWER'), row.id)).toEqual(unavailable)
  serve({ ...row, referenceId: 'another' }, withDocuments(row, PASSPORT), PERSON)
  expect(await revealInquiry(newStaff('REVIEWER'), row.id)).toEqual(unavailable)
  serve(row, withDocuments({ serviceInquiryId: ANOTHER }, PASSPORT))
  expect(await revealInquiry(newStaff('REVIEWER'), row.id)).toEqual(unavailable)
})

test('a 429 (D5) or 401 to a reveal pauses every call with the key, and a pause stops reveals too', async () => {
  const row = await insertOpenInquiry()
  app.service.answer(() => ({ status: 429, headers: { 'retry-after': '600' } }))
  const limited = await revealInquiry(newStaff('REVIEWER'), row.id)
  expect(limited).toEqual({ ok: false, error: 'rate_limited', retryAfterMs: 600_000 })
  expect(await getServicePause()).toMatchObject({ reason: 'RATE_LIMITED' })

  app.service.answer(() => ({ status: 404 }))
  const paused = await revealInquiry(newStaff('REVIEWER'), row.id)
  if (paused.ok || paused.retryAfterMs === undefined) throw new Error('not paused')
  expect(paused.error).toBe('rate_limited')
  expect(paused.retryAfterMs).toBeGreaterThan(500_000)
  expect(paused.retryAfterMs).toBeLessThanOrEqual(600_000)
  expect(app.service.requests).toEqual([])

  await db().serviceGate.deleteMany()
  app.service.answer(() => ({ status: 401 }))
  const refused = { ok: false, error: 'unavailable' }
  expect(await revealInquiry(newStaff('REVIEWER'), row.id)).toEqual(refused)
  expect(await revealInquiry(newStaff('REVIEWER'), row.id)).toEqual(refused)
  expect(app.service.requests).toHaveLength(1)
})

test('a member of staff may reveal ten times a minute, and the audit trail shows the refusals', async () => {
  const [eager, other] = [newStaff('REVIEWER'), newStaff('REVIEWER')]
  const row = await insertOpenInquiry()
  serve(row, withDocuments(row, []))
  for (let n = 0; n < 10; n++)
    expect(await revealInquiry(eager, row.id)).toMatchObject({ ok: true })
  const refused = { ok: false, error: 'rate_limited', retryAfterMs: 60_000 }
  expect(await revealInquiry(eager, row.id)).toEqual(refused)
  expect(app.service.requests).toHaveLength(20)
  expect((await auditOf(row.id)).filter(({ outcome }) => outcome === 'refused')).toHaveLength(1)
  expect(await revealInquiry(other, row.id)).toMatchObject({ ok: true })
})

test('reveals don’t use the reserve, so that they never delay an approval', async () => {
  Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: 10 })
  await db().serviceGate.create({ data: { id: 1, tokens: RESERVE } })
  const row = await insertOpenInquiry()
  serve(row, withDocuments(row, []))
  expect(await revealInquiry(newStaff('REVIEWER'), row.id)).toMatchObject({ error: 'rate_limited' })
  expect(app.service.requests).toHaveLength(0)
  await db().serviceGate.updateMany({ data: { tokens: RESERVE + 1 } })
  expect(await revealInquiry(newStaff('REVIEWER'), row.id)).toMatchObject({ ok: true })
})
