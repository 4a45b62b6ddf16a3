import { beforeEach, describe, expect, it } from 'vitest'
import { advanceClock } from '../commands/move-clock.ts'
import type { Sandbox } from '../index.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { newestScans } from '../service/documents.ts'
import { type Merchant, setUp } from '../testing/merchant.ts'
import { darkened } from './flow-api.ts'
import { MAX_PICTURE_BYTES } from './flow-protocol.ts'

const PERSON = {
  fullName: 'Anna Eriksson',
  country: 'SE',
  email: 'anna@example.com',
  phone: '+46 (70) 123-45 67',
}
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])

let sandbox: Sandbox
let merchant: Merchant
beforeEach(() => {
  ;({ sandbox, merchant } = setUp())
})

function call(inquiryId: string, method: string, path: string, body?: FormData | object) {
  const isForm = body instanceof FormData
  return sandbox.app.request(`/flow/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${inquiryId}`,
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
    },
    body: isForm ? body : body ? JSON.stringify(body) : null,
  })
}

function pictures(fields: Record<string, string | Blob>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const refusal = async (response: Response) => ({
  status: response.status,
  ...(await response.json()),
})

async function collectAll(inquiryId: string): Promise<void> {
  const answers = [
    await call(inquiryId, 'PUT', '/personal-info', PERSON),
    await call(
      inquiryId,
      'PUT',
      '/pictures/PASSPORT_SCAN',
      pictures({ type: 'national_id', frontPage: 'specimen', backPage: new Blob([PNG]) }),
    ),
    await call(
      inquiryId,
      'PUT',
      '/pictures/FACE_MATCH',
      pictures({ type: 'selfie', frontPage: 'specimen' }),
    ),
  ]
  expect(answers.map((answer) => answer.status)).toEqual([204, 204, 204])
}

describe('the hosted flow', () => {
  it('takes a customer from the first step to the chosen outcome', async () => {
    const inquiryId = await merchant.openedId()
    await collectAll(inquiryId)
    const finished = await call(inquiryId, 'POST', '/finish', { outcome: 'NEEDS_REVIEW' })
    expect(finished.status).toBe(204)

    const inquiry = sandbox.store.inquiries.require(inquiryId)
    expect(inquiry.status).toBe('NEEDS_REVIEW')
    expect(inquiry.personalInfo).toEqual({ ...PERSON, phone: '+46701234567' })
    const { fullName } = PERSON
    expect(inquiry.document).toMatchObject({ documentType: 'NATIONAL_ID', fullName })
    expect(inquiry.reviewReasons).toEqual([expect.not.stringMatching(/name|expired/)])
    const [document, selfie] = newestScans(sandbox.store.artifacts.listBy('inquiry', inquiryId))
    expect(document?.pages.get('frontPage')?.contentType).toBe('image/svg+xml')
    expect(document?.pages.get('backPage')?.contentType).toBe('image/png')
    expect(selfie?.type).toBe('selfie')
  })

  it('returns what is collected, but nothing that the customer typed', async () => {
    const inquiryId = await merchant.openedId()
    await collectAll(inquiryId)
    const state = await (await call(inquiryId, 'GET', '/inquiry')).text()
    expect(JSON.parse(state)).toEqual({
      merchantName: DEMO_TENANT.name,
      // Dark enough as it is.
      brand: { ...DEMO_TENANT.brand, darkened: 'rgb(11 92 77)' },
      steps: ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH'],
      collected: [
        { capability: 'PERSONAL_INFO' },
        { capability: 'PASSPORT_SCAN', type: 'national_id' },
        { capability: 'FACE_MATCH', type: 'selfie' },
      ],
      samplePerson: expect.not.objectContaining({ fullName: PERSON.fullName }),
      redirectOnly: false,
      onPhone: false,
    })
  })

  it('darkens a light brand for browsers without relative colours', () => {
    // On white, grey has a contrast of 4.5 at 118.
    expect(darkened('#ffffff')).toMatch(/^rgb\((10\d|11[0-8]) \1 \1\)$/)
    expect(darkened('#000000')).toBe('rgb(0 0 0)')
  })

  it('refuses an unknown inquiryId', async () => {
    for (const inquiryId of ['', crypto.randomUUID(), 'Bearer', '../x']) {
      expect(await refusal(await call(inquiryId, 'GET', '/inquiry'))).toEqual({
        status: 422,
        reason: 'unknown',
      })
    }
  })

  it('is closed once the customer has submitted, or the inquiry has been decided', async () => {
    const [submitted, decided] = [await merchant.openedId(), await merchant.openedId()]
    await collectAll(submitted)
    await call(submitted, 'POST', '/finish', { outcome: 'APPROVED' })
    sandbox.inquiries.decide(sandbox.store.inquiries.require(decided), 'DECLINED', null)
    for (const inquiryId of [submitted, decided]) {
      const late = await call(inquiryId, 'POST', '/finish', { outcome: 'FAILED' })
      expect(await refusal(late)).toEqual({ status: 422, reason: 'finished' })
    }
    expect(sandbox.store.inquiries.require(submitted).status).toBe('APPROVED')
  })

  it('cannot be submitted with a step missing', async () => {
    const inquiryId = await merchant.openedId()
    await call(inquiryId, 'PUT', '/personal-info', PERSON)
    expect(await refusal(await call(inquiryId, 'POST', '/finish', { outcome: null }))).toEqual({
      status: 422,
      reason: 'incomplete',
    })
  })

  it('names the invalid fields', async () => {
    const wrong = { fullName: 'A', country: 'se', email: 'anna', phone: '070 123 45 67' }
    expect(
      await refusal(await call(await merchant.openedId(), 'PUT', '/personal-info', wrong)),
    ).toEqual({
      status: 422,
      reason: 'invalid',
      fields: ['fullName', 'country', 'email', 'phone'],
    })
    expect(
      await refusal(await call(await merchant.openedId(), 'PUT', '/personal-info', [1])),
    ).toMatchObject({
      reason: 'invalid',
    })
  })

  it.each([
    ['a missing page', { type: 'national_id', frontPage: 'specimen' }, 'malformed'],
    ['no fields', {}, 'malformed'],
    [
      'an SVG',
      { type: 'passport', frontPage: new Blob(['<svg/>'], { type: 'image/png' }) },
      'unreadable',
    ],
    [
      'more than 10 MB',
      { type: 'passport', frontPage: new Blob([PNG, new Uint8Array(MAX_PICTURE_BYTES)]) },
      'too-large',
    ],
  ])('refuses pictures with %s and stores nothing', async (_, fields, reason) => {
    const inquiryId = await merchant.openedId()
    const answer = await call(inquiryId, 'PUT', '/pictures/PASSPORT_SCAN', pictures(fields))
    expect(await refusal(answer)).toEqual({ status: 422, reason })
    expect(sandbox.store.artifacts.values()).toEqual([])
    expect(sandbox.store.inquiries.require(inquiryId).results).toEqual([])
  })

  it('refuses the 51st retake of a capability, and accepts the next capability', async () => {
    const inquiryId = await merchant.openedId()
    const statuses: number[] = []
    for (let retake = 0; retake <= 50; retake += 1) {
      statuses.push((await call(inquiryId, 'PUT', '/personal-info', PERSON)).status)
    }
    expect(statuses.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => 204))
    expect(statuses[50]).toBe(422)
    const selfie = pictures({ type: 'selfie', frontPage: 'specimen' })
    expect((await call(inquiryId, 'PUT', '/pictures/FACE_MATCH', selfie)).status).toBe(204)
  })

  it('keeps the last personal information that the customer typed', async () => {
    const inquiryId = await merchant.openedId()
    const first = { ...PERSON, fullName: 'Ana Erikson' }
    await call(inquiryId, 'PUT', '/personal-info', first)
    await collectAll(inquiryId)
    await call(inquiryId, 'POST', '/finish', { outcome: 'APPROVED' })
    const { fullName } = PERSON
    expect(sandbox.store.inquiries.require(inquiryId).personalInfo).toMatchObject({ fullName })
  })

  it('draws a specimen in the name that the page gives, and not in the one that the customer typed', async () => {
    const inquiryId = await merchant.openedId()
    await call(inquiryId, 'PUT', '/personal-info', PERSON)
    const unnamed = await call(inquiryId, 'POST', '/specimens/passport/frontPage', {})
    expect(await unnamed.text()).not.toContain('ERIKSSON')
    const body = { fullName: PERSON.fullName }
    const specimen = await call(inquiryId, 'POST', '/specimens/passport/frontPage', body)
    expect(specimen.headers.get('content-type')).toBe('image/svg+xml')
    expect(await specimen.text()).toContain('ERIKSSON&lt;&lt;ANNA')
    const back = await call(inquiryId, 'POST', '/specimens/passport/backPage', body)
    expect(back.status).toBe(422)
  })

  it.each([
    [{ documentFullName: 'Mira Solberg' }, /name on the document differs/, 'SOLBERG'],
    [{ dateOfExpiry: '2020-01-31' }, /^The document has expired\.$/, '31 JAN 2020'],
  ])(
    'with %j, tells the same in the specimen and in the review reason',
    async (order, reason, drawn) => {
      const inquiryId = await merchant.openedId()
      sandbox.inquiries.plan(sandbox.store.inquiries.require(inquiryId), null, order)
      await collectAll(inquiryId)
      const { fullName } = PERSON
      const specimen = await call(inquiryId, 'POST', '/specimens/passport/frontPage', { fullName })
      expect(await specimen.text()).toContain(drawn)
      await call(inquiryId, 'POST', '/finish', { outcome: null })
      await advanceClock(sandbox, 3_000, DEMO_TENANT.id)
      const { status, reviewReasons } = sandbox.store.inquiries.require(inquiryId)
      expect(status).toBe('NEEDS_REVIEW')
      expect(reviewReasons).toEqual([expect.stringMatching(reason)])
    },
  )

  it('records a failed check when the customer chooses a failure', async () => {
    const inquiryId = await merchant.openedId()
    await collectAll(inquiryId)
    await call(inquiryId, 'POST', '/finish', { outcome: 'FAILED' })
    const { status, results } = sandbox.store.inquiries.require(inquiryId)
    expect(status).toBe('FAILED')
    expect(results.at(-1)).toMatchObject({ capability: 'FACE_MATCH', succeeded: false })
  })
})

