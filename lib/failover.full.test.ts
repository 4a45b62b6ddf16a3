// A real primary is killed while events arrive.
// The short form of `npm run failover-test`.
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../scripts/migrate'
import { findFreePort } from '../scripts/ports'
import { db } from './db'
import { recordEvent } from './inquiries/record-event'
import { eventOf, startTestApp, type TestApp } from './testing/test-app'

const WRITES_WITHIN_MS = 10_000
/** Connections and statements are new, and the machine may be busy. */
const FIRST_EVENTS_WITHIN_MS = 30_000
const SENDERS = 4

let app: TestApp
let failOver: () => Promise<void>
beforeAll(async () => {
  app = await startTestApp(startPair)
})
afterAll(() => app.stop())

async function startPair() {
  const port = await findFreePort()
  const pair = fork(join(import.meta.dirname, '../scripts/database/replicated-pair.ts'), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, DATABASE_PORT: `${port}` },
  })
  await once(pair, 'message')
  failOver = async () => {
    pair.send('failOver')
    await once(pair, 'message')
  }
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres?sslmode=disable`
  await migrate(url)
  const stop = async () => {
    pair.disconnect()
    await once(pair, 'exit')
  }
  return { url, stop }
}

test('when the primary is killed, no acknowledged event is lost, and events are stored again soon', async () => {
  const acknowledged: string[] = []
  let isOver = false
  const send = async () => {
    while (!isOver) {
      const event = eventOf(
        { inquiryId: randomUUID(), referenceId: 'none' },
        'APPROVED',
        new Date(),
      )
      await recordEvent(event, null).then(
        () => acknowledged.push(event.id),
        () => {},
      )
    }
  }
  const senders = Array.from({ length: SENDERS }, send)
  const acknowledges = (more: number, timeout: number) => {
    const before = acknowledged.length
    return expect.poll(() => acknowledged.length, { timeout }).toBeGreaterThan(before + more)
  }
  await acknowledges(100, FIRST_EVENTS_WITHIN_MS)
  await failOver()
  await acknowledges(100, WRITES_WITHIN_MS)
  isOver = true
  await Promise.all(senders)

  const kept = await db().knownEvent.findMany({ where: { id: { in: acknowledged } } })
  expect(new Set(kept.map(({ id }) => id))).toEqual(new Set(acknowledged))
})
