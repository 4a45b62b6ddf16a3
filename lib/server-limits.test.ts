import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { listen } from '../scripts/ports'
import { limitServers } from './server-limits'

let server: Server
let port = 0
beforeAll(() => limitServers(200))
beforeEach(async () => {
  server = createServer({ connectionsCheckingInterval: 50 }, async (request, response) =>
    response.end(`${request.method} ${(await buffer(request).catch(() => '')).length}`),
  )
  // As Next does: it neither answers nor closes what it doesn't know.
  server.on('upgrade', () => {})
  port = await listen(server)
})
afterEach(() => {
  server.close()
  server.closeAllConnections()
})

/** Everything that the server answers until it closes the connection. */
async function send(...lines: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(lines.join('\r\n'))
  return text(socket)
}

test('an offer to upgrade is answered as if it were not there, even as the first request', async () => {
  const head = ['POST / HTTP/1.1', 'Host: x', 'Connection: Upgrade, HTTP2-Settings, close']
  const answer = await send(...head, 'Upgrade: h2c', 'Content-Length: 5', '', 'hello')
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*POST 5/)
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

test('a query of many parameters is refused before anybody reads it', async () => {
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
