// How each value changes the merchant API's responses and the data of events.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type GapTrial, startGapTrial } from '../../testing/gap-trial.ts'
import { INQUIRIES } from '../../testing/merchant.ts'
import { DEMO_TENANT } from '../seed.ts'

let trial: GapTrial
beforeEach(async () => {
  trial = await startGapTrial()
})
afterEach(() => trial.close())

test.each([
  ['open-201-status-200', 201, 200],
  ['open-200-status-200', 200, 200],
  ['open-202-status-200', 202, 200],
  ['open-207-status-203', 207, 203],
])('N1 %s: an open gets %i and a status read %i', async (value, open, status) => {
  await trial.set('N1', value)
  const opened = await trial.merchant.open()
  expect(opened.status).toBe(open)
  expect((await trial.merchant.status(String(opened.body.inquiryId))).status).toBe(status)
})

test.each([
  ['ignored', 201, 2],
  ['conflict', 409, 1],
])('N2 %s: a repeated open gets %i, and %i are stored', async (value, status, inquiries) => {
  await trial.set('N2', value)
  const headers = { 'idempotency-key': 'k' }
  await trial.merchant.open({}, headers)
  expect((await trial.merchant.open({}, headers)).status).toBe(status)
  expect(trial.sandbox.store.inquiries.values()).toHaveLength(inquiries)
})

test.each([
  ['nested-error', 'application/json', { error: { code: 'INQUIRY_NOT_APPROVED' } }],
  ['errors-list', 'application/json', { errors: [{ code: 'INQUIRY_NOT_APPROVED' }] }],
  ['problem-json', 'application/problem+json', { code: 'INQUIRY_NOT_APPROVED', status: 403 }],
])('N3 %s is the form of an error, as %s', async (value, contentType, body) => {
  await trial.set('N3', value)
  const refused = await trial.merchant.documents(await trial.merchant.openedId())
  expect(refused.status).toBe(403)
  expect(refused.headers.get('content-type')).toBe(contentType)
  expect(refused.body).toMatchObject(body)
})

test('N3 empty and html carry no JSON', async () => {
  const id = await trial.merchant.openedId()
  await trial.set('N3', 'empty')
  expect((await trial.merchant.documents(id)).text).toBe('')
  await trial.set('N3', 'html')
  const page = await trial.merchant.documents(id)
  expect(page.status).toBe(403)
  expect(page.headers.get('content-type')).toContain('text/html')
})

test.each(['422', '400', '404', '409'])(
  'N4 %s is the status for a disabled revision',
  async (value) => {
    await trial.set('N4', value)
    const revision = trial.sandbox.store.revisions.require(DEMO_TENANT.revisionId)
    trial.sandbox.store.revisions.put({ ...revision, enabled: false })
    const { status, body } = await trial.merchant.open({ templateRevisionId: revision.id })
    expect(status).toBe(Number(value))
    expect(body.code).toBe('TEMPLATE_REVISION_NOT_PUBLISHED')
  },
)

test('N12 only-inquiry-id sends nothing but the inquiryId, and extra-fields adds unknown fields', async () => {
  await trial.set('N12', 'only-inquiry-id')
  const inquiryId = await trial.complete('NEEDS_REVIEW')
  await trial.set('N12', 'extra-fields')
  await trial.complete('NEEDS_REVIEW')
  const [only, more] = trial.events()
  expect(only).toMatchObject({ type: 'inquiry.review_in_progress' })
  expect(only.data).toEqual({ inquiryId })
  expect(more.data).toMatchObject({ status: 'NEEDS_REVIEW', riskScore: 0.42 })
})

test.each([
  ['some', { personalInfo: { fullName: expect.any(String) } }],
  ['unknown-document-type', { document: { documentType: 'RESIDENCE_PERMIT' } }],
])('N14 %s changes the identity', async (value, identity) => {
  await trial.set('N14', value)
  expect(
    (await trial.merchant.status(await trial.complete('APPROVED'))).body.identity,
  ).toMatchObject(identity)
})

test('N14 none: an approved inquiry has no identity', async () => {
  await trial.set('N14', 'none')
  expect((await trial.merchant.status(await trial.complete('APPROVED'))).body).not.toHaveProperty(
    'identity',
  )
})

test.each([
  ['seconds', /^60$/],
  ['http-date', /GMT$/],
  ['a-year', /^31536000$/],
  ['missing', null],
])('N17 %s is the form of Retry-After', async (value, form) => {
  await trial.set('N17', value)
  const tenant = trial.sandbox.store.tenants.require(DEMO_TENANT.id)
  trial.sandbox.store.tenants.put({ ...tenant, rateLimitPerMinute: 1 })
  await trial.merchant.open()
  const limited = await trial.merchant.open()
  expect(limited.status).toBe(429)
  const retryAfter = limited.headers.get('retry-after')
  if (form === null) expect(retryAfter).toBeNull()
  else expect(retryAfter).toMatch(form)
})

