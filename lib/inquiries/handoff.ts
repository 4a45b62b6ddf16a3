/**
 * Continuing the hosted flow on another device: a link that works once, for a few minutes, and a code that the other
 * device shows and the applicant types on the first. The other device gets this inquiry's flow and nothing else.
 */
import 'server-only'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Applicant } from '../applicant'
import { db } from '../db'
import { log } from '../log'
import { applicantStage, STAGE_COLUMNS } from './status'
import type { DeviceHandoffView, HandoffConfirmation, HandoffState } from './views'

const MINUTE_MS = 60_000
/** For opening the link, and again for typing the code. */
export const LINK_MS = 5 * MINUTE_MS
/** How long the other device may use the flow: ample for one check. */
export const DEVICE_MS = 60 * MINUTE_MS
/** How long after that it can still report the flow's end: the service doesn't close a flow when the device's access ends. */
export const RETURN_MS = 12 * 60 * MINUTE_MS
/** Lifetime of the device's cookie, which has to last even if the code is confirmed at the last moment. */
export const DEVICE_COOKIE_MS = LINK_MS + DEVICE_MS + RETURN_MS
const CODE_ATTEMPTS = 3
const CODE = /^\d{4}$/
/** 32 random bytes in Base64URL. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

const newToken = (): string => randomBytes(32).toString('base64url')
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * Makes a link for the applicant's inquiry. It replaces any earlier link and the device that used it.
 * @returns the link's token, and whether it took the flow from a confirmed device, which can then no longer report its
 * end; null if there is no flow to continue
 */
export async function offerHandoff(
  applicant: Applicant,
  now = new Date(),
): Promise<{ token: string; expiresAt: Date; tookOver: boolean } | null> {
  const inquiry = await findActive(applicant)
  if (!inquiry || applicantStage(inquiry, now) !== 'ready') return null
  const token = newToken()
  const expiresAt = new Date(now.getTime() + LINK_MS)
  const offer = {
    linkHash: hashOf(token),
    expiresAt,
    deviceHash: null,
    code: null,
    codeAttempts: 0,
    confirmedAt: null,
  }
  const replaced = await db().deviceHandoff.findUnique({
    where: { inquiryRow: inquiry.id },
    select: { confirmedAt: true },
  })
  await db().deviceHandoff.upsert({
    where: { inquiryRow: inquiry.id },
    create: { inquiryRow: inquiry.id, ...offer },
    update: offer,
  })
  return { token, expiresAt, tookOver: Boolean(replaced?.confirmedAt) }
}

/**
 * The other device opens the link, once. That doesn't give it the flow yet.
 * @returns the token for its cookie; null if the link is unknown, used or too old
 */
export async function claimHandoff(token: string, now = new Date()): Promise<string | null> {
  if (!TOKEN.test(token)) return null
  const device = newToken()
  const { count } = await db().deviceHandoff.updateMany({
    where: { linkHash: hashOf(token), deviceHash: null, expiresAt: { gt: now } },
    data: {
      deviceHash: hashOf(device),
      code: String(randomInt(10_000)).padStart(4, '0'),
      expiresAt: new Date(now.getTime() + LINK_MS),
    },
  })
  return count === 1 ? device : null
}

/** The applicant types the other device's code on the first, which shows that the same person is using both. */
export async function confirmHandoff(
  applicant: Applicant,
  code: string,
  now = new Date(),
): Promise<HandoffConfirmation> {
  if (!CODE.test(code)) return 'wrong_code'
  const inquiry = await findActive(applicant)
  if (!inquiry) return 'ended'
  const waiting = {
    inquiryRow: inquiry.id,
    deviceHash: { not: null },
    confirmedAt: null,
    expiresAt: { gt: now },
  }
  // Counts and compares in one transaction, so the device can't see the handoff as ended while its correct third code is
  // being checked. The first update locks the row, so concurrent attempts all count.
  const result = await db().$transaction(async (tx): Promise<HandoffConfirmation> => {
    const counted = await tx.deviceHandoff.updateMany({
      where: { ...waiting, codeAttempts: { lt: CODE_ATTEMPTS } },
      data: { codeAttempts: { increment: 1 } },
    })
    if (counted.count === 0) return 'ended'
    const { count } = await tx.deviceHandoff.updateMany({
      where: { ...waiting, code },
      data: { confirmedAt: now, code: null, expiresAt: new Date(now.getTime() + DEVICE_MS) },
    })
    if (count === 0) return 'wrong_code'
    const entry = { action: 'device.confirmed', outcome: 'confirmed' }
    await tx.auditEntry.create({ data: { actor: 'applicant', inquiryRow: inquiry.id, ...entry } })
    return 'confirmed'
  })
  if (result === 'confirmed') log.info('device_confirmed', { inquiry: inquiry.id })
  if (result !== 'wrong_code') return result
  return (await handoffState(inquiry.id, now)) === null ? 'ended' : 'wrong_code'
}

