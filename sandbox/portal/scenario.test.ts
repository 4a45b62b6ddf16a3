import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listGaps } from '../scenario/gaps/table.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { setUp } from '../testing/merchant.ts'
import { type Operator, operatorOf } from '../testing/operator.ts'

let sandbox: ReturnType<typeof setUp>['sandbox']
let merchant: ReturnType<typeof setUp>['merchant']
let operator: Operator

beforeEach(async () => {
  ;({ sandbox, merchant } = setUp())
  operator = await operatorOf(sandbox)
})
afterEach(() => sandbox.close())

const tenant = () => sandbox.store.tenants.require(DEMO_TENANT.id)

describe('outcomes', () => {
  test('the next n inquiries get the planned outcome, and the plan can be removed', async () => {
    await operator.submit('/scenario/outcomes', { outcome: 'FAILED', count: '2', inquiryId: '' })
    const inquiryId = await merchant.openedId()
    expect(sandbox.store.inquiries.require(inquiryId).plannedOutcome).toBe('FAILED')
    const [plan] = sandbox.store.outcomePlans.values()
    expect(plan?.remaining).toBe(1)
    await operator.submit(`/scenario/outcomes/${plan?.id}/remove`)
    expect(sandbox.store.outcomePlans.values()).toEqual([])
  })

  test('a plan for one inquiry applies only to that inquiry', async () => {
    const inquiryId = await merchant.openedId()
    const fields = { outcome: 'DECLINED', count: '1', inquiryId }
    await operator.submit('/scenario/outcomes', fields)
    expect(sandbox.store.inquiries.require(inquiryId).plannedOutcome).toBe('DECLINED')
    expect(sandbox.store.outcomePlans.values()).toEqual([])
  })

  test.each([
    [{ outcome: 'not a word', count: '1', inquiryId: '' }, 'An outcome is one word'],
    [{ outcome: 'FAILED', count: '0', inquiryId: '' }, 'At least one.'],
    [{ outcome: 'FAILED', count: '1', inquiryId: 'unknown' }, 'That inquiry no longer exists.'],
  ])('%o is refused', async (fields, reason) => {
    expect((await operator.submit('/scenario/outcomes', fields)).html).toContain(reason)
    expect(sandbox.store.outcomePlans.values()).toEqual([])
  })
})

describe('the clock', () => {
  test('freezes, advances and resumes', async () => {
    await operator.submit('/scenario/clock/freeze')
    const before = sandbox.clock.nowMs(DEMO_TENANT.id)
    const page = await operator.submit('/scenario/clock/advance', { seconds: '86400' })
    expect(page.html).toContain('Clock frozen')
    expect(sandbox.clock.nowMs(DEMO_TENANT.id) - before).toBe(24 * 60 * 60 * 1000)
    await operator.submit('/scenario/clock/resume')
    expect(sandbox.clock.isFrozen(DEMO_TENANT.id)).toBe(false)
  })

  test.each(['-5', '0', 'soon', ''])('an advance by “%s” changes nothing', async (seconds) => {
    await operator.submit('/scenario/clock/freeze')
    const before = sandbox.clock.nowMs(DEMO_TENANT.id)
    const page = await operator.submit('/scenario/clock/advance', { seconds })
    expect(page.html).toContain('notice-problem')
    expect(sandbox.clock.nowMs(DEMO_TENANT.id)).toBe(before)
  })
})

