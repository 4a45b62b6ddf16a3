import { randomInt, randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { db } from '../db'
import { log } from '../log'
import { insertOpenInquiry, newApplicant } from '../testing/test-app'
import { withTestApp } from '../testing/test-inquiry'
import { getApplicantInquiry } from './applicant-inquiry'
import {
  applicantOfDevice,
  claimHandoff,
  confirmHandoff,
  DEVICE_MS,
  endHandoff,
  getDeviceHandoff,
  LINK_MS,
  offerHandoff,
  RETURN_MS,
} from './handoff'

vi.mock('node:crypto', { spy: true })

withTestApp()
afterEach(() => vi.restoreAllMocks())

const NOW = new Date('2026-01-01T12:00:00Z')
const after = (ms: number) => new Date(NOW.getTime() + ms)

async function apply(columns: Parameters<typeof insertOpenInquiry>[0] = {}) {
  const row = await insertOpenInquiry({ inquiryId: randomUUID(), ...columns })
  return { row, applicant: { hash: row.applicantHash } }
}

/** An applicant whose other device has opened the link. */
async function claimed() {
  const { row, applicant } = await apply()
  const offer = await offerHandoff(applicant, NOW)
  const device = (await claimHandoff(offer?.token ?? '', NOW)) ?? ''
  const view = await getDeviceHandoff(device, NOW)
  const code = view.state === 'waiting' ? view.code : ''
  return { row, applicant, device, code, token: offer?.token ?? '' }
}

const wrong = (code: string) => (code === '0000' ? '0001' : '0000')

test('another device gets the flow once its code is confirmed on the first, and the first sees each step', async () => {
  const { row, applicant } = await apply()
  const seen = async () => (await getApplicantInquiry(applicant, NOW))?.handoff
  expect(await seen()).toBeNull()
  const offer = await offerHandoff(applicant, NOW)
  expect(offer?.expiresAt).toEqual(after(LINK_MS))
  expect(await seen()).toBe('offered')

  const device = (await claimHandoff(offer?.token ?? '', NOW)) ?? ''
  expect(await seen()).toBe('claimed')
  const waiting = await getDeviceHandoff(device, NOW)
  expect(waiting).toEqual({ state: 'waiting', code: expect.stringMatching(/^\d{4}$/) })
  expect(await applicantOfDevice(device, NOW)).toBeNull()

  const code = waiting.state === 'waiting' ? waiting.code : ''
  expect(await confirmHandoff(applicant, code, NOW)).toBe('confirmed')
  expect(await seen()).toBe('confirmed')
  const ready = { state: 'ready', inquiryId: row.inquiryId, expiresAt: null }
  expect(await getDeviceHandoff(device, NOW)).toEqual(ready)
  expect(await applicantOfDevice(device, NOW)).toEqual(applicant)
  const audited = await db().auditEntry.findMany({ where: { inquiryRow: row.id } })
  expect(audited).toMatchObject([
    { actor: 'applicant', action: 'device.confirmed', outcome: 'confirmed' },
  ])
})

test('a link works once, and for five minutes', async () => {
  const { token } = await claimed()
  expect(await claimHandoff(token, NOW)).toBeNull()

  const { applicant } = await apply()
  const late = await offerHandoff(applicant, NOW)
  expect(await claimHandoff(late?.token ?? '', after(LINK_MS))).toBeNull()
  expect(await claimHandoff('not-a-token', NOW)).toBeNull()
})

test('if several devices open one link at the same time, only one gets it', async () => {
  const { applicant } = await apply()
  const token = (await offerHandoff(applicant, NOW))?.token ?? ''
  const claims = await Promise.all(Array.from({ length: 5 }, () => claimHandoff(token, NOW)))
  expect(claims.filter((device) => device !== null)).toHaveLength(1)
})

test('three wrong codes end the handoff, even if they arrive together, and the right one is then too late', async () => {
  const { applicant, device, code } = await claimed()
  // PostgreSQL would refuse a NUL.
  expect(await confirmHandoff(applicant, '12\u000034', NOW)).toBe('wrong_code')
  expect(await confirmHandoff(applicant, wrong(code), NOW)).toBe('wrong_code')
  await Promise.all([1, 2, 3].map(() => confirmHandoff(applicant, wrong(code), NOW)))
  expect(await confirmHandoff(applicant, code, NOW)).toBe('ended')
  expect(await getDeviceHandoff(device, NOW)).toEqual({ state: 'ended' })
})

test('a device does not see its handoff as ended while its correct third code is being confirmed', async () => {
  const { applicant, device, code } = await claimed()
  for (const _ of [1, 2]) await confirmHandoff(applicant, wrong(code), NOW)
  // Stops the confirmation halfway, at a point where the device may look.
  await db().$executeRaw`
    ALTER TABLE "AuditEntry" ADD CONSTRAINT "refused" CHECK ("action" <> 'device.confirmed') NOT VALID`
  await expect(confirmHandoff(applicant, code, NOW)).rejects.toThrow()
  await db().$executeRaw`ALTER TABLE "AuditEntry" DROP CONSTRAINT "refused"`
  expect(await getDeviceHandoff(device, NOW)).toEqual({ state: 'waiting', code })
  expect(await confirmHandoff(applicant, code, NOW)).toBe('confirmed')
})

test('only the applicant who offered the link can confirm its device', async () => {
  const { device, code } = await claimed()
  const stranger = await apply()
  expect(await confirmHandoff(stranger.applicant, code, NOW)).toBe('ended')
  expect(await confirmHandoff(newApplicant(), code, NOW)).toBe('ended')
  expect((await getDeviceHandoff(device, NOW)).state).toBe('waiting')
})

test('a new link or "continue here" takes the flow from the device that had it', async () => {
  const first = await claimed()
  await confirmHandoff(first.applicant, first.code, NOW)
  await offerHandoff(first.applicant, NOW)
  expect(await getDeviceHandoff(first.device, NOW)).toEqual({ state: 'ended' })

  const second = await claimed()
  await confirmHandoff(second.applicant, second.code, NOW)
  await endHandoff(second.applicant)
  expect(await getDeviceHandoff(second.device, NOW)).toEqual({ state: 'ended' })
})

test('after its hour or "continue here", a device loses the flow but can still report that it ended', async () => {
  const late = await claimed()
  await confirmHandoff(late.applicant, late.code, NOW)
  const hourLater = after(DEVICE_MS + 60_000)
  expect(await applicantOfDevice(late.device, hourLater)).toEqual(late.applicant)
  expect(await getDeviceHandoff(late.device, hourLater)).toEqual({ state: 'ended' })
  expect(await applicantOfDevice(late.device, after(DEVICE_MS + RETURN_MS))).toBeNull()

  const stopped = await claimed()
  await confirmHandoff(stopped.applicant, stopped.code, NOW)
  expect(await endHandoff(stopped.applicant)).toBe(true)
  expect(await applicantOfDevice(stopped.device, NOW)).toEqual(stopped.applicant)
  expect(await getDeviceHandoff(stopped.device, NOW)).toEqual({ state: 'ended' })
  expect((await getApplicantInquiry(stopped.applicant, NOW))?.handoff).toBeNull()
})

test('a device that was never confirmed cannot report the end of the flow, and has no flow to lose', async () => {
  const { applicant, device } = await claimed()
  expect(await applicantOfDevice(device, NOW)).toBeNull()
  expect(await endHandoff(applicant)).toBe(false)
  expect(await applicantOfDevice(device, NOW)).toBeNull()
})

test('offering a new link says whether it took the flow from a device, which can then no longer report its end', async () => {
  const { applicant, device, code } = await claimed()
  expect((await offerHandoff((await apply()).applicant, NOW))?.tookOver).toBe(false)
  await confirmHandoff(applicant, code, NOW)
  expect((await offerHandoff(applicant, NOW))?.tookOver).toBe(true)
  expect(await applicantOfDevice(device, NOW)).toBeNull()
})

test('a device loses the flow after an hour, and never sees the decision', async () => {
  const { row, applicant, device, code } = await claimed()
  await confirmHandoff(applicant, code, NOW)
  expect(await getDeviceHandoff(device, after(DEVICE_MS))).toEqual({ state: 'ended' })
  for (const status of ['COMPLETED', 'APPROVED', 'DECLINED']) {
    await db().inquiry.update({ where: { id: row.id }, data: { status } })
    expect(await getDeviceHandoff(device, NOW)).toEqual({ state: 'finished' })
  }
})

test('no link is created if there is no flow to continue', async () => {
  expect(await offerHandoff(newApplicant(), NOW)).toBeNull()
  const { applicant } = await apply({ status: 'COMPLETED' })
  expect(await offerHandoff(applicant, NOW)).toBeNull()
})

test('the database stores neither the link’s token nor the device’s', async () => {
  const { row, token, device } = await claimed()
  const stored = JSON.stringify(
    await db().deviceHandoff.findUniqueOrThrow({ where: { inquiryRow: row.id } }),
  )
  expect(stored).not.toContain(token)
  expect(stored).not.toContain(device)
})

test('a code below 1000 keeps its leading zeros', async () => {
  vi.mocked(randomInt).mockImplementationOnce(() => 7)
  expect((await claimed()).code).toBe('0007')
})

test('a code confirms nothing before the link is opened, or after its five minutes', async () => {
  const { row, applicant } = await apply()
  await offerHandoff(applicant, NOW)
  expect(await confirmHandoff(applicant, '1234', NOW)).toBe('ended')
  const offered = { where: { inquiryRow: row.id } }
  expect(await db().deviceHandoff.findUniqueOrThrow(offered)).toMatchObject({ codeAttempts: 0 })

  const late = await claimed()
  expect(await confirmHandoff(late.applicant, late.code, after(LINK_MS))).toBe('ended')
  expect(await confirmHandoff(late.applicant, late.code, after(LINK_MS - 1))).toBe('confirmed')
})

test('the third wrong code ends the handoff on both screens, and only a confirmation is logged', async () => {
  const info = vi.spyOn(log, 'info')
  const { row, applicant, device, code } = await claimed()
  for (const result of ['wrong_code', 'wrong_code', 'ended'])
    expect(await confirmHandoff(applicant, wrong(code), NOW)).toBe(result)
  expect((await getApplicantInquiry(applicant, NOW))?.handoff).toBeNull()
  expect(await getDeviceHandoff(device, NOW)).toEqual({ state: 'ended' })
  expect(info).not.toHaveBeenCalled()

  await offerHandoff(applicant, NOW)
  expect((await getApplicantInquiry(applicant, NOW))?.handoff).toBe('offered')
  const other = await claimed()
  await confirmHandoff(other.applicant, other.code, NOW)
  expect(info.mock.calls).toEqual([['device_confirmed', { inquiry: other.row.id }]])
  expect(other.row.id).not.toBe(row.id)
})

test('ending one applicant’s handoff doesn’t affect anyone else’s', async () => {
  const [ended, other] = [await claimed(), await claimed()]
  await endHandoff(ended.applicant)
  expect(await getDeviceHandoff(ended.device, NOW)).toEqual({ state: 'ended' })
  expect((await getDeviceHandoff(other.device, NOW)).state).toBe('waiting')
})

test.each([
  ['has expired', { status: 'PENDING', expiresAt: NOW }],
  ['is opened again', { openState: 'OPENING' as const, inquiryId: null }],
  ['could not be opened', { openState: 'OPEN_FAILED' as const, inquiryId: null }],
])('a confirmed device loses the flow once the inquiry %s', async (_what, columns) => {
  const { row, applicant, device, code } = await claimed()
  await confirmHandoff(applicant, code, NOW)
  await db().inquiry.update({ where: { id: row.id }, data: columns })
  expect(await getDeviceHandoff(device, NOW)).toEqual({ state: 'ended' })
})

test('a device can report the end of the flow for twelve hours after its access ends', async () => {
  const { applicant, device, code } = await claimed()
  await confirmHandoff(applicant, code, NOW)
  expect(await applicantOfDevice(device, after(DEVICE_MS + RETURN_MS - 1))).toEqual(applicant)
})
