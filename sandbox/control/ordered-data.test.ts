// The control API chooses an inquiry's outcome and its customer, document and checks.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Sandbox } from '../index.ts'
import { control, type Merchant } from '../testing/merchant.ts'
import { type Receiver, setUpReceiving } from '../testing/receiver.ts'

let sandbox: Sandbox
let merchant: Merchant
let receiver: Receiver

beforeEach(async () => {
  const scene = await setUpReceiving()
  ;({ sandbox, merchant, receiver } = scene)
  return scene.close
})

const post = (path: string, body: unknown = {}) => control(sandbox, 'POST', path, body)
const statusOf = async (id: string) => (await merchant.status(id)).body

/** What the customer does, until the outcome. */
async function submit(id: string): Promise<void> {
  for (const capability of ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH']) {
    await post(`/inquiries/${id}/capabilities`, { capability })
  }
  expect(sandbox.inquiries.finish(id).ok).toBe(true)
  await post('/clock/advance', { seconds: 3 })
}

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
    const id = await merchant.openedId()
    await post(`/inquiries/${id}/complete`, { outcome: 'APPROVED', ...PERSON })
    expect(await statusOf(id)).toMatchObject({ status: 'APPROVED', identity: IDENTITY })
    const url = (await merchant.documents(id)).text.match(/http[^"]+/)?.[0] ?? ''
    const drawing = await (await sandbox.app.request(url)).text()
    for (const text of ['LOVELACE', '31 JAN 1990', 'X1234567']) expect(drawing).toContain(text)
  })

  test.each(['complete', 'plan'])(
    'with `%s` is refused if the document number cannot be in a machine-readable zone',
    async (act) => {
      const id = await merchant.openedId()
      for (const documentNumber of ['ab-123', 'x1', 'Ä1', '🛂', ' ', 'A'.repeat(21)]) {
        const order = { outcome: 'APPROVED', documentNumber }
        expect((await post(`/inquiries/${id}/${act}`, order)).status).toBe(400)
      }
      const order = { outcome: 'APPROVED', documentNumber: 'L898902C<3' }
      expect((await post(`/inquiries/${id}/${act}`, order)).status).toBe(200)
    },
  )

  test('with `outcomes` does the same for the next inquiry', async () => {
    await post('/outcomes', { outcome: 'NEEDS_REVIEW', ...PERSON, reviewReasons: ['One.', 'Two.'] })
    const id = await merchant.openedId()
    await post(`/inquiries/${id}/complete`, { outcome: 'NEEDS_REVIEW' })
    expect(await statusOf(id)).toMatchObject({
      reviewReasons: ['One.', 'Two.'],
      identity: IDENTITY,
    })
    const next = await merchant.openedId()
    expect(sandbox.store.inquiries.require(next).order).toEqual({})
  })

  test('with `plan` takes effect when the customer submits', async () => {
    const id = await merchant.openedId()
    await post(`/inquiries/${id}/plan`, { outcome: 'NEEDS_REVIEW', reviewReasons: [] })
    await submit(id)
    expect(await statusOf(id)).toMatchObject({ status: 'NEEDS_REVIEW', reviewReasons: [] })
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

describe('a capability that is set to fail', () => {
  test('fails in the hosted flow and fails the inquiry', async () => {
    const id = await merchant.openedId()
    await post(`/inquiries/${id}/plan`, { outcome: null, failedCapabilities: ['FACE_MATCH'] })
    await submit(id)
    expect((await statusOf(id)).status).toBe('FAILED')
    const { results } = sandbox.store.inquiries.require(id)
    expect(results.map(({ succeeded }) => succeeded)).toEqual([true, true, false])
  })

  test('is missing from succeededCapabilities in the approval event (W9)', async () => {
    await post('/outcomes', { outcome: null, failedCapabilities: ['FACE_MATCH'] })
    const id = await merchant.openedId()
    await post(`/inquiries/${id}/complete`, { outcome: 'APPROVED' })
    await sandbox.deliveries.idle()
    const event = JSON.parse(receiver.received[0]?.bytes.toString() ?? '{}')
    expect(event.data.succeededCapabilities).toEqual(['PERSONAL_INFO', 'PASSPORT_SCAN'])
  })
})

test('a scan without pictures does not replace the identity of the one that is shown (D11)', async () => {
  const id = await merchant.openedId()
  const scan = { capability: 'PASSPORT_SCAN' }
  await post(`/inquiries/${id}/capabilities`, { ...scan, documentType: 'passport' })
  const bare = { ...scan, documentType: 'national_id', withoutPictures: true }
  await post(`/inquiries/${id}/capabilities`, bare)
  await post(`/inquiries/${id}/complete`, { outcome: 'APPROVED' })
  const { body } = await merchant.documents(id)
  expect(body.documents).toMatchObject([{ type: 'passport' }, { type: 'selfie' }])
  expect((await statusOf(id)).identity).toMatchObject({ document: { documentType: 'PASSPORT' } })
})
