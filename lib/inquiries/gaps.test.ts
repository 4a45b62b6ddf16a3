// How the app survives the values of the ambiguity matrix that need no screen, on a real database and over real HTTP.
// e2e/fixtures/ambiguity-matrix.ts says where each value of N1–N29 is tested.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { db } from '../db'
import { filledForm } from '../testing/filled-form'
import type { ScriptedAnswer } from '../testing/scripted-service'
import {
  eventOf,
  insertOpenInquiry,
  newApplicant,
  newStaff,
  startTestApp,
  type TestApp,
} from '../testing/test-app'
import { endRead, makeDue, reload, serviceAnswer } from '../testing/test-inquiry'
import { getApplicantInquiry } from './applicant-inquiry'
import { revealInquiry } from './documents'
import { openInquiry } from './open-inquiry'
import { reconcileOne } from './reconcile'
import { recordEvent } from './record-event'
import { getServicePause } from './service-gate'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(() => db().serviceGate.deleteMany())
afterAll(() => app.stop())

const form = filledForm()
const opened = () => ({ status: 201, body: { inquiryId: crypto.randomUUID() } })
const latest = (hash: string) =>
  db().inquiry.findFirstOrThrow({ where: { applicantHash: hash }, orderBy: { id: 'desc' } })

/** The first response to an open is lost, and every reuse of its key is refused. */
async function loseFirstOpen() {
  const applicant = newApplicant()
  app.service.answer((_, nth) =>
    nth === 1 ? 'reset' : { status: 409, body: { code: 'KEY_USED' } },
  )
  await openInquiry(applicant, form)
  return { applicant, row: await latest(applicant.hash) }
}

test('N2 conflict: an open whose response was lost waits, and the event that names its inquiry binds it', async () => {
  const { applicant, row } = await loseFirstOpen()
  expect(await getApplicantInquiry(applicant)).toMatchObject({
    stage: 'opening',
    serviceUnreachable: true,
  })
  await recordEvent(eventOf(row, 'NEEDS_REVIEW', new Date()), null)
  expect(await getApplicantInquiry(applicant)).toMatchObject({ stage: 'submitted' })
})

test('N2 conflict: after five minutes the applicant can start again', async () => {
  const { applicant, row } = await loseFirstOpen()
  const longAgo = new Date(Date.now() - 6 * 60_000)
  await db().inquiry.update({
    where: { id: row.id },
    data: { createdAt: longAgo, nextReadAt: longAgo },
  })
  await reconcileOne(row.id)
  expect(await getApplicantInquiry(applicant)).toMatchObject({ stage: 'open_failed' })
  app.service.answer(opened)
  await openInquiry(applicant, form)
  expect(await getApplicantInquiry(applicant)).toMatchObject({ stage: 'ready' })
})

test.each([
  ['code-message', { code: 'TEMPLATE_REVISION_NOT_PUBLISHED', message: 'No' }],
  ['nested-error', { error: { code: 'TEMPLATE_REVISION_NOT_PUBLISHED' } }],
  ['errors-list', { errors: [{ code: 'TEMPLATE_REVISION_NOT_PUBLISHED' }] }],
  ['problem-json', { type: 'about:blank', status: 422, code: 'TEMPLATE_REVISION_NOT_PUBLISHED' }],
])('N3 %s: staff learn why an open was refused', async (_, body) => {
  const applicant = newApplicant()
  app.service.answer(() => ({ status: 422, body }))
  await openInquiry(applicant, form)
  expect(await latest(applicant.hash)).toMatchObject({
    openState: 'OPEN_FAILED',
    openError: 'TEMPLATE_REVISION_NOT_PUBLISHED',
  })
})

const WITHOUT_CODE: [string, ScriptedAnswer['body']][] = [
  ['empty', undefined],
  ['html', '<!doctype html><title>403</title>'],
]

test.each(WITHOUT_CODE)(
  'N3 %s: a refused open fails, and a failed read is retried',
  async (_, body) => {
    const applicant = newApplicant()
    app.service.answer(() => ({ status: 422, body }))
    await openInquiry(applicant, form)
    expect(await getApplicantInquiry(applicant)).toMatchObject({ stage: 'open_failed' })

    const row = await insertOpenInquiry()
    app.service.answer(() => ({ status: 500, body }))
    await db().inquiry.update({ where: { id: row.id }, data: { nextReadAt: new Date(0) } })
    await reconcileOne(row.id)
    expect(await db().inquiry.findUniqueOrThrow({ where: { id: row.id } })).toMatchObject({
      readError: 'UnavailableError',
      nextReadAt: expect.any(Date),
    })
  },
)

