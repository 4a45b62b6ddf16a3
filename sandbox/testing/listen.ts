// The sandbox on a real port, for tests that need a socket.
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Sandbox } from '../index.ts'

export async function listen(
  sandbox: Sandbox,
): Promise<{ origin: string; port: number; close(): Promise<void> }> {
  const server = createServer(getRequestListener(sandbox.app.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the sandbox has no port')
  const origin = `http://127.0.0.1:${address.port}`
  sandbox.site.publicUrl = origin
  return {
    origin,
    port: address.port,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}
