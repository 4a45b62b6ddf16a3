// Servers, ports and folders for a test, which are removed when the test ends.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** @returns the port of the listener */
export async function startServer(listener: RequestListener): Promise<number> {
  const { port, stop } = await listen(listener)
  onTestFinished(stop)
  return port
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const { port, stop } = await listen(() => {})
  await stop()
  return port
}

async function listen(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { port: address.port, stop }
}
