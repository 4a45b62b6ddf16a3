// Unauthenticated clients that try to exhaust the app: costly bodies, slow bodies and floods.
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import autocannon from 'autocannon'
import { approval, SIGNATURE_HEADER } from '../fixtures/events'
import type { App } from './app'
import { expectNoDisturbance } from './real-events'
import { expect, HOSTILE, test } from './test'

const MIB = 1024 * 1024
/** Enough for a busy machine; three such bodies once took 15 s. */
const REFUSED_WITHIN_MS = 3_000
const SLOW_SENDERS = 200
const FLOOD = { seconds: 4, connections: 100, perSecond: 300 }

const webhookUrl = (app: App) => `${app.appUrl}/api/webhooks/verification`
/** Well-formed, but not the signature of anything. */
const forgedSignature = () => `sha256=${randomBytes(32).toString('hex')}`

/** An event just below the size limit. Indented, it would be 400 times as large. */
function eventOfNestedArrays(depth = 400): string {
  const nest: unknown = JSON.parse('['.repeat(depth) + ']'.repeat(depth))
  const nested = Array.from({ length: MIB / (2 * depth) - 10 }, () => nest)
  return JSON.stringify(approval({ data: { nested } }))
}

async function send(app: App, body: string, signed: string) {
  const startedAt = performance.now()
  const { status } = await fetch(webhookUrl(app), {
    method: 'POST',
    headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signed },
    body,
  })
  return { status, ms: performance.now() - startedAt }
}

test(
  'forged deliveries of nested arrays are refused quickly and stall nothing',
  HOSTILE,
  async ({ app }) => {
    const body = eventOfNestedArrays()
    const forge = () => send(app, body, forgedSignature())
    let peakBefore: number | null = null
    await expectNoDisturbance(app, async () => {
      peakBefore = app.peakMemoryBytes()
      for (const { status, ms } of await Promise.all([forge(), forge(), forge()])) {
        expect(status).toBe(401)
        expect(ms).toBeLessThan(REFUSED_WITHIN_MS)
      }
    })
    const peakAfter = app.peakMemoryBytes()
    if (peakBefore !== null && peakAfter !== null)
      expect(peakAfter - peakBefore).toBeLessThan(100 * MIB)
  },
)

test(
  'senders that never finish their bodies are cut off and hold up no events',
  HOSTILE,
  async ({ app }) => {
    const { hostname, port } = new URL(app.appUrl)
    const head = [
      'POST /api/webhooks/verification HTTP/1.1',
      `Host: ${hostname}:${port}`,
      'Content-Type: application/json',
      `${SIGNATURE_HEADER}: ${forgedSignature()}`,
      `Content-Length: ${MIB}`,
    ].join('\r\n')
    await expectNoDisturbance(app, async () => {
      const sockets = Array.from({ length: SLOW_SENDERS }, () => {
        const socket = connect(Number(port), hostname)
        socket.on('error', () => {})
        socket.resume().write(`${head}\r\n\r\n`)
        return socket
      })
      const drip = setInterval(() => {
        for (const socket of sockets) if (socket.writable) socket.write('[')
      }, 100)
      try {
        await expect.poll(() => sockets.filter(({ closed }) => !closed).length).toBe(0)
      } finally {
        clearInterval(drip)
        for (const socket of sockets) socket.destroy()
      }
    })
  },
)

test('a flood of forgeries neither loses nor delays an event', HOSTILE, async ({ app }) => {
  const forged = (header: string | null, body: string) => ({
    method: 'POST' as const,
    headers: {
      'content-type': 'application/json',
      ...(header && { [SIGNATURE_HEADER]: header }),
    },
    body,
  })
  const event = JSON.stringify(approval())
  let refused = 0
  await expectNoDisturbance(app, async () => {
    const flood = await autocannon({
      url: webhookUrl(app),
      duration: FLOOD.seconds,
      connections: FLOOD.connections,
      overallRate: FLOOD.perSecond,
      // In its own thread, so that its work doesn't affect the measurement.
      workers: 1,
      requests: [
        forged(forgedSignature(), event),
        forged(forgedSignature(), JSON.stringify(approval({ data: { text: 'x'.repeat(64_000) } }))),
        forged(forgedSignature().slice('sha256='.length), event),
        forged(null, event),
        forged('sha256=none', event),
      ],
    })
    expect(flood).toMatchObject({ '2xx': 0, '5xx': 0, errors: 0 })
    refused = flood['4xx']
  })
  // Storing every forgery would slow down real events, so only a sample is kept.
  const { rows } = await app.database.query(
    `SELECT n_tup_ins::int AS written FROM pg_stat_user_tables WHERE relname = 'RejectedDelivery'`,
  )
  expect(rows[0].written).toBeLessThan(refused / 2)
})
