import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { log } from '../runtime/log'
import { withTestApp } from '../testing/test-app'
import { verificationService } from './verification-service'

const app = withTestApp()

test('a deprecation of the API version is logged once, and again if its date changes (N35)', async () => {
  const warn = vi.spyOn(log, 'warn')
  const call = { inquiryId: randomUUID(), correlationId: randomUUID() }
  const read = () => verificationService().getInquiry(call)
  for (const [status, sunset] of [
    [404, 'Tue, 30 Jun 2026 00:00:00 GMT'],
    [500, 'Tue, 30 Jun 2026 12:00:00 GMT'],
    [404, 'Wed, 30 Dec 2026 00:00:00 GMT'],
    [404, 'Wed, 30 Dec 2026 00:00:00 GMT'],
  ] as const) {
    const headers = { deprecation: '@1767225600', sunset }
    app.service.answer(() => ({ status, headers, body: {} }))
    const name = status === 404 ? 'NotFoundError' : 'UnavailableError'
    await expect(read()).rejects.toMatchObject({ name })
  }
  expect(warn.mock.calls).toEqual([
    ['service_deprecated', { deprecatedAt: '2026-01-01', endsAt: '2026-06-30' }],
    ['service_deprecated', { deprecatedAt: '2026-01-01', endsAt: '2026-12-30' }],
  ])
})
