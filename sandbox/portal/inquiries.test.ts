import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { INQUIRIES, setUp } from '../testing/merchant.ts'
import { type Operator, operatorOf } from '../testing/operator.ts'
import { pointDemoEndpointAt, startReceiver } from '../testing/receiver.ts'

let sandbox: ReturnType<typeof setUp>['sandbox']
let merchant: ReturnType<typeof setUp>['merchant']
let operator: Operator

beforeEach(async () => {
  ;({ sandbox, merchant } = setUp())
  operator = await operatorOf(sandbox)
})
afterEach(() => sandbox.close())

async function reviewed(referenceId = 'order:1') {
  const inquiryId = await merchant.openedId({ referenceId })
  await operator.submit(`/inquiries/${inquiryId}/outcome`, {
    outcome: 'NEEDS_REVIEW',
    act: 'complete',
  })
  return inquiryId
}

describe('the review queue', () => {
  test('shows the waiting inquiry, and the merchant reads its approval and note (P4)', async () => {
    const inquiryId = await reviewed()
    expect((await operator.get('/review')).html).toContain('order:1')
    const fields = {
      status: 'APPROVED',
      note: 'Looked at both.',
      seenStatus: 'NEEDS_REVIEW',
      from: 'review',
    }
    const next = await operator.submit(`/inquiries/${inquiryId}/decide`, fields)
    expect(next.html).toContain('order:1 is approved.')
    expect(next.html).toContain('Nothing to review.')
    const { body } = await merchant.status(inquiryId)
    expect(body).toMatchObject({ status: 'APPROVED', portalDecisionNote: 'Looked at both.' })
    expect(body.portalDecidedAt).toMatch(/Z$/)
  })

  test('a check that a review reason questions is not shown as passed until a person approves (W9)', async () => {
    const inquiryId = await reviewed()
    const faceMatch = async (path: string) => {
      const { html } = await operator.get(path)
      const text = html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
      return [...text.matchAll(/(?:Identity document|Face match):? (\w+)/g)].map(([words]) => words)
    }
    const doubted = ['Identity document Passed', 'Face match Unsure']
    expect((await operator.get('/review')).html).toContain('but not closely enough')
    expect(await faceMatch('/review')).toEqual(doubted)
    expect(await faceMatch(`/inquiries/${inquiryId}`)).toEqual([
      ...doubted,
      'Face match: unsure',
      'Identity document: passed',
    ])
    const fields = { status: 'APPROVED', note: '', seenStatus: 'NEEDS_REVIEW' }
    await operator.submit(`/inquiries/${inquiryId}/decide`, fields)
    expect(await faceMatch(`/inquiries/${inquiryId}`)).toContain('Face match Passed')
  })

  test('declared and document values are side by side, with differences marked', async () => {
    const inquiryId = await merchant.openedId({ referenceId: 'order:2' })
    await operator.submit(`/inquiries/${inquiryId}/outcome`, {
      outcome: 'NEEDS_REVIEW',
      act: 'complete',
      fullName: 'Mira Solberg',
      documentFullName: 'Mira Larkspur',
      dateOfExpiry: '2020-01-31',
    })
    const { html } = await operator.get('/review')
    expect(html).toContain('<td>Mira Solberg</td><td>Mira <mark>Larkspur</mark>')
    expect(html).toMatch(/31 Jan 2020.*Expired/)
  })

  test('declining without a note leaves the note null (P4)', async () => {
    const inquiryId = await reviewed()
    const fields = { status: 'DECLINED', note: '', seenStatus: 'NEEDS_REVIEW' }
    await operator.submit(`/inquiries/${inquiryId}/decide`, fields)
    expect((await merchant.status(inquiryId)).body).toMatchObject({
      status: 'DECLINED',
      portalDecisionNote: null,
    })
  })

  test('a decision made in the meantime is not overwritten unseen', async () => {
    const inquiryId = await reviewed()
    const seen = { note: '', seenStatus: 'NEEDS_REVIEW' }
    await operator.submit(`/inquiries/${inquiryId}/decide`, { ...seen, status: 'DECLINED' })
    const late = await operator.submit(`/inquiries/${inquiryId}/decide`, {
      ...seen,
      status: 'APPROVED',
    })
    expect(late.html).toContain('The inquiry has changed in the meantime: declined.')
    expect((await merchant.status(inquiryId)).body.status).toBe('DECLINED')
  })

  test('an operator who has seen a decision can reverse it (N5)', async () => {
    const inquiryId = await reviewed()
    const path = `/inquiries/${inquiryId}/decide`
    await operator.submit(path, { status: 'DECLINED', note: '', seenStatus: 'NEEDS_REVIEW' })
    await operator.submit(path, { status: 'APPROVED', note: 'Second look', seenStatus: 'DECLINED' })
    expect((await merchant.status(inquiryId)).body.status).toBe('APPROVED')
  })

  test('nothing can be decided before the customer has submitted', async () => {
    const inquiryId = await merchant.openedId()
    const fields = { status: 'APPROVED', note: '', seenStatus: 'PENDING' }
    const page = await operator.submit(`/inquiries/${inquiryId}/decide`, fields)
    expect(page.html).toContain('The customer has not submitted yet.')
    expect((await merchant.status(inquiryId)).body.status).toBe('PENDING')
  })

  test('a note of 501 characters is refused', async () => {
    const inquiryId = await reviewed()
    const fields = { status: 'APPROVED', note: 'x'.repeat(501), seenStatus: 'NEEDS_REVIEW' }
    const page = await operator.submit(`/inquiries/${inquiryId}/decide`, fields)
    expect(page.html).toContain('The note may have 500 characters.')
  })
})

