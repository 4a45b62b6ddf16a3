import { expect, test, vi } from 'vitest'
import { newStaff } from '@/lib/testing/test-app'
import { GET } from './route'

const { getStaff, revealInquiry } = vi.hoisted(() => ({
  getStaff: vi.fn(),
  revealInquiry: vi.fn(),
}))
vi.mock('@/lib/staff/auth', () => ({ getStaff }))
vi.mock('@/lib/back-office/reveal-inquiry', () => ({ revealInquiry }))

const reviewer = newStaff('REVIEWER')
const reveal = () =>
  GET(new Request('http://localhost/'), {
    params: Promise.resolve({ id: '01900000-0000-7000-8000-000000000001' }),
  })

test.each([
  ['is blocked or signed out', null, 401],
  ['loses the role', { ...reviewer, role: 'VIEWER' }, 403],
  ['stays', reviewer, 200],
] as const)('a reviewer who %s while the service answers gets %#', async (_, then, status) => {
  let now: typeof then | typeof reviewer = reviewer
  getStaff.mockImplementation(async () => now)
  revealInquiry.mockImplementation(async () => {
    now = then
    return { ok: true, revealed: { identity: 'CANARY' } }
  })
  const response = await reveal()
  expect(response.status).toBe(status)
  expect((await response.text()).includes('CANARY')).toBe(status === 200)
})