test.each(WITHOUT_CODE)(
  'N3 %s: a 403 without a code means "no documents" only if the status allows none',
  async (_, body) => {
    const row = await insertOpenInquiry()
    const identity = { personalInfo: { fullName: 'Zoe Example' } }
    let status = 'FAILED'
    app.service.answer(({ path }) =>
      path.endsWith('/documents')
        ? { status: 403, body }
        : { body: { ...serviceAnswer(row, status), identity } },
    )
    // S3: FAILED may come with an identity, and the reviewer has to see it.
    expect(await revealInquiry(newStaff('REVIEWER'), row.id)).toMatchObject({
      ok: true,
      revealed: {
        status: 'FAILED',
        documentsUnavailable: 'not_approved',
        identity: { declared: [{ name: 'fullName', value: 'Zoe Example' }] },
      },
    })
    status = 'APPROVED'
    expect(await revealInquiry(newStaff('REVIEWER'), row.id)).toEqual({
      ok: false,
      error: 'unavailable',
    })
  },
)

test.each(['ON-HOLD', 'Under review', 'APPROVED\0', 'X'.repeat(65), ''])(
  'N5: an unknown status of any shape withdraws an approval: %j',
  async (status) => {
    const row = await insertOpenInquiry()
    await endRead(row, 'APPROVED')
    app.service.answer(() => ({ body: serviceAnswer(row, status) }))
    await makeDue(row)
    await reconcileOne(row.id)
    expect(await reload(row)).toMatchObject({ grantedAt: null, readError: null })
    expect(await getApplicantInquiry({ hash: row.applicantHash })).toMatchObject({
      stage: 'unknown',
    })
  },
)

test.each([422, 400, 404, 409])(
  'N4 %i: if the revision is not published, the applicant sees that opening failed and can try again',
  async (status) => {
    const applicant = newApplicant()
    app.service.answer(() => ({ status, body: { code: 'TEMPLATE_REVISION_NOT_PUBLISHED' } }))
    await openInquiry(applicant, form)
    expect(await getApplicantInquiry(applicant)).toMatchObject({ stage: 'open_failed' })
    app.service.answer(opened)
    await openInquiry(applicant, form)
    expect(await getApplicantInquiry(applicant)).toMatchObject({ stage: 'ready' })
  },
)

test.each([
  ['N22', 422, 'TEMPLATE_NOT_FOUND'],
  ['N22', 400, 'TEMPLATE_NOT_FOUND'],
  ['N22', 404, 'TEMPLATE_NOT_FOUND'],
  ['N24 rejected', 400, 'INVALID_CORRELATION_ID'],
])('%s: after %i %s, the applicant sees that opening failed', async (_, status, code) => {
  const applicant = newApplicant()
  app.service.answer(() => ({ status, body: { code } }))
  await openInquiry(applicant, form)
  expect(await getApplicantInquiry(applicant)).toMatchObject({ stage: 'open_failed' })
})

const MINUTE_MS = 60_000
/** A pause is read a moment after it began. */
const TOLERANCE_MS = 5_000
const retryAfter = (value: string) => ({ 'retry-after': value })

const RETRY_AFTERS: [string, () => Record<string, string>, number][] = [
  ['seconds', () => retryAfter('120'), 2 * MINUTE_MS],
  [
    'http-date',
    () => retryAfter(new Date(Date.now() + 2 * MINUTE_MS).toUTCString()),
    2 * MINUTE_MS,
  ],
  ['missing', () => ({}), MINUTE_MS / 2],
  ['a-year', () => retryAfter(String(365 * 24 * 3_600)), 15 * MINUTE_MS],
]

test.each(RETRY_AFTERS)(
  'N17 %s: all calls with the key pause, for a bounded time',
  async (_, header, ms) => {
    const row = await insertOpenInquiry()
    const headers = header()
    app.service.answer(() => ({ status: 429, headers }))
    await db().inquiry.update({ where: { id: row.id }, data: { nextReadAt: new Date(0) } })
    await reconcileOne(row.id)
    const pause = await getServicePause(new Date())
    const waitMs = (pause?.until.getTime() ?? 0) - Date.now()
    expect(waitMs).toBeLessThanOrEqual(ms)
    expect(waitMs).toBeGreaterThan(ms - TOLERANCE_MS)
  },
)