describe('the list', () => {
  test('can be searched by reference and filtered by status', async () => {
    await reviewed('order:alpha')
    await merchant.openedId({ referenceId: 'order:beta' })
    const byWords = (await operator.get('/inquiries?words=ALPHA')).html
    expect(byWords).toContain('order:alpha')
    expect(byWords).not.toContain('order:beta')
    const byStatus = (await operator.get('/inquiries?status=PENDING')).html
    expect(byStatus).toContain('order:beta')
    expect(byStatus).not.toContain('order:alpha')
    expect((await operator.get('/inquiries?words=gamma')).html).toContain('No inquiry fits')
  })

  test('shows fifty at a time, each once', async () => {
    const tenant = sandbox.store.tenants.require(DEMO_TENANT.id)
    sandbox.store.tenants.put({ ...tenant, rateLimitPerMinute: null })
    for (let i = 0; i < 51; i += 1) await merchant.openedId({ referenceId: `order:${i}` })
    const first = (await operator.get('/inquiries')).html
    const older = /href="(\/portal\/inquiries\?[^"]*after=[^"]*)"/.exec(first)?.[1] ?? ''
    const second = (await operator.get(older.replace('/portal', '').replaceAll('&amp;', '&'))).html
    const references = (html: string) =>
      [...html.matchAll(/>(order:\d+)</g)].map(([, name]) => name)
    expect(references(first)).toHaveLength(50)
    expect(references(second)).toEqual(['order:0'])
    expect(second).not.toContain('Older inquiries')
  })
})

describe('one inquiry', () => {
  test('shows its pictures with working URLs (D7)', async () => {
    const inquiryId = await reviewed()
    const { html } = await operator.get(`/inquiries/${inquiryId}`)
    const [, path = ''] = /<img src="([^"]+)"/.exec(html) ?? []
    const picture = await sandbox.app.request(path.replaceAll('&amp;', '&'))
    expect(picture.status).toBe(200)
    expect(picture.headers.get('content-type')).toContain('image/')
  })

  test('an invented inquiry id is not found', async () => {
    expect((await operator.get(`/inquiries/${crypto.randomUUID()}`)).status).toBe(404)
    expect((await operator.get('/inquiries/..%2f..')).status).toBe(404)
  })

  test('an outcome can be planned, and can no longer be set after expiry', async () => {
    const inquiryId = await merchant.openedId()
    await operator.submit(`/inquiries/${inquiryId}/outcome`, { outcome: 'declined', act: 'plan' })
    expect(sandbox.store.inquiries.require(inquiryId).plannedOutcome).toBe('DECLINED')
    await operator.submit(`/inquiries/${inquiryId}/expire`)
    const late = await operator.submit(`/inquiries/${inquiryId}/outcome`, {
      outcome: 'APPROVED',
      act: 'complete',
    })
    expect(late.html).toContain('The hosted flow can’t be used: expired.')
    expect((await merchant.get(`${INQUIRIES}/${inquiryId}`)).body.status).toBe('PENDING')
  })

  test('lists its delivery attempts with response and delivery id', async () => {
    const receiver = await startReceiver()
    pointDemoEndpointAt(sandbox, receiver.url)
    const inquiryId = await merchant.openedId({ referenceId: 'sandbox-auto:APPROVED' })
    await sandbox.deliveries.idle()
    const { html } = await operator.get(`/inquiries/${inquiryId}`)
    expect(html).toContain(receiver.received[0]?.headers['x-service-delivery-id'])
    expect(html).toMatch(/200 in \d+ ms/)
    await receiver.close()
  })
})
