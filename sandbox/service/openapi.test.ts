import { beforeEach, describe, expect, test } from 'vitest'
import type { Sandbox } from '../index.ts'
import { assertEventConforms } from '../testing/conformity.ts'
import { control, type Merchant } from '../testing/merchant.ts'
import { type Receiver, setUpReceiving } from '../testing/receiver.ts'
import { openApiDocument } from './openapi.ts'

let sandbox: Sandbox
let merchant: Merchant
let receiver: Receiver

beforeEach(async () => {
  const scene = await setUpReceiving()
  ;({ sandbox, merchant, receiver } = scene)
  return scene.close
})

describe('the OpenAPI document', () => {
  test('is served as OpenAPI 3.1, and every reference in it resolves', async () => {
    const response = await sandbox.app.request('/openapi.json')
    const document = await response.json()
    expect(document.openapi).toBe('3.1.0')
    const references = JSON.stringify(document).match(/#\/components\/schemas\/\w+/g) ?? []
    for (const reference of new Set(references)) {
      expect(document.components.schemas).toHaveProperty(reference.split('/').at(-1) ?? '')
    }
    expect(JSON.stringify(document)).not.toContain('$id')
  })

  test('describes every operation and leaves every schema open', () => {
    const document = openApiDocument()
    const operations = [...Object.values(document.paths), ...Object.values(document.webhooks)]
    for (const operation of operations.flatMap((path) => Object.values(path))) {
      expect(operation).toMatchObject({
        operationId: expect.stringMatching(/^\w+$/),
        summary: expect.stringMatching(/\w/),
        description: expect.stringMatching(/\w/),
      })
    }
    expect(JSON.stringify(document)).not.toContain('additionalProperties')
  })

  test('allows every event that is sent', async () => {
    const ids = [await merchant.openedId(), await merchant.openedId({ referenceId: 'r' })]
    for (const [index, outcome] of ['APPROVED', 'DECLINED'].entries()) {
      await control(sandbox, 'POST', `/inquiries/${ids[index]}/complete`, { outcome })
    }
    await sandbox.deliveries.idle()
    const events = receiver.received.map(({ bytes }) => JSON.parse(bytes.toString('utf8')))
    expect(events).toHaveLength(3)
    for (const event of events) assertEventConforms(event.type, event)
  })
})
