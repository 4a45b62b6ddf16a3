import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { Observations } from './gaps.ts'
import { Http } from './http.ts'

let server: Server | null = null

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function serve(listener: RequestListener): Promise<string> {
  const listening = createServer(listener)
  server = listening
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const address = listening.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return `http://127.0.0.1:${address.port}/`
}

test('a request that meets a connection closed while idle is sent again on a new one', async () => {
  const used = new WeakSet<object>()
  const url = await serve(({ socket }, response) => {
    if (used.has(socket)) return socket.destroy()
    used.add(socket)
    return response.end('{}')
  })
  const http = new Http(new Observations())
  await http.send('GET one', url)
  const { status } = await http.send('GET another', url)
  expect(status).toBe(200)
})

test('a service that breaks a new connection is reported', async () => {
  const url = await serve(({ socket }) => socket.destroy())
  const http = new Http(new Observations())
  await expect(http.send('GET one', url)).rejects.toThrow('GET one: the connection failed')
})

test('a service that breaks connections in the middle of a response is reported', async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': 100 })
    response.write('{', () => response.socket?.destroy())
  })
  const http = new Http(new Observations())
  await expect(http.send('GET one', url)).rejects.toThrow('GET one: the connection failed')
})
