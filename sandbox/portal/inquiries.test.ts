import { beforeEach, describe, expect, test } from 'vitest'
import type { Sandbox } from '../index.ts'
import { control, type Merchant, setUp } from '../testing/merchant.ts'
import { type Operator, operatorOf, textOf } from '../testing/operator.ts'
import { setUpReceiving } from '../testing/receiver.ts'

let sandbox: Sandbox
let merchant: Merchant
let operator: Operator

beforeEach(async () => {
  ;({ sandbox, merchant } = setUp())
  operator = await operatorOf(sandbox)
})

const reviewed = (referenceId = 'order:1') =>
  merchant.completedId('NEEDS_REVIEW', {}, { referenceId })

describe('the review queue', () => {
  test('a check that a review reason questions is not shown as passed, whatever the reviewer decides', async () => {
    const inquiryId = await reviewed()
    const faceMatch = async (path: string) => {
      const text = textOf((await operator.get(path)).html)
      return [...text.matchAll(/(?:Identity document|Face match):? (\w+)/g)].map(([words]) => words)
    }
    const questioned = ['Identity document Passed', 'Face match Inconclusive']
    expect((await operator.get('/review')).html).toContain('but not closely enough')
    expect(await faceMatch('/review')).toEqual(questioned)
    expect(await faceMatch(`/inquiries/${inquiryId}`)).toEqual(questioned)
    const fields = { status: 'APPROVED', note: '', seenStatus: 'NEEDS_REVIEW' }
    await operator.submit(`/inquiries/${inquiryId}/decide`, fields)
    expect(await faceMatch(`/inquiries/${inquiryId}`)).toContain('Face match Inconclusive')
  })

  test('one case is open: the first, or the one in the URL', async () => {
    const ids = [await reviewed('order:1'), await reviewed('order:2')]
    const openCase = async (query: string) =>
      [
        ...(await operator.get(`/review${query}`)).html.matchAll(
          /<form class="row decide" method="post" action="\/portal\/inquiries\/([^/]+)/g,
        ),
      ].map(([, id]) => id)
    expect(await openCase('')).toEqual([ids[0]])
    expect(await openCase(`?case=${ids[1]}`)).toEqual([ids[1]])
    expect(await openCase('?case=order:2')).toEqual([ids[1]])
    expect((await operator.get('/review')).html).toContain(`?case=${ids[1]}`)
  })

  test('a link to a case that no longer waits shows that case, and never the next customer’s', async () => {
    const decided = await reviewed('order:1')
    await reviewed('order:2')
    const fields = { status: 'APPROVED', note: '', seenStatus: 'NEEDS_REVIEW' }
    await operator.submit(`/inquiries/${decided}/decide`, fields)
    const { status, headers } = await operator.get('/review?case=order:1')
    expect([status, headers.get('location')]).toEqual([303, `/portal/inquiries/${decided}`])
    expect((await operator.get('/review?case=nobody')).status).toBe(404)
  })

  test('the customer’s and the document’s names are compared, and words that differ are marked', async () => {
    const compared = async (fullName: string, documentFullName: string) => {
      const order = { fullName, documentFullName, dateOfExpiry: '2020-01-31' }
      const inquiryId = await merchant.completedId('NEEDS_REVIEW', order)
      return (await operator.get(`/inquiries/${inquiryId}`)).html
    }
    const differing = await compared('Mira Solberg', 'Mira Larkspur')
    for (const name of ['Solberg', 'Larkspur']) expect(differing).toContain(`Mira <mark>${name}</`)
    const text = textOf(differing)
    for (const check of ['Personal information', 'Identity document'])
      expect(text).toContain(`${check} Inconclusive`)
    expect(text).toContain('Name Mira Larkspur Differs')
    expect(text).toMatch(/31 Jan 2020 +Expired/)
    const matching = await compared('Zoë Solberg', 'ZOE SOLBERG')
    expect(textOf(matching)).toContain('Name ZOE SOLBERG Matches')
    expect(matching).not.toContain('<mark>')
  })

  test('an operator cannot overwrite a decision they have not seen, but can reverse one that they have (N5)', async () => {
    const inquiryId = await reviewed()
    const decide = (status: string, seenStatus: string, note = '') =>
      operator.submit(`/inquiries/${inquiryId}/decide`, { status, seenStatus, note })
    await decide('DECLINED', 'NEEDS_REVIEW')
    const late = await decide('APPROVED', 'NEEDS_REVIEW')
    expect(late.html).toContain('The inquiry has changed in the meantime: declined.')
    const declined = { status: 'DECLINED', portalDecisionNote: null }
    expect((await merchant.status(inquiryId)).body).toMatchObject(declined)
    await decide('APPROVED', 'DECLINED', 'Looked at both.')
    const approved = { status: 'APPROVED', portalDecisionNote: 'Looked at both.' }
    expect((await merchant.status(inquiryId)).body).toMatchObject(approved)
  })

  test('nothing can be decided before the submission, or with a note of 501 characters', async () => {
    const inquiryId = await merchant.openedId()
    const decide = (note: string, seenStatus: string) =>
      operator.submit(`/inquiries/${inquiryId}/decide`, { status: 'APPROVED', note, seenStatus })
    expect((await decide('', 'PENDING')).html).toContain('The customer has not submitted yet.')
    await control(sandbox, 'POST', `/inquiries/${inquiryId}/complete`, { outcome: 'NEEDS_REVIEW' })
    const long = await decide('x'.repeat(501), 'NEEDS_REVIEW')
    expect(long.html).toContain('The note can have up to 500 characters.')
    expect((await merchant.status(inquiryId)).body.status).toBe('NEEDS_REVIEW')
  })
})

