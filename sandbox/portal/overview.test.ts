import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { setUp } from '../testing/merchant.ts'
import { type Operator, operatorOf, textOf } from '../testing/operator.ts'

let sandbox: ReturnType<typeof setUp>['sandbox']
let merchant: ReturnType<typeof setUp>['merchant']
let operator: Operator

beforeEach(async () => {
  ;({ sandbox, merchant } = setUp())
  operator = await operatorOf(sandbox)
})
afterEach(() => sandbox.close())

const chart = async () => {
  const { html } = await operator.get('')
  return /<section class="panel daily".*?<\/section>/s.exec(html)?.[0] ?? null
}

async function opened(outcome: string | null, at: string) {
  sandbox.clock.stopAt(Date.parse(at), DEMO_TENANT.id)
  const inquiryId = await merchant.openedId()
  if (outcome === null) return
  await operator.submit(`/inquiries/${inquiryId}/outcome`, { outcome, act: 'complete' })
}

test('the chart counts the inquiries of each of the last 14 days by what became of them', async () => {
  await opened('APPROVED', '2026-11-08T23:59:59.000Z')
  await opened('APPROVED', '2026-11-09T00:00:00.000Z')
  await opened('DECLINED', '2026-11-21T12:00:00.000Z')
  await opened('FAILED', '2026-11-21T13:00:00.000Z')
  await opened('NEEDS_REVIEW', '2026-11-22T09:00:00.000Z')
  await opened('ON_HOLD', '2026-11-22T09:30:00.000Z')
  await opened(null, '2026-11-22T10:00:00.000Z')
  const shown = (await chart()) ?? ''
  const text = textOf(shown)
  expect(text).toContain('22 Nov 2026 0 0 1 2 21 Nov 2026 0 2 0 0 20 Nov 2026 0 0 0 0')
  expect(text).toMatch(/ 9 Nov 2026 1 0 0 0$/)
  const totals = [...shown.matchAll(/class="daily-total"[^>]*>(\d+)</g)].map(([, total]) => total)
  expect(totals).toEqual(['1', '2', '3'])
})

test('without an inquiry in that time there is no chart', async () => {
  expect(await chart()).toBeNull()
  await opened('APPROVED', '2026-11-08T12:00:00.000Z')
  sandbox.clock.advance(14 * 24 * 60 * 60 * 1000, DEMO_TENANT.id)
  expect(await chart()).toBeNull()
})

test('a delivery that is due is said to be queued', async () => {
  expect(textOf((await operator.get('')).html)).toContain('0 Deliveries queued')
})