/**
 * The applicant continues on this device after all, so the link and any device that used it lose access.
 * @returns whether a confirmed device had the flow, and may have finished it
 */
export async function endHandoff(applicant: Applicant): Promise<boolean> {
  // In this order, so a device confirmed in between loses its access too.
  await db().deviceHandoff.deleteMany({
    where: { confirmedAt: null, inquiry: { applicantHash: applicant.hash } },
  })
  // The row stays so the device can report the end of the flow. `confirmedAt` is in the past on every instance's clock.
  const ended = await db().$executeRaw`
    UPDATE "DeviceHandoff" SET "expiresAt" = "confirmedAt" FROM "Inquiry"
    WHERE "Inquiry"."id" = "inquiryRow" AND "applicantHash" = ${applicant.hash}
      AND "DeviceHandoff"."expiresAt" > "confirmedAt"`
  return ended > 0
}

/** For the applicant's own screen. */
export async function handoffState(inquiryRow: string, now: Date): Promise<HandoffState | null> {
  const where = { inquiryRow, expiresAt: { gt: now } }
  const select = { deviceHash: true, confirmedAt: true, codeAttempts: true } as const
  const handoff = await db().deviceHandoff.findFirst({ where, select })
  if (!handoff) return null
  if (handoff.confirmedAt) return 'confirmed'
  if (handoff.deviceHash === null) return 'offered'
  return handoff.codeAttempts < CODE_ATTEMPTS ? 'claimed' : null
}

/** For the other device. */
export async function getDeviceHandoff(
  device: string,
  now = new Date(),
): Promise<DeviceHandoffView> {
  const handoff = await findDevice(device, { expiresAt: { gt: now } })
  if (!handoff) return { state: 'ended' }
  if (handoff.confirmedAt === null) {
    const { code, codeAttempts } = handoff
    return code !== null && codeAttempts < CODE_ATTEMPTS
      ? { state: 'waiting', code }
      : { state: 'ended' }
  }
  const { inquiryId, expiresAt } = handoff.inquiry
  switch (applicantStage(handoff.inquiry, now)) {
    case 'ready':
      return inquiryId === null
        ? { state: 'ended' }
        : { state: 'ready', inquiryId, expiresAt: expiresAt?.toISOString() ?? null }
    case 'opening':
    case 'open_failed':
    case 'expired':
      return { state: 'ended' }
    default:
      return { state: 'finished' }
  }
}

/**
 * The applicant whose flow a confirmed device runs, or ran until its access ended. Use it only to read the outcome.
 * @returns null for any other device
 */
export async function applicantOfDevice(
  device: string,
  now = new Date(),
): Promise<Applicant | null> {
  const confirmedAt = { gt: new Date(now.getTime() - DEVICE_MS - RETURN_MS) }
  const handoff = await findDevice(device, { confirmedAt })
  return handoff && { hash: handoff.inquiry.applicantHash }
}

async function findDevice(
  device: string,
  since: { expiresAt: { gt: Date } } | { confirmedAt: { gt: Date } },
) {
  if (!TOKEN.test(device)) return null
  const inquiry = { select: { ...STAGE_COLUMNS, inquiryId: true, applicantHash: true } } as const
  return db().deviceHandoff.findFirst({
    where: { deviceHash: hashOf(device), ...since },
    select: { code: true, codeAttempts: true, confirmedAt: true, inquiry },
  })
}

const findActive = ({ hash }: Applicant) =>
  db().inquiry.findUnique({
    where: { activeApplicantHash: hash },
    select: { ...STAGE_COLUMNS, id: true },
  })
