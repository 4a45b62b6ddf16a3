// A service that redirects elsewhere, answers about somebody else, or never finishes its response.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { approval, decline } from '../fixtures/events'
import { listen } from '../fixtures/listen'
import { expect, HOSTILE, test } from './test'

test(
  'a redirect is not followed, so the key reaches no other host',
  HOSTILE,
  async ({ service, deliver, newApplicant }) => {
    const visits: string[] = []
    const elsewhere = createServer((request, response) => {
      visits.push(`${request.method} ${request.url}, key ${request.headers['x-api-key']}`)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
    const location = `http://127.0.0.1:${await listen(elsewhere)}/api/v1/customer/inquiries`

    const { customer, inquiryId } = await newApplicant()
    service.setStatus(inquiryId, 'APPROVED')
    for (const status of [301, 302, 303, 307, 308])
      service.answerNext('status', () => ({ status, headers: { location } }))
    await expect
      .poll(async () => {
        // Each new event makes a read due immediately.
        await deliver(approval({ data: { inquiryId, referenceId: undefined } }))
        return customer.stage()
      })
      .toBe('approved')
    expect(visits).toEqual([])
    elsewhere.close()
  },
)

test(
  'a response about another inquiry changes neither of the two',
  HOSTILE,
  async ({ service, app, deliver, newApplicant }) => {
    const [mine, theirs] = [await newApplicant(), await newApplicant()]
    const [ours, others] = [service.inquiry(mine.inquiryId), service.inquiry(theirs.inquiryId)]
    const mistakenAnswers = [
      others,
      { ...ours, inquiryId: others.inquiryId },
      { ...ours, referenceId: others.referenceId },
      { ...ours, inquiryId: randomUUID() },
      { ...ours, inquiryId: undefined },
    ]
    for (const mistaken of mistakenAnswers) {
      const reads = service.count('status', mine.inquiryId)
      service.answer('status', ({ inquiryId, usual }) =>
        inquiryId === mine.inquiryId
          ? { body: { ...Object(usual.body), ...mistaken, status: 'APPROVED' } }
          : usual,
      )
      await deliver(approval({ data: { inquiryId: mine.inquiryId, referenceId: undefined } }))
      await expect.poll(() => service.count('status', mine.inquiryId)).toBeGreaterThan(reads)
    }

    service.behave()
    service.setStatus(mine.inquiryId, 'DECLINED')
    await deliver(decline({ inquiryId: mine.inquiryId, referenceId: undefined }))
    await expect.poll(() => mine.customer.stage()).toBe('declined')
    expect(await theirs.customer.stage()).toBe('ready')
    const granted = await app.database.query('SELECT FROM "Inquiry" WHERE "grantedAt" IS NOT NULL')
    expect(granted.rowCount).toBe(0)
  },
)

test(
  'reads whose responses never end hold up nobody else',
  HOSTILE,
  async ({ service, deliver, newApplicant }) => {
    const stuck = await Promise.all(Array.from({ length: 3 }, newApplicant))
    const { customer, inquiryId } = await newApplicant()
    const isStuck = new Set(stuck.map((each) => each.inquiryId))
    // One byte every 100 ms, so no pause is long enough for the connection to time out.
    service.answer('status', (call) => {
      if (call.inquiryId === null || !isStuck.has(call.inquiryId)) return call.usual
      return (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const drip = setInterval(() => response.write(' '), 100)
        response.once('close', () => clearInterval(drip))
      }
    })
    for (const each of stuck)
      await deliver(approval({ data: { inquiryId: each.inquiryId, referenceId: undefined } }))
    await expect.poll(() => service.count('status')).toBeGreaterThanOrEqual(stuck.length)

    service.setStatus(inquiryId, 'APPROVED')
    await deliver(approval({ data: { inquiryId, referenceId: undefined } }))
    await expect.poll(() => customer.stage(), { timeout: 5_000 }).toBe('approved')
  },
)