describe('the list', () => {
  test('can be searched by name, reference and status, including a status that the contract does not name', async () => {
    await reviewed('order:alpha')
    const held = { fullName: 'Ida Quillfeather' }
    await merchant.completedId('ON_HOLD', held, { referenceId: 'order:beta' })
    const found = async (words: string) => {
      const { html } = await operator.get(`/inquiries?${new URLSearchParams({ words })}`)
      return [...html.matchAll(/>order:(\w+)</g)].map(([, reference]) => reference)
    }
    expect(await found('')).toEqual(['beta', 'alpha'])
    expect(await found('ALPHA')).toEqual(['alpha'])
    expect(await found('needs review')).toEqual(['alpha'])
    expect(await found('On hold')).toEqual(['beta'])
    expect(await found('quillfeather')).toEqual(['beta'])
    expect(await found('gamma')).toEqual([])
    const { html } = await operator.get('/inquiries?words=needs+review')
    expect(html).toContain('aria-current="true">Needs review</a>')
  })

  test('a deadline that has passed is no status, because the API reports none (N7)', async () => {
    const inquiryId = await merchant.openedId({ referenceId: 'order:late' })
    await control(sandbox, 'POST', `/inquiries/${inquiryId}/expire`)
    expect((await merchant.status(inquiryId)).body.status).toBe('PENDING')
    const { html } = await operator.get('/inquiries?words=order:late')
    expect(textOf(/<a class="line".*?<\/a>/s.exec(html)?.[0] ?? '')).toContain('Pending')
    expect(textOf((await operator.get(`/inquiries/${inquiryId}`)).html)).toContain('Expired')
  })
})

describe('one inquiry', () => {
  test('an invented inquiry id is not found', async () => {
    expect((await operator.get(`/inquiries/${crypto.randomUUID()}`)).status).toBe(404)
    expect((await operator.get('/inquiries/..%2f..')).status).toBe(404)
  })

  test('can be completed and expired by its buttons, which say if the flow can’t be used', async () => {
    const inquiryId = await merchant.openedId()
    const back = `/inquiries/${inquiryId}`
    const complete = { call: `POST ${back}/complete`, body: '{"outcome":"APPROVED"}', back }
    expect((await operator.get(back)).html).toContain(complete.call)
    await operator.submit('/scenario/send', { call: `POST ${back}/expire`, back })
    const late = await operator.submit('/scenario/send', complete)
    expect(late.html).toContain('cannot be used: expired.')
    expect((await operator.get(back)).html).not.toContain(complete.call)
    expect((await merchant.status(inquiryId)).body.status).toBe('PENDING')
  })

  test('its timeline says of an event that was lost that it was never tried', async () => {
    ;({ sandbox, merchant } = await setUpReceiving())
    operator = await operatorOf(sandbox)
    await control(sandbox, 'POST', '/faults', { target: 'webhook', kind: 'drop' })
    const { html } = await operator.get(`/inquiries/${await merchant.completedId()}`)
    expect(textOf(html)).toContain('never tried.')
  })

  test('its timeline lists the events, each of which leads to the wire and can be sent again', async () => {
    ;({ sandbox, merchant } = await setUpReceiving())
    operator = await operatorOf(sandbox)
    const inquiryId = await merchant.completedId()
    const { html } = await operator.get(`/inquiries/${inquiryId}`)
    expect(textOf(html)).toContain('inquiry.approved: delivered')
    expect(textOf(html)).toContain('last answer 200')
    const [delivery] = sandbox.store.deliveries.listBy('inquiry', inquiryId)
    expect(html).toContain(
      `/portal/wire?words=${sandbox.store.inquiries.require(inquiryId).correlationId}`,
    )
    expect(html).toContain(`value="POST /deliveries/${delivery?.id}/resend"`)
  })
})
