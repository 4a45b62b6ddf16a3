import { beforeEach, describe, expect, test } from 'vitest'
import type { Sandbox } from '../index.ts'
import { API_FAULTS, WEBHOOK_FAULTS } from '../scenario/faults.ts'
import { listGaps } from '../scenario/gaps/table.ts'
import { DEMO_TENANT, OTHER_TENANT } from '../scenario/seed.ts'
import { control, type Merchant, setUp } from '../testing/merchant.ts'
import { type Operator, operatorOf, type PortalPage, textOf } from '../testing/operator.ts'

let sandbox: Sandbox
let merchant: Merchant
let operator: Operator

beforeEach(async () => {
  ;({ sandbox, merchant } = setUp())
  operator = await operatorOf(sandbox)
})

const tenant = () => sandbox.store.tenants.require(DEMO_TENANT.id)
const decode = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** Submits the form with this button, as a browser would. `choice` is the beginning of the selected option. */
async function press(name: string, choice = ''): Promise<PortalPage> {
  const { html } = await operator.get('/scenario')
  const forms = [...html.matchAll(/<form[^>]* action="\/portal([^"]*)">(.*?)<\/form>/gs)]
  const [, action = '', form = ''] =
    forms.find(([, , content = '']) => textOf(content).includes(name)) ?? []
  const fields = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const options = [...form.matchAll(/<option value="([^"]*)">([^<]*)/g)]
  const [, body] = options.find(([, , text = '']) => text.startsWith(choice)) ?? []
  return operator.submit(action, {
    ...Object.fromEntries(fields.map(([, field = '', value = '']) => [field, decode(value)])),
    ...(body === undefined ? {} : { body: decode(body) }),
  })
}

describe('the page', () => {
  test('queues every fault, and clears one fault', async () => {
    await press('Break it', 'webhook drop')
    const { html } = await press('Break it', 'api server-error')
    for (const kind of [...Object.keys(WEBHOOK_FAULTS), ...Object.keys(API_FAULTS)])
      expect(html).toMatch(new RegExp(`<option [^>]*>(webhook|api) ${kind}: `))
    const demo = { tenantId: DEMO_TENANT.id, remaining: 1 }
    const drop = { ...demo, target: 'webhook', kind: 'drop' }
    const error = { ...demo, target: 'api', kind: 'server-error' }
    expect(sandbox.store.faults.values()).toMatchObject([drop, error])
    await press('Clear api server-error')
    expect(sandbox.store.faults.values()).toMatchObject([drop])
    const clear = await press('Clear webhook drop')
    expect(clear.html).toContain('Nothing. The sandbox behaves like a healthy service.')
  })

  test('sets a scene with one press, which is then in effect', async () => {
    for (const [name, effect] of [
      ['Lose an event', 'webhook drop'],
      ['Send an event twice', 'webhook duplicate'],
      ['Forge a signature', 'webhook wrong-secret'],
      ['Take the service down', 'api server-error, 5 times'],
      ['Send someone to review', 'Next inquiry: Needs review'],
    ] as const)
      expect((await press(name)).html).toContain(`<strong>${effect}</strong>`)
  })

  test('plans the outcome of the next inquiry', async () => {
    const { html } = await press('Plan it', 'Failed')
    expect(html).toContain('<strong>Next inquiry: Failed</strong>')
    const inquiryId = await merchant.openedId()
    expect(sandbox.store.inquiries.require(inquiryId).plannedOutcome).toBe('FAILED')
  })

  test('freezes, moves and resumes the clock', async () => {
    await press('Freeze the clock')
    const before = sandbox.clock.nowMs(DEMO_TENANT.id)
    await press('Move', '1 day')
    expect(sandbox.clock.nowMs(DEMO_TENANT.id) - before).toBe(24 * 60 * 60 * 1000)
    await press('Clear Clock: frozen')
    expect(sandbox.clock.isFrozen(DEMO_TENANT.id)).toBe(false)
  })

  test('never clears another tenant’s entries', async () => {
    const tenantId = OTHER_TENANT.id
    await control(sandbox, 'POST', '/faults', { tenantId, target: 'api', kind: 'reset' })
    await control(sandbox, 'POST', '/outcomes', { tenantId, outcome: 'FAILED' })
    await control(sandbox, 'PATCH', '/settings', {
      tenantId,
      settings: { N1: 'open-200-status-200' },
    })
    await press('Plan it', 'Failed')
    await press('Change it', 'N1 success codes of open and status: open-200')
    await press('Change it', 'N2 reuse of an Idempotency-Key: ignored')
    await press('Clear Next inquiry: Failed')
    await press('Clear Behaviour: N1 open-200-status-200, N2 ignored')
    expect(sandbox.store.outcomePlans.values()).toMatchObject([{ tenantId }])
    expect(tenant().settings).toEqual({})
    expect(sandbox.store.tenants.get(tenantId)?.settings).toEqual({ N1: 'open-200-status-200' })
    expect(sandbox.store.faults.values()).toMatchObject([{ tenantId }])
  })
})

describe('the box', () => {
  const send = (call: string, body = '') => operator.submit('/scenario/send', { call, body })

  test.each([
    ['POST /faults', '{"target":"api","kind":"explode"}', 'There is no such fault.'],
    ['POST /faults', 'not JSON', '400 The body is not valid JSON.'],
    ['POST /nowhere', '{}', '404 There is no such route.'],
    ['GET /tenants', '', 'A call is: POST /path'],
    ['POST https://elsewhere.example/', '', 'A call is: POST /path'],
  ])('says why %s %s is refused', async (call, body, reason) => {
    const page = await send(call, body)
    expect(page.html).toContain('notice tone-bad')
    expect(page.html).toContain(reason)
    expect(sandbox.store.faults.values()).toEqual([])
  })

  test('can reset everything, and the operator stays signed in', async () => {
    sandbox.preparation.createTenant({ name: 'A test’s' })
    expect((await send('POST /reset')).status).toBe(200)
    expect(sandbox.store.tenants.values()).toHaveLength(2)
  })
})

test('every value of every gap can be chosen', async () => {
  const { html } = await operator.get('/scenario')
  for (const { id, values } of listGaps(tenant()))
    for (const value of values)
      expect(html).toMatch(new RegExp(`<option [^>]*>${id} [^<]*: ${value}<`))
})
