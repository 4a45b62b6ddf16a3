/** Whether an inquiry's screen is still true, asked for cheaply and often: it shows nothing, so it is not audited. */
import 'server-only'
import { createHash } from 'node:crypto'
import { db } from '../db'
import type { Prisma } from '../prisma-client/client'
import type { Staff } from '../staff'
import { awaitsRead } from './status'

export const versionSelect = {
  openState: true,
  openError: true,
  status: true,
  reportedStatus: true,
  heardAt: true,
  readAt: true,
  readError: true,
  portalDecidedAt: true,
  grantedAt: true,
  reversedAt: true,
  orphanId: true,
  nextReadAt: true,
  accountOpening: { select: { openedAt: true, error: true } },
} satisfies Prisma.InquirySelect
type VersionFacts = Prisma.InquiryGetPayload<{ select: typeof versionSelect }>

/** Changes with what staff are shown. A read that only says the same once more changes nothing. */
export function versionOf({ nextReadAt, ...facts }: VersionFacts): string {
  const { openState, openError, status, reportedStatus, readError, orphanId } = facts
  const times = [facts.portalDecidedAt, facts.grantedAt, facts.reversedAt]
  const shown = [openState, openError, status, reportedStatus, readError, orphanId, ...times]
  const more = [facts.accountOpening, awaitsRead(facts), nextReadAt !== null]
  const text = JSON.stringify([...shown, ...more])
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}

/** Null when there is no such inquiry. */
export async function getInquiryVersion(_staff: Staff, id: string): Promise<string | null> {
  const row = await db().inquiry.findUnique({ where: { id }, select: versionSelect })
  return row && versionOf(row)
}