describe('faults', () => {
  test('a webhook fault has a count and can be removed', async () => {
    const fields = { kind: 'delay', count: '3', delayMs: '7000', eventType: 'inquiry.approved' }
    await operator.submit('/scenario/faults/webhook', fields)
    const [fault] = sandbox.store.faults.values()
    expect(fault).toMatchObject({
      target: 'webhook',
      match: { eventType: 'inquiry.approved' },
      steps: [{ kind: 'delay', remaining: 3, delayMs: 7000 }],
    })
    await operator.submit(`/scenario/faults/${fault?.id}/remove`)
    expect(sandbox.store.faults.values()).toEqual([])
  })

  test('an API fault applies only to its operation, with the chosen Retry-After', async () => {
    await operator.submit('/scenario/faults/api', {
      kind: 'rate-limited',
      count: '1',
      status: '503',
      operation: 'status',
      retryAfter: 'a-year',
    })
    const inquiryId = await merchant.openedId()
    const limited = await merchant.status(inquiryId)
    expect(limited.status).toBe(429)
    expect(limited.headers.get('retry-after')).toBe('31536000')
    expect((await merchant.status(inquiryId)).status).toBe(200)
  })

  test('tiles are marked only while they are in effect', async () => {
    const marked = ({ html }: { html: string }) =>
      [...html.matchAll(/preset-in-effect.*?<strong>(.*?)</g)].map(([, name]) => name)
    await operator.submit('/scenario/faults/webhook', { kind: 'drop', count: '1' })
    const limited = { kind: 'server-error', count: '1', operation: 'open' }
    await operator.submit('/scenario/faults/api', limited)
    await operator.submit('/scenario/outcomes', { outcome: 'FAILED', count: '1' })
    expect(marked(await operator.get('/scenario'))).toEqual(['Never arrives', 'Failed'])
    const [drop] = sandbox.store.faults.values()
    await operator.submit(`/scenario/faults/${drop?.id}/remove`)
    expect(marked(await operator.get('/scenario'))).toEqual(['Failed'])
  })

  test('one click clears all that is in effect for the tenant, and nothing of another', async () => {
    await operator.submit('/scenario/faults/webhook', { kind: 'drop', count: '1' })
    await operator.submit('/scenario/outcomes', { outcome: 'FAILED', count: '1' })
    await operator.submit('/scenario/settings', { N1: 'open-200-status-200' })
    await operator.submit('/scenario/clock/freeze')
    const { tenants, faults, outcomePlans } = sandbox.store
    const other = tenants.values().find(({ id }) => id !== DEMO_TENANT.id) ?? tenant()
    tenants.put({ ...other, settings: tenant().settings })
    const [fault, plan] = [...faults.values(), ...outcomePlans.values()]
    const stays = { id: randomUUID(), tenantId: other.id }
    faults.put({ ...faults.require(fault?.id ?? ''), ...stays })
    outcomePlans.put({ ...outcomePlans.require(plan?.id ?? ''), ...stays })
    const page = await operator.submit('/scenario/clear')
    expect(page.html).toContain('Nothing. The sandbox behaves like a healthy service.')
    expect(faults.values()).toMatchObject([stays])
    expect(outcomePlans.values()).toMatchObject([stays])
    expect(tenant().settings).toEqual({})
    expect(tenants.require(other.id).settings).not.toEqual({})
    expect(sandbox.clock.isFrozen(DEMO_TENANT.id)).toBe(false)
  })

  test('an unknown fault is refused', async () => {
    const fields = { kind: 'explode', count: '1' }
    const page = await operator.submit('/scenario/faults/webhook', fields)
    expect(page.html).toContain('notice-problem')
    expect(sandbox.store.faults.values()).toEqual([])
  })
})

describe('gap settings', () => {
  test('every value of every gap can be chosen, and one click restores all defaults', async () => {
    const { html } = await operator.get('/scenario')
    for (const { id, values } of listGaps(tenant())) {
      expect(html).toContain(`name="${id}"`)
      for (const value of values) expect(html).toContain(`<option value="${value}"`)
    }
    const last = Object.fromEntries(
      listGaps(tenant()).map(({ id, values }) => [id, values.at(-1) ?? '']),
    )
    await operator.submit('/scenario/settings', last)
    expect(tenant().settings).toEqual(last)
    await operator.submit('/scenario/settings/defaults')
    expect(tenant().settings).toEqual({})
  })

  test('an unknown value of a gap is refused', async () => {
    const page = await operator.submit('/scenario/settings', { N1: 'open-418' })
    expect(page.html).toContain('N1 has no value')
    expect(tenant().settings).toEqual({})
  })

  test('the rate limit can be set, and an empty field removes it (N17)', async () => {
    await operator.submit('/scenario/rate-limit', { rateLimitPerMinute: '1' })
    await merchant.openedId()
    expect((await merchant.open()).status).toBe(429)
    await operator.submit('/scenario/rate-limit', { rateLimitPerMinute: '' })
    expect(tenant().rateLimitPerMinute).toBeNull()
  })
})

describe('state', () => {
  test('a snapshot can be restored, and the operator stays signed in', async () => {
    const inquiryId = await merchant.openedId()
    await operator.submit('/scenario/snapshots', { name: 'before' })
    await merchant.openedId()
    const page = await operator.submit('/scenario/snapshots/before/restore')
    expect(page.html).toContain('Back to “before”.')
    expect(sandbox.store.inquiries.values().map(({ id }) => id)).toEqual([inquiryId])
  })

  test.each(['../etc', '', 'a b'])('“%s” is not a valid snapshot name', async (name) => {
    const page = await operator.submit('/scenario/snapshots', { name })
    expect(page.html).toContain('A name has up to 64')
    expect(sandbox.state.names(null)).toEqual([])
  })

  test('resetting the tenant deletes its inquiries and keeps its key', async () => {
    await merchant.openedId()
    await operator.submit('/scenario/reset/tenant')
    expect(sandbox.store.inquiries.values()).toEqual([])
    expect((await merchant.open()).status).toBe(201)
  })

  test('resetting everything starts over, and the operator stays signed in', async () => {
    sandbox.preparation.createTenant({ name: 'A test’s' })
    const page = await operator.submit('/scenario/reset/all')
    expect(page.html).toContain('The whole sandbox was reset.')
    expect(sandbox.store.tenants.values()).toHaveLength(2)
  })
})
