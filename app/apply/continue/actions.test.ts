import { expect, test, vi } from 'vitest'
import { db } from '@/lib/db'
import { insertOpenInquiry } from '@/lib/testing/test-app'
import { makeDue, reload, withTestApp } from '@/lib/testing/test-inquiry'

const TOKEN = 'a'.repeat(43)
const HOUR_MS = 3_600_000
const jar = new Map<string, { value: string; maxAge?: number }>([['applicant', { value: TOKEN }]])
vi.mock('next/headers', () => ({
  headers: async () => new Headers(),
  cookies: async () => ({
    get: (name: string) => jar.get(name),
    set: ({ name, ...cookie }: { name: string; value: string }) => jar.set(name, cookie),
  }),
}))
// Reads become due, but nothing runs them here.
vi.mock('next/server', () => ({ after: () => {} }))
const { claimHandoffAction, confirmHandoffAction, deviceReturnedAction, ...first } = await import(
  './actions'
)
const { getApplicant } = await import('@/lib/applicant')
const { getDeviceHandoff } = await import('@/lib/inquiries/handoff')

withTestApp()

/** A customer whose other device has the flow, and whose next read is hours away. */
async function onDevice() {
  await db().inquiry.deleteMany()
  const applicantHash = (await getApplicant())?.hash ?? ''
  const row = await insertOpenInquiry({ applicantHash, activeApplicantHash: applicantHash })
  const offer = await first.offerHandoffAction()
  await claimHandoffAction('url' in offer ? offer.url.split('#')[1] : '')
  const cookie = jar.get('handoff')
  const shown = await getDeviceHandoff(cookie?.value ?? '')
  expect(await confirmHandoffAction(shown.state === 'waiting' ? shown.code : '')).toBe('confirmed')
  await makeDue(row, { nextReadAt: new Date(Date.now() + 2 * HOUR_MS) })
  return { row, cookie }
}

const isDue = async (row: { id: string }) => {
  const { nextReadAt, urgent } = await reload(row)
  return urgent && nextReadAt !== null && nextReadAt.getTime() < Date.now() + 1_000
}

test('a check that ends on another device after "continue here instead" makes a read due', async () => {
  const { row } = await onDevice()
  await first.endHandoffAction()
  await makeDue(row, { urgent: false, nextReadAt: new Date(Date.now() + 2 * HOUR_MS) })
  await deviceReturnedAction()
  expect(await isDue(row)).toBe(true)
})

test('taking the flow back from another device makes a read due, with "continue here" or a new link', async () => {
  const ended = await onDevice()
  await first.endHandoffAction()
  expect(await isDue(ended.row)).toBe(true)

  const replaced = await onDevice()
  await first.offerHandoffAction()
  expect(await isDue(replaced.row)).toBe(true)
})

test("the device's cookie outlives its access and the hours in which it can report the flow's end", async () => {
  const { cookie } = await onDevice()
  expect(cookie?.maxAge).toBeGreaterThanOrEqual(13 * 3_600 + 5 * 60)
})
