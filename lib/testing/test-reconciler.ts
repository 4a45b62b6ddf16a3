// What the tests of the reconciler share.
import { afterEach, expect, vi } from 'vitest'
import { db } from '../db'
import { env } from '../env'
import { startReconciler } from '../inquiries/reconcile'
import type { Script } from './scripted-service'
import { insertOpenInquiry } from './test-app'
import { makeDue, reload, withTestApp } from './test-inquiry'

/** Longer than it takes to claim the next row, so reads overlap. */
export const ANSWER_MS = 100
export const WITHIN = { timeout: 20_000, interval: 20 }
export const PASS_MS = 20_000
const USUAL = { RECONCILER: 'loop', VERIFICATION_CALLS_PER_MINUTE: 1_000_000 }

/** A test app whose loop runs once a test has started it. After each test the loop has stopped and nothing is due. */
export function withReconciler(): {
  app: ReturnType<typeof withTestApp>
  startLoop: () => ReturnType<typeof startReconciler>
} {
  const app = withTestApp()
  let loop: ReturnType<typeof startReconciler> | undefined
  afterEach(async () => {
    vi.restoreAllMocks()
    Object.assign(env(), USUAL)
    await loop?.stop()
    loop = undefined
    Reflect.deleteProperty(globalThis, 'merchantReconciler')
    await db().inquiry.updateMany({ data: { dueAt: null } })
    await db().webhookEvent.deleteMany()
    await db().serviceGate.deleteMany()
  })
  const startLoop = () => {
    loop = startReconciler()
    return loop
  }
  return { app, startLoop }
}

/** Answers with this status, whichever inquiry is read. */
export const shows =
  (status: string, extra: object = {}): Script =>
  async ({ path }) => {
    const where = { inquiryId: path.split('/').at(-1) }
    const { referenceId } = await db().inquiry.findFirstOrThrow({ where })
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    return { body: { ...where, referenceId, status, expiresAt, ...extra } }
  }

export const insertDue = async (columns = {}) => makeDue(await insertOpenInquiry(), columns)

/** One after another: at once, those that wait for a connection for four seconds would fail, on a busy machine. */
export async function insertManyDue(count: number) {
  const rows: Awaited<ReturnType<typeof insertDue>>[] = []
  while (rows.length < count) rows.push(await insertDue())
  return rows
}

export const settled = (id: string) =>
  vi.waitFor(async () => expect((await reload({ id })).readAt).not.toBeNull(), WITHIN)
