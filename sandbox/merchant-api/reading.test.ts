import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Sandbox } from '../index.ts'
import { DEMO_TENANT, OTHER_TENANT } from '../scenario/seed.ts'
import { hashApiKey } from '../service/authentication.ts'
import { control, INQUIRIES, type Merchant, merchantOf, setUp } from '../testing/merchant.ts'

let sandbox: Sandbox
let merchant: Merchant

beforeEach(() => {
  ;({ sandbox, merchant } = setUp())
})
afterEach(() => sandbox.close())

async function completed(outcome: string, referenceId = 'r'): Promise<string> {
  const id = await merchant.openedId({ referenceId })
  await control(sandbox, 'POST', `/inquiries/${id}/complete`, { outcome })
  return id
}

describe('the key', () => {
  test.each([
    ['is missing', {}],
    ['is wrong', { 'x-api-key': `svc_live_${'a'.repeat(32)}` }],
    ['comes under another header name (A1)', { authorization: `Bearer ${DEMO_TENANT.apiKey}` }],
  ])('that %s is a 401 on every route (D4)', async (_, headers) => {
    const id = await completed('APPROVED')
    for (const path of ['', `/${id}`, `/${id}/documents`]) {
      const response = await sandbox.app.request(INQUIRIES + path, { headers })
      expect(response.status).toBe(401)
    }
  })

  test('is stored only as a hash (A3)', () => {
    expect(JSON.stringify(sandbox.store.dump())).not.toContain(DEMO_TENANT.apiKey)
  })

  test('that is revoked or expired is a 401 (A4)', async () => {
    const [key] = sandbox.store.apiKeys.listBy('hash', hashApiKey(DEMO_TENANT.apiKey))
    if (!key) throw new Error('no seeded key')
    sandbox.store.apiKeys.put({ ...key, expiresAt: sandbox.clock.nowIso() })
    expect((await merchant.status(randomUUID())).status).toBe(401)
    sandbox.store.apiKeys.put({ ...key, revokedAt: sandbox.clock.nowIso() })
    expect((await merchant.status(randomUUID())).status).toBe(401)
  })
})

describe('existence', () => {
  test("another tenant's inquiry gets the same response as a missing one (A5, D3)", async () => {
    const id = await completed('APPROVED')
    const stranger = merchantOf(sandbox, OTHER_TENANT)
    const correlation = { 'x-correlation-id': 'same' }
    for (const suffix of ['', '/documents']) {
      const foreign = await stranger.get(`${INQUIRIES}/${id}${suffix}`, correlation)
      const missing = await stranger.get(`${INQUIRIES}/${randomUUID()}${suffix}`, correlation)
      expect(foreign.status).toBe(404)
      expect(foreign.text).toBe(missing.text)
    }
  })

  test.each(['not-a-uuid', 'a'.repeat(32), `{${randomUUID()}}`, `${randomUUID()}0`])(
    'an id that is not a canonical UUID is a 400 (D1): %s',
    async (id) => {
      expect((await merchant.documents(encodeURIComponent(id))).status).toBe(400)
    },
  )

  test('a UUID of any version is looked up (D1)', async () => {
    const { status } = await merchant.documents('01890a5d-ac96-f74b-0c3a-2f1d8f0b6c93')
    expect(status).toBe(404)
  })

  test.each([
    ['PUT', '', 'POST'],
    ['DELETE', `/${randomUUID()}`, 'GET, HEAD'],
    ['POST', `/${randomUUID()}/documents`, 'GET, HEAD'],
  ])('%s on a route without that method is a 405 with Allow', async (method, path, allow) => {
    const { status, headers, body } = await merchant.send(method, INQUIRIES + path)
    expect(status).toBe(405)
    expect(headers.get('allow')).toBe(allow)
    expect(body.code).toBe('METHOD_NOT_ALLOWED')
  })
})

describe('identity (S3)', () => {
  test.each(['APPROVED', 'NEEDS_REVIEW', 'FAILED'])('is present when %s', async (outcome) => {
    const { body } = await merchant.status(await completed(outcome))
    expect(body.identity).toMatchObject({
      personalInfo: { phone: expect.stringMatching(/^\+/) },
      document: { dateOfBirth: expect.stringMatching(/^\d\d-\d\d-\d{4}$/) },
    })
  })

  test('comes from the same successful scan as the documents (D11)', async () => {
    const id = await merchant.openedId()
    const record = (body: object) =>
      control(sandbox, 'POST', `/inquiries/${id}/capabilities`, {
        capability: 'PASSPORT_SCAN',
        ...body,
      })
    await record({ documentType: 'national_id' })
    await record({ documentType: 'driving_license', succeeded: false })
    await control(sandbox, 'POST', `/inquiries/${id}/complete`, { outcome: 'APPROVED' })
    const { body } = await merchant.status(id)
    expect(body.identity).toMatchObject({ document: { documentType: 'NATIONAL_ID' } })
  })

  test('has no document if every scan failed (D11)', async () => {
    const id = await merchant.openedId()
    await control(sandbox, 'POST', `/inquiries/${id}/complete`, {
      outcome: 'FAILED',
      failedCapabilities: ['PASSPORT_SCAN'],
    })
    const { body } = await merchant.status(id)
    expect(body.identity).toHaveProperty('personalInfo')
    expect(body.identity).not.toHaveProperty('document')
  })

  test.each(['DECLINED', 'COMPLETED'])('is absent when %s', async (outcome) => {
    const { body } = await merchant.status(await completed(outcome))
    expect(body.status).toBe(outcome)
    expect(body).not.toHaveProperty('identity')
  })
})

