// Runs the sandbox as a process of its own: `tsx sandbox/main.ts`. Reads its environment once, prints one ready line.
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { parseSandboxEnvironment } from './environment.ts'
import { createSandbox } from './index.ts'
import { lockFolder } from './state/folder-lock.ts'
import { JournalError } from './state/journal.ts'

const STOP_GRACE_MS = 1_000

const parsed = parseSandboxEnvironment(process.env)
if (!parsed.ok) fail(parsed.line)
const { environment } = parsed
const dataDir = resolve(environment.dataDir, 'sandbox')
mkdirSync(dataDir, { recursive: true })
const unlock = lockFolder(dataDir)
if (!unlock)
  fail(`Another sandbox is using ${join(environment.dataDir, 'sandbox')}. Stop it first.`)

const sandbox = openSandbox()
const server = createServer(getRequestListener(sandbox.app.fetch))
server.on('error', (error: NodeJS.ErrnoException) => {
  unlock()
  fail(
    error.code === 'EADDRINUSE'
      ? `Port ${environment.port} is in use. Set SANDBOX_PORT to a free one.`
      : `The sandbox cannot listen on ${environment.host}:${environment.port} (${error.code}).`,
  )
})
server.listen(environment.port, environment.host, () => {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : environment.port
  sandbox.site.publicUrl = environment.publicUrl ?? `http://localhost:${port}`
  process.stdout.write(`sandbox ready on ${sandbox.site.publicUrl}\n`)
})

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  server.close()
  server.closeAllConnections()
  // What is under way longer than this stays due, and is sent by the next process.
  await Promise.race([sandbox.close(), setTimeout(STOP_GRACE_MS)])
  unlock?.()
  process.exit(0)
}

process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// The supervisor is gone, however it ended: nothing may stay behind.
process.on('disconnect', stop)

function openSandbox() {
  try {
    return createSandbox({ ...environment, dataDir })
  } catch (error) {
    unlock?.()
    if (error instanceof JournalError) fail(error.message)
    throw error
  }
}

function fail(line: string): never {
  process.stderr.write(`sandbox: ${line}\n`)
  process.exit(1)
}
