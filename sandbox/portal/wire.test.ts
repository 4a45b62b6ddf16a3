import { beforeEach, describe, expect, test } from 'vitest'
import type { Sandbox } from '../index.ts'
import { ATTEMPT_FAULTS } from '../scenario/faults.ts'
import { DEMO_TENANT, OTHER_TENANT } from '../scenario/seed.ts'
import { INQUIRIES, type Merchant, merchantOf } from '../testing/merchant.ts'
import { type Operator, operatorOf } from '../testing/operator.ts'
import { expectedSignature, type Receiver, setUpReceiving } from '../testing/receiver.ts'

let sandbox: Sandbox
let merchant: Merchant
let receiver: Receiver
let operator: Operator

beforeEach(async () => {
  ;({ sandbox, merchant, receiver } = await setUpReceiving())
  operator = await operatorOf(sandbox)
})

describe('the list', () => {
  test('can be searched, for requests and for problems too', async () => {
    await merchant.completedId()
    await merchant.get(`${INQUIRIES}/${crypto.randomUUID()}`)
    const rows = async (query: string) =>
      ((await operator.get(`/wire/list?${query}`)).html.match(/<li>/g) ?? []).length
    expect(await rows('')).toBe(3)
    expect(await rows('words=INQUIRY.APPROVED')).toBe(1)
    expect(await rows('words=Request')).toBe(2)
    expect(await rows('words=Problem')).toBe(1)
    expect(await rows('words=nowhere')).toBe(0)
  })

  test('shows a request with an unknown key, but not another tenant’s', async () => {
    await merchant.open({}, { 'x-api-key': 'svc_live_wrong' })
    await merchantOf(sandbox, OTHER_TENANT).open({ referenceId: 'secret:1' })
    const { html } = await operator.get('/wire')
    expect(html).toContain('>401<')
    expect(html).not.toContain('secret:1')
    expect((await operator.get('/wire/2')).status).toBe(404)
  })
})

describe('one exchange', () => {
  test('shows headers, bytes, response and whether the signature matches, with the key masked', async () => {
    await merchant.completedId()
    const request = (await operator.get('/wire/1')).html
    expect(request).toContain('POST /api/v1/customer/inquiries')
    expect(request).not.toContain(DEMO_TENANT.apiKey)
    const delivery = (await operator.get('/wire/2')).html
    expect(delivery).toContain('x-service-signature')
    expect(delivery).toContain('Matches the endpoint’s secret')
    expect(delivery).not.toContain(DEMO_TENANT.webhookSecret)
  })

  test('bytes that are not text are shown in base64', async () => {
    await merchant.send('POST', INQUIRIES, {
      headers: { 'content-type': 'application/json' },
      body: new Uint8Array([0x7b, 0xff, 0xfe]),
    })
    const { html } = await operator.get('/wire/1')
    expect(html).toContain('not valid UTF-8')
    expect(html).toContain('<pre>e//+</pre>')
  })
})

describe('a delivery', () => {
  test('can be sent again unchanged or with any fault of an attempt, and the wire shows it', async () => {
    await merchant.completedId()
    const [delivery] = sandbox.store.deliveries.values()
    const { html } = await operator.get('/wire/2')
    const offered = [...html.matchAll(/<option value="{&quot;fault&quot;:&quot;([^&]+)/g)]
    expect(offered.map(([, kind]) => kind)).toEqual(Object.keys(ATTEMPT_FAULTS))
    const call = `POST /deliveries/${delivery?.id}/resend`
    const resend = (body: string) =>
      operator.submit('/scenario/send', { call, body, back: '/wire' })
    expect((await resend('{}')).html).toContain('Done.')
    const [first, second] = receiver.received
    expect(second?.bytes).toEqual(first?.bytes)
    expect(second?.headers['x-service-signature']).toBe(
      expectedSignature(second?.bytes ?? Buffer.alloc(0), DEMO_TENANT.webhookSecret),
    )
    expect((await resend('{"fault":"flip-byte"}')).html).toContain('flip-byte')
    expect((await operator.get('/wire/4')).html).toContain('Doesn’t match the endpoint’s secret')
    expect(receiver.received[2]?.bytes).not.toEqual(first?.bytes)
  })
})