describe('documents', () => {
  test.each(['APPROVED', 'NEEDS_REVIEW'])('are served when %s (D2)', async (outcome) => {
    const id = await completed(outcome)
    const { status, body } = await merchant.documents(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      inquiryId: id,
      status: outcome,
      documents: [
        { type: 'passport', supportedPageTypes: ['frontPage'] },
        { type: 'selfie', frontPage: expect.stringContaining('/artifacts/') },
      ],
    })
    expect(JSON.stringify(body)).not.toContain('backPage')
  })

  test.each(['FAILED', 'DECLINED', 'COMPLETED'])('are a 403 when %s (D2)', async (outcome) => {
    const { status, body } = await merchant.documents(await completed(outcome))
    expect(status).toBe(403)
    expect(body.code).toBe('INQUIRY_NOT_APPROVED')
  })

  test('are a 403 while PENDING (D2)', async () => {
    expect((await merchant.documents(await merchant.openedId())).status).toBe(403)
  })

  test('have URLs that work for five minutes of the sandbox clock (D7, N18)', async () => {
    sandbox.clock.freeze()
    const { body } = await merchant.documents(await completed('APPROVED'))
    const url = JSON.stringify(body).match(/http[^"]+/)?.[0] ?? ''
    sandbox.clock.advance(5 * 60 * 1000 - 1)
    const fresh = await sandbox.app.request(url)
    expect(fresh.status).toBe(200)
    expect(fresh.headers.get('content-type')).toBe('image/svg+xml')
    expect(fresh.headers.get('cache-control')).toBe('no-store')
    expect(await fresh.text()).toContain('SPECIMEN')
    sandbox.clock.advance(1)
    expect((await sandbox.app.request(url)).status).toBe(403)
  })

  test('are refused under a URL whose expiry was changed', async () => {
    const { body } = await merchant.documents(await completed('APPROVED'))
    const url = new URL(JSON.stringify(body).match(/http[^"]+/)?.[0] ?? '')
    url.searchParams.set('expires', String(Date.now() + 1e9))
    expect((await sandbox.app.request(url.href)).status).toBe(403)
  })
})

describe('the correlation id (O8, D13)', () => {
  test('is echoed if given and generated if not', async () => {
    const id = await merchant.openedId()
    const given = await merchant.get(`${INQUIRIES}/${id}`, { 'x-correlation-id': 'trace-1' })
    expect(given.headers.get('x-correlation-id')).toBe('trace-1')
    const made = await merchant.documents(id)
    expect(made.headers.get('x-correlation-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test.each(['"><script>', '~'.repeat(256), '{trace}|42;a=b'])(
    'can be any visible ASCII up to 256 characters (N24): %s',
    async (correlationId) => {
      const id = await merchant.openedId()
      const headers = { 'x-correlation-id': correlationId }
      const read = await merchant.get(`${INQUIRIES}/${id}`, headers)
      expect(read.status).toBe(200)
      expect(read.headers.get('x-correlation-id')).toBe(correlationId)
    },
  )

  test.each(['a b', 'x'.repeat(257), 'caf\u00e9'])(
    'is replaced with a UUID, not rejected, if it is anything else (N24): %s',
    async (correlationId) => {
      const id = await merchant.openedId()
      const headers = { 'x-correlation-id': correlationId }
      const read = await merchant.get(`${INQUIRIES}/${id}`, headers)
      expect(read.status).toBe(200)
      expect(read.headers.get('x-correlation-id')).toMatch(/^[0-9a-f-]{36}$/)
    },
  )
})

describe('the rate limit (D5, N17)', () => {
  test('refuses the 61st request in a minute with 429 and Retry-After, and allows requests after that minute', async () => {
    sandbox.clock.freeze()
    const id = await merchant.openedId()
    for (let count = 1; count < 60; count += 1) {
      expect((await merchant.status(id)).status).toBe(200)
    }
    const limited = await merchant.status(id)
    expect(limited.status).toBe(429)
    expect(limited.headers.get('retry-after')).toBe('60')
    sandbox.clock.advance(60_000)
    expect((await merchant.status(id)).status).toBe(200)
  })
})
