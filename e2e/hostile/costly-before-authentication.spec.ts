// Clients that nobody has authenticated, and who try to make the app work for them: costly bodies, slow bodies, and floods.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import autocannon from 'autocannon'
import { environment } from '../fixtures/environment'
import { approval, SIGNATURE_HEADER } from '../fixtures/events'
import type { App } from './processes'
import { deliverDuring } from './real-events'
import { expect, HOSTILE, test } from './test'

const BODY_BYTES = 1024 * 1024
const ANSWERED_WITHIN_MS = 1_000
const SLOW_SENDERS = 200
const FLOOD = { connections: 100, perSecond: 500 }

const webhookUrl = (app: App) => `${app.appUrl}/api/webhooks/verification`
/** Of the right form, and of nothing else. */
const forgedSignature = () => `sha256=${randomBytes(32).toString('hex')}`

/** As large as a delivery may be; printed with indentation it would be four hundred times that. */
function nestedArrays(depth = 400): string {
  const nest = '['.repeat(depth) + ']'.repeat(depth)
  return `[${Array.from({ length: BODY_BYTES / nest.length - 2 }, () => nest).join()}]`
}

test(
  'a forged delivery of nested arrays is refused at once, and stalls nothing',
  HOSTILE,
  async ({ app }) => {
    const body = nestedArrays()
    const timed = async (request: Promise<Response>) => {
      const startedAt = performance.now()
      const { status } = await request
      return { status, ms: performance.now() - startedAt }
    }
    const forge = () =>
      timed(
        fetch(webhookUrl(app), {
          method: 'POST',
          headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: forgedSignature() },
          body,
        }),
      )
    const peakBefore = app.peakMemoryBytes()
    let forgeries: Awaited<ReturnType<typeof forge>>[] = []
    const neighbours = await deliverDuring(app, async () => {
      forgeries = await Promise.all([forge(), forge(), forge()])
    })
    for (const { status, ms } of forgeries) {
      expect(status).toBe(401)
      expect(ms).toBeLessThan(ANSWERED_WITHIN_MS)
    }
    expect(neighbours).toMatchObject({ refused: [], lost: 0 })
    expect(neighbours.p99Ms).toBeLessThan(ANSWERED_WITHIN_MS)
    const peakAfter = app.peakMemoryBytes()
    if (peakBefore !== null && peakAfter !== null)
      expect(peakAfter - peakBefore).toBeLessThan(100 * BODY_BYTES)
  },
)

test('senders that never finish their bodies hold up no event', HOSTILE, async ({ app }) => {
  const { hostname, port } = new URL(app.appUrl)
  const head = [
    'POST /api/webhooks/verification HTTP/1.1',
    `Host: ${hostname}:${port}`,
    'Content-Type: application/json',
    `${SIGNATURE_HEADER}: ${forgedSignature()}`,
    `Content-Length: ${BODY_BYTES}`,
  ].join('\r\n')
  const sockets = await Promise.all(
    Array.from({ length: SLOW_SENDERS }, async () => {
      const socket = connect(Number(port), hostname)
      // Being cut off is what they deserve.
      socket.on('error', () => {})
      await once(socket, 'connect')
      socket.write(`${head}\r\n\r\n`)
      return socket
    }),
  )
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('[')
  }, 100)
  try {
    const deliveries = await deliverDuring(app, attackTime)
    expect(deliveries).toMatchObject({ refused: [], lost: 0 })
    expect(deliveries.p99Ms).toBeLessThan(ANSWERED_WITHIN_MS)
  } finally {
    clearInterval(drip)
    for (const socket of sockets) socket.destroy()
  }
})

test('a flood of forgeries loses no event and delays none', HOSTILE, async ({ app }) => {
  const forged = (signature: string | null, body: string) => ({
    method: 'POST' as const,
    headers: {
      'content-type': 'application/json',
      ...(signature && { [SIGNATURE_HEADER]: signature }),
    },
    body,
  })
  const event = JSON.stringify(approval())
  const options = {
    url: webhookUrl(app),
    duration: environment.HOSTILE_SECONDS,
    connections: FLOOD.connections,
    overallRate: FLOOD.perSecond,
    // A thread of its own, so that what is measured here isn't its work.
    workers: 1,
    requests: [
      forged(forgedSignature(), event),
      forged(forgedSignature(), JSON.stringify(approval({ data: { text: 'x'.repeat(64_000) } }))),
      forged(forgedSignature().slice('sha256='.length), event),
      forged(null, event),
      forged('sha256=none', event),
    ],
  }
  let flood: autocannon.Result | undefined
  const deliveries = await deliverDuring(app, async () => {
    flood = await autocannon(options)
  })
  expect(flood).toMatchObject({ '2xx': 0, '5xx': 0, errors: 0 })
  expect(flood?.['4xx']).toBeGreaterThan(0)
  expect(deliveries).toMatchObject({ refused: [], lost: 0 })
  expect(deliveries.p99Ms).toBeLessThan(ANSWERED_WITHIN_MS)
  expect((await fetch(`${app.appUrl}/api/health/ready`)).status).toBe(200)
})

const attackTime = () =>
  new Promise<void>((resolve) => setTimeout(resolve, environment.HOSTILE_SECONDS * 1_000))
