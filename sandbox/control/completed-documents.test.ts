import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Sandbox } from '../index.ts'
import { succeededCapabilities } from '../service/events.ts'
import { control, type Merchant, merchantOf, setUp } from '../testing/merchant.ts'

const credentialsSchema = z.object({ apiKey: z.string(), templateId: z.string() })

let sandbox: Sandbox
let merchant: Merchant

beforeEach(() => {
  ;({ sandbox, merchant } = setUp())
})
afterEach(() => sandbox.close())

const post = (path: string, body: unknown = {}) => control(sandbox, 'POST', path, body)

describe('documents of a completed inquiry', () => {
  async function documentsAfter(completion: object) {
    const id = await merchant.openedId()
    await post(`/inquiries/${id}/complete`, { outcome: 'APPROVED', ...completion })
    const { body } = await merchant.documents(id)
    if (!Array.isArray(body.documents)) throw new Error('no documents')
    return body.documents
  }

  test.each(['national_id', 'driving_license'])('%s has two pages (D9)', async (documentType) => {
    const [document] = await documentsAfter({ documentType })
    expect(document).toMatchObject({
      type: documentType,
      supportedPageTypes: ['frontPage', 'backPage'],
      backPage: expect.any(String),
    })
  })

  test('omit the back page if it is unavailable (D10)', async () => {
    const [document] = await documentsAfter({ documentType: 'national_id', withoutBackPage: true })
    expect(document).toMatchObject({ supportedPageTypes: ['frontPage', 'backPage'] })
    expect(document).not.toHaveProperty('backPage')
  })

  test('omit a type whose scan did not succeed (D11)', async () => {
    const documents = await documentsAfter({ failedCapabilities: ['FACE_MATCH'] })
    expect(documents.map(({ type }) => type)).toEqual(['passport'])
  })

  test('can be an empty list (D12)', async () => {
    expect(await documentsAfter({ withoutPictures: true })).toEqual([])
  })

  test('are the newest successful scan of each capability (D11)', async () => {
    const id = await merchant.openedId()
    const scan = { capability: 'PASSPORT_SCAN' }
    await post(`/inquiries/${id}/capabilities`, { ...scan, documentType: 'passport' })
    await post(`/inquiries/${id}/capabilities`, { ...scan, documentType: 'national_id' })
    await post(`/inquiries/${id}/capabilities`, { ...scan, succeeded: false })
    await post(`/inquiries/${id}/complete`, { outcome: 'APPROVED' })
    const { body } = await merchant.documents(id)
    expect(body.documents).toMatchObject([{ type: 'national_id' }, { type: 'selfie' }])
  })

  test('are of the scan that the identity comes from, even after a scan without pictures (D11)', async () => {
    const id = await merchant.openedId()
    const scan = { capability: 'PASSPORT_SCAN' }
    await post(`/inquiries/${id}/capabilities`, { ...scan, documentType: 'passport' })
    const withoutPictures = { ...scan, documentType: 'national_id', withoutPictures: true }
    await post(`/inquiries/${id}/capabilities`, withoutPictures)
    await post(`/inquiries/${id}/complete`, { outcome: 'APPROVED' })
    const { body } = await merchant.documents(id)
    expect(body.documents).toMatchObject([{ type: 'passport' }, { type: 'selfie' }])
    const { identity } = (await merchant.status(id)).body
    expect(identity).toMatchObject({ document: { documentType: 'PASSPORT' } })
  })

  test('can include a signature if the template asks for one (D8)', async () => {
    const { body: tenant } = await post('/tenants', { definition: { steps: ['SIGNATURE'] } })
    const { apiKey, templateId } = credentialsSchema.parse(tenant)
    const own = merchantOf(sandbox, { apiKey, templateId })
    const id = await own.openedId({ referenceId: 'sandbox-auto:APPROVED' })
    const { body } = await own.documents(id)
    expect(body.documents).toEqual([{ type: 'signature', frontPage: expect.any(String) }])
    expect(succeededCapabilities(sandbox.store.inquiries.require(id))).toEqual([])
  })
})
