// A load balancer or NAT may drop a connection without telling either side. Only what was in flight on it may be lost.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startTestDatabase } from '../scripts/test-database'
import { recordEvent } from './inquiries/record-event'
import { eventOf, withTestApp } from './testing/test-app'

const pairs: [Socket, Socket][] = []

function freezeConnections(): void {
  for (const [client, server] of pairs) {
    client.unpipe(server).pause()
    server.unpipe(client).pause()
  }
}

withTestApp(async () => {
  const database = await startTestDatabase()
  const url = new URL(database.url)
  const { hostname, port } = url
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname)
    for (const socket of [client, server]) socket.on('error', () => {})
    client.once('close', () => server.destroy())
    client.pipe(server).pipe(client)
    pairs.push([client, server])
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  Object.assign(url, { hostname: '127.0.0.1', port: (proxy.address() as AddressInfo).port })
  return {
    url: url.href,
    stop: async () => {
      proxy.close()
      for (const socket of pairs.flat()) socket.destroy()
      await database.stop()
    },
  }
})

const record = () => {
  const unknown = { inquiryId: randomUUID(), referenceId: 'unknown' }
  return recordEvent(eventOf(unknown, 'APPROVED', new Date()), null).then(
    (outcome) => outcome,
    (error: Error) => error.name,
  )
}

test('a connection that dies silently loses only the deliveries that were sent on it (N9)', async () => {
  expect(await record()).toBe('recorded')
  freezeConnections()
  const lost = record()
  // Later deliveries share no statement with this one.
  await nextTurn()
  for (let nth = 0; nth < 3; nth++) expect(await record()).toBe('recorded')
  expect(await lost).toBe('DatabaseConnectionError')
  expect(await record()).toBe('recorded')
})
