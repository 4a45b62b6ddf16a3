import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { listen } from '../../scripts/ports'
import { limitServers } from './server-limits'

let server: Server
let port = 0
const refused = new Set<string>()
let early: Socket
const earlyServer = createServer((_, response) => response.end())
beforeAll(async () => {
  early = connect(await listen(earlyServer), '127.0.0.1')
  early.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(early, 'data')
  limitServers({
    arrivesWithinMs: 200,
    findRefusal: ({ url = '' }) => (refused.has(url) ? { status: 403, reason: 'Not you.' } : null),
  })
})
afterAll(() => earlyServer.close())
beforeEach(async () => {
  server = createServer({ connectionsCheckingInterval: 50 }, async (request, response) =>
    response.end(
      `${request.method} ${request.url} ${(await buffer(request).catch(() => '')).length}`,
    ),
  )
  // Like Next, which neither answers nor closes an upgrade to an unknown path.
  server.on('upgrade', () => {})
  port = await listen(server)
})
afterEach(() => {
  server.close()
  server.closeAllConnections()
})

/** Returns everything that the server sends until it closes the connection. */
async function send(...lines: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(lines.join('\r\n'))
  return text(socket)
}

test('an offer to upgrade is answered as if it were not there, even as the first request', async () => {
  const head = ['POST / HTTP/1.1', 'Host: x', 'Connection: Upgrade, HTTP2-Settings, close']
  const answer = await send(...head, 'Upgrade: h2c', 'Content-Length: 5', '', 'hello')
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*POST \/ 5/)
})

test('upgrades leave no connection behind', async () => {
  const offers = Array.from({ length: 50 }, () =>
    send('GET /x HTTP/1.1', 'Host: x', 'Connection: Upgrade, close', 'Upgrade: x', '', ''),
  )
  for (const answer of await Promise.all(offers)) expect(answer).toMatch(/^HTTP\/1\.1 200/)
})

test('a request that does not arrive in time is answered with 408 and its connection closed', async () => {
  const answer = await send('POST / HTTP/1.1', 'Host: x', 'Content-Length: 100', '', 'unfinished')
  expect(answer).toMatch(/^HTTP\/1\.1 408/)
})

test('a query with many parameters is refused before Next parses it', async () => {
  const query = (count: number) => Array(count).fill('a').join('&')
  const ask = (count: number) =>
    send(`GET /?${query(count)} HTTP/1.1`, 'Host: x', 'Connection: close', '', '')
  expect(await ask(64)).toMatch(/^HTTP\/1\.1 200/)
  expect(await ask(65)).toMatch(/^HTTP\/1\.1 414/)
})

test('a connection carries any number of requests, but one at a time', async () => {
  const request = ['GET / HTTP/1.1', 'Host: x', '', '']
  const socket = connect(port, '127.0.0.1')
  for (let n = 0; n < 3; n++) {
    socket.write(request.join('\r\n'))
    await once(socket, 'data')
  }
  socket.write([...request, ...request].join('\r\n'))
  expect(await text(socket)).not.toMatch(/200[\s\S]*200/)
})

const ask = (method: string, path: string) =>
  send(`${method} ${path} HTTP/1.1`, 'Host: x', 'Connection: close', '', '')

test('TRACE, which Next can’t read, is refused', async () => {
  expect(await ask('TRACE', '/')).toMatch(/^HTTP\/1\.1 405/)
})

test('a refused request gets the reason and never reaches the app', async () => {
  refused.add('/secret')
  const answer = await ask('GET', '/secret')
  expect(answer).toMatch(/^HTTP\/1\.1 403/)
  expect(answer).toMatch(/Not you\./)
})

test('a connection that was made before start-up is limited too', async () => {
  refused.add('/late')
  early.write('GET /late HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect(await text(early)).toMatch(/^HTTP\/1\.1 403/)
})

test.each([
  '/api/webhooks/verification/',
  '//api/webhooks/verification',
  '/api/webhooks//verification///?x=1',
])('%s is the webhook’s path', async (path) => {
  expect(await ask('POST', path)).toContain(
    `POST /api/webhooks/verification${/\?.*/.exec(path) ?? ''} 0`,
  )
  expect(await ask('POST', `${path}x`)).not.toContain('POST /api/webhooks/verification ')
})