describe('the link for a phone', () => {
  const issue = async (inquiryId: string) => {
    const answer = await call(inquiryId, 'POST', '/phone-link')
    const link: { url: string; expiresInMs: number } = await answer.json()
    return { ...link, token: new URL(link.url).hash.replace('#phone=', '') }
  }
  const redeem = (token: string) => call('', 'POST', '/phone', { token })
  const isOnPhone = async (inquiryId: string) =>
    (await (await call(inquiryId, 'GET', '/inquiry')).json()).onPhone

  it('gives the inquiryId once, and the first device learns of it', async () => {
    const inquiryId = await merchant.openedId()
    const { url, token } = await issue(inquiryId)
    // The URL has nothing that a server would log: the token is in the fragment.
    expect(url).toBe(`${sandbox.site.publicUrl}/flow#phone=${token}`)
    expect(token).toMatch(/^[\w-]{22}$/)
    expect(await isOnPhone(inquiryId)).toBe(false)
    const first = await redeem(token)
    expect(first.headers.get('cache-control')).toBe('no-store')
    expect(await first.json()).toEqual({ inquiryId })
    expect(await isOnPhone(inquiryId)).toBe(true)
    expect(await refusal(await redeem(token))).toEqual({ status: 422, reason: 'link-used' })
  })

  it('is replaced by the next link, and expires after five minutes', async () => {
    const inquiryId = await merchant.openedId()
    const first = await issue(inquiryId)
    await redeem(first.token)
    const second = await issue(inquiryId)
    expect(await isOnPhone(inquiryId)).toBe(false)
    const third = await issue(inquiryId)
    expect((await redeem(second.token)).status).toBe(422)
    await advanceClock(sandbox, third.expiresInMs, DEMO_TENANT.id)
    expect((await redeem(third.token)).status).toBe(422)
    expect(await isOnPhone(inquiryId)).toBe(false)
  })

  it('is only for an inquiry whose flow is open', async () => {
    expect((await call(crypto.randomUUID(), 'POST', '/phone-link')).status).toBe(422)
    for (const token of ['', 'constructor', 5]) {
      const answer = await call('', 'POST', '/phone', { token })
      expect(answer.status).toBe(422)
    }
    const inquiryId = await merchant.openedId()
    const { token } = await issue(inquiryId)
    await collectAll(inquiryId)
    await call(inquiryId, 'POST', '/finish', { outcome: 'APPROVED' })
    expect((await redeem(token)).status).toBe(422)
  })
})

describe('the flow’s page', () => {
  it('runs only its own scripts, and any merchant may frame it', async () => {
    const page = await sandbox.app.request('/flow')
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
    expect(policy).toContain('frame-ancestors *')
    expect(policy).not.toContain('unsafe')
    expect(page.headers.get('cache-control')).toBe('no-store')
  })

  it('accepts a redirect as a form post, escapes its fields, and ignores URLs that are not http', async () => {
    const body = new URLSearchParams({
      inquiryId: '</script><script>alert(1)',
      returnUrl: 'javascript:alert(1)',
      cancelUrl: 'data:text/html,x',
      language: 'de-AT',
    })
    const html = await (await sandbox.app.request('/flow', { method: 'POST', body })).text()
    expect(html).not.toContain('<script>alert')
    expect(html).toContain('"returnUrl":null,"cancelUrl":null,"language":"de-AT"')
  })
})