test.each(['403', '404', '410'])(
  'N18 %s is the status for an expired document URL',
  async (value) => {
    await trial.set('N18', value)
    const { body } = await trial.merchant.documents(await trial.complete('APPROVED'))
    const url = JSON.stringify(body).match(/http[^"]+/)?.[0] ?? ''
    await trial.advance(300)
    expect((await trial.sandbox.app.request(url)).status).toBe(Number(value))
  },
)

test('N20 other-host, N31 elsewhere: picture URLs name another origin', async () => {
  const id = await trial.complete('APPROVED')
  const origin = async () => {
    const { body } = await trial.merchant.get(`${INQUIRIES}/${id}/documents`)
    return new URL(JSON.stringify(body).match(/http[^"]+/)?.[0] ?? '').origin
  }
  expect(await origin()).toBe('http://localhost:4000')
  await trial.set('N20', 'other-host')
  expect(await origin()).toBe('http://127.0.0.1:4000')
  await trial.set('N31', 'elsewhere')
  expect(await origin()).toBe('https://elsewhere.example')
})

test.each([
  ['null', null],
  ['empty-string', ''],
  ['omitted', undefined],
])('N21 %s is how a missing referenceId and note read', async (value, expected) => {
  await trial.set('N21', value)
  const id = await trial.complete('APPROVED')
  const { body } = await trial.merchant.status(id)
  expect(body.referenceId).toBe(expected)
  expect(body.note).toBe(expected)
  expect(Object.hasOwn(body, 'note')).toBe(value !== 'omitted')
  expect(trial.events()[0].data.referenceId).toBe(expected)
})

test.each(['422', '400', '404'])('N22 %s is the status for an unknown template', async (value) => {
  await trial.set('N22', value)
  const { status, body } = await trial.merchant.open({ inquiryTemplateId: crypto.randomUUID() })
  expect(status).toBe(Number(value))
  expect(body.code).toBe('TEMPLATE_NOT_FOUND')
})

test.each(['404', '400'])(
  'N23 %s is the status for an inquiryId that is not a UUID',
  async (value) => {
    await trial.set('N23', value)
    expect((await trial.merchant.status('not-a-uuid')).status).toBe(Number(value))
    expect((await trial.merchant.documents('not-a-uuid')).status).toBe(400)
  },
)

test('N23 404: an id that is not a UUID gets the same response as an unknown one', async () => {
  const given = { 'x-correlation-id': 'same' }
  const odd = await trial.merchant.get(`${INQUIRIES}/not-a-uuid`, given)
  const unknown = await trial.merchant.get(`${INQUIRIES}/${crypto.randomUUID()}`, given)
  expect(odd.text).toBe(unknown.text)
})

test.each([
  ['not-echoed', 200],
  ['rejected', 400],
])('N24 %s: a read with a correlation id gets %i', async (value, expected) => {
  const id = await trial.merchant.openedId()
  await trial.set('N24', value)
  const given = { 'x-correlation-id': 'trace-1' }
  const read = await trial.merchant.get(`${INQUIRIES}/${id}`, given)
  expect(read.status).toBe(expected)
  if (value === 'not-echoed') expect(read.headers.has('x-correlation-id')).toBe(false)
  expect((await trial.merchant.get(`${INQUIRIES}/${id}`)).status).toBe(200)
})

test('N27 extra-fields adds unknown fields at every level', async () => {
  const id = await trial.complete('APPROVED')
  await trial.set('N27', 'extra-fields')
  const novel = { xNovelty: { level: 7 } }
  const document = { ...novel, addressDetails: novel }
  expect((await trial.merchant.status(id)).body).toMatchObject({
    ...novel,
    status: 'APPROVED',
    identity: { ...novel, personalInfo: novel, document },
  })
  expect((await trial.merchant.documents(id)).body).toMatchObject({
    ...novel,
    documents: [novel, novel],
  })
})

test.each([
  ['ascii', 400],
  ['unicode', 201],
])('N28 %s: a reference with letters beyond ASCII gets %i', async (value, expected) => {
  await trial.set('N28', value)
  const opened = await trial.merchant.open({ referenceId: 'Größe-王', note: 'Ein schöner Gruß.' })
  expect(opened.status).toBe(expected)
  expect((await trial.merchant.open({ referenceId: 'a b' })).status).toBe(400)
  expect((await trial.merchant.open({ note: 'a#b' })).status).toBe(400)
})
