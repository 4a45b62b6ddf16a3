// Through the control API, a test chooses an inquiry's outcome and its customer, document and checks.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Sandbox } from '../index.ts'
import { control, type Merchant, setUp } from '../testing/merchant.ts'

let sandbox: Sandbox
let merchant: Merchant

beforeEach(() => {
  ;({ sandbox, merchant } = setUp())
})

const post = (path: string, body: unknown = {}) => control(sandbox, 'POST', path, body)
const statusOf = async (id: string) => (await merchant.status(id)).body

const PERSON = {
  fullName: 'Ada Lovelace',
  dateOfBirth: '1990-01-31',
  country: 'FR',
  documentType: 'national_id',
  documentNumber: 'X1234567',
  dateOfIssue: '2015-06-01',
  dateOfExpiry: '2025-06-01',
}
const IDENTITY = {
  personalInfo: { fullName: 'Ada Lovelace', country: 'FR' },
  document: {
    addressDetails: { country: 'FR' },
    documentType: 'NATIONAL_ID',
    fullName: 'Ada Lovelace',
    dateOfBirth: '31-01-1990',
    documentNumber: 'X1234567',
    dateOfIssue: '01-06-2015',
    dateOfExpiry: '01-06-2025',
  },
}

describe('an order', () => {
  test("with `complete` sets the customer's data and the document", async () => {
    const id = await merchant.completedId('APPROVED', PERSON)
    expect(await statusOf(id)).toMatchObject({ status: 'APPROVED', identity: IDENTITY })
    const picture = await sandbox.app.request(await merchant.pictureUrl(id))
    const drawing = await picture.text()
    for (const text of ['LOVELACE', '31 JAN 1990', 'X1234567']) expect(drawing).toContain(text)
  })

  test('is refused if the document number cannot be in a machine-readable zone', async () => {
    const id = await merchant.openedId()
    const path = `/inquiries/${id}/complete`
    for (const documentNumber of ['ab-123', 'x1', 'Ä1', '🛂', ' ', 'A'.repeat(21)]) {
      expect((await post(path, { outcome: 'APPROVED', documentNumber })).status).toBe(400)
    }
    const order = { outcome: 'APPROVED', documentNumber: 'L898902C<3' }
    expect((await post(path, order)).status).toBe(200)
  })

  test('with `outcomes` does the same for the next inquiry', async () => {
    await post('/outcomes', { outcome: 'NEEDS_REVIEW', ...PERSON, reviewReasons: ['One.', 'Two.'] })
    const id = await merchant.completedId('NEEDS_REVIEW')
    expect(await statusOf(id)).toMatchObject({
      reviewReasons: ['One.', 'Two.'],
      identity: IDENTITY,
    })
    const next = await merchant.openedId()
    expect(sandbox.store.inquiries.require(next).order).toEqual({})
  })

  test.each([
    ['a country of three letters', { country: 'FRA' }],
    ['a day that does not exist', { dateOfBirth: '1990-02-30' }],
    ['an unknown field', { colour: 'green' }],
  ])('with %s is a 400', async (_, order) => {
    const id = await merchant.openedId()
    const { status } = await post(`/inquiries/${id}/complete`, { outcome: 'APPROVED', ...order })
    expect(status).toBe(400)
  })
})

test('a capability that is planned to fail fails in the hosted flow, and fails the inquiry', async () => {
  const id = await merchant.openedId()
  await post(`/inquiries/${id}/plan`, { outcome: null, failedCapabilities: ['FACE_MATCH'] })
  for (const capability of ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH']) {
    await post(`/inquiries/${id}/capabilities`, { capability })
  }
  expect(sandbox.inquiries.finish(id).ok).toBe(true)
  await post('/clock/advance', { seconds: 3 })
  expect((await statusOf(id)).status).toBe('FAILED')
  const { results } = sandbox.store.inquiries.require(id)
  expect(results.map(({ succeeded }) => succeeded)).toEqual([true, true, false])
})

test.each([
  ['APPROVED', {}, 1],
  ['NEEDS_REVIEW', { documentFullName: 'Celia Hollis' }, 1],
  ['NEEDS_REVIEW', {}, 2],
])(
  'for %s with %o, there are %i different selfies, because a doubt about it can be seen',
  async (outcome, order, selfies) => {
    const id = await merchant.openedId()
    await post(`/inquiries/${id}/capabilities`, { capability: 'PERSONAL_INFO', ...order })
    await post(`/inquiries/${id}/capabilities`, { capability: 'FACE_MATCH' })
    await post(`/inquiries/${id}/complete`, { outcome, ...order })
    const drawings = sandbox.store.artifacts
      .listBy('inquiry', id)
      .filter(({ type }) => type === 'selfie')
      .map((artifact) => String(sandbox.pictures.read(artifact.id)))
    expect(new Set(drawings).size).toBe(selfies)
  },
)
