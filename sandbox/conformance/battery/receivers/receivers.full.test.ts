// Starts each example and runs the receiver battery against it, as you would against your own receiver.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const SECRET = 'whsec_dGhpcyBpcyBhIHNlY3JldCBvZiBhIHRlc3Q'
const START_TIMEOUT_MS = 20_000
const BATTERY_TIMEOUT_MS = 240_000

const EXAMPLES = [
  { language: 'Python', program: 'python3', args: () => ['receiver.py'] },
  {
    language: 'PHP',
    program: 'php',
    args: (port: number) => ['-S', `127.0.0.1:${port}`, 'receiver.php'],
  },
]

let running: ChildProcess | null = null
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'receiver-'))
})
afterEach(async () => {
  const receiver = running
  running = null
  if (receiver) {
    const ended = new Promise((resolve) => receiver.once('close', resolve))
    receiver.kill()
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
})

describe.each(EXAMPLES)('the receiver in $language', ({ language, program, args }) => {
  const isMissing = spawnSync(program, ['--version']).error !== undefined
  if (isMissing) console.log(`${program} is not installed: the ${language} receiver is not tested.`)
  const testIfInstalled = test.skipIf(isMissing)

  async function start(): Promise<string> {
    const port = await freePort()
    running = spawn(program, args(port), {
      cwd: import.meta.dirname,
      stdio: 'ignore',
      env: {
        ...process.env,
        PORT: String(port),
        WEBHOOK_SECRET: SECRET,
        DATABASE: join(folder, 'events.db'),
        EVENTS: join(folder, 'events'),
      },
    })
    await listens(port)
    return `http://127.0.0.1:${port}/webhooks`
  }

  testIfInstalled(
    'passes the battery',
    async () => {
      const { exitCode, output } = await runBattery(await start())
      expect(exitCode, output).toBe(0)
      expect(output).toMatch(/\d{3} passed/)
    },
    BATTERY_TIMEOUT_MS,
  )

  testIfInstalled('does not acknowledge an event that it could not store', async () => {
    const url = await start()
    const send = async (id: string) => {
      const body = JSON.stringify({ id, type: 'inquiry.approved' })
      const digest = createHmac('sha256', SECRET).update(body).digest('hex')
      const headers = { 'X-Service-Signature': `sha256=${digest}` }
      return (await fetch(url, { method: 'POST', headers, body })).status
    }
    expect(await send(randomUUID())).toBe(200)
    // Root could still write to a folder without permissions.
    rmSync(folder, { recursive: true })
    writeFileSync(folder, '')
    expect(await send(randomUUID())).toBeGreaterThanOrEqual(500)
  })
})

test('the battery reports a wrong secret immediately', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n'))
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  const { exitCode, output } = await runBattery(`http://127.0.0.1:${port}`)
  await new Promise((resolve) => server.close(resolve))
  expect(output).toContain('Is that the secret it verifies with?')
  expect(output).toMatch(/1 failed[\s\S]*did not run/)
  expect(exitCode).toBe(1)
})

function runBattery(url: string): Promise<{ exitCode: number | null; output: string }> {
  const cli = join(ROOT, 'node_modules/@playwright/test/cli.js')
  const output = mkdtempSync(join(tmpdir(), 'battery-'))
  const words = [
    'test',
    '--project=receiver',
    '--workers=1',
    '--reporter=line',
    `--output=${output}`,
  ]
  const child = spawn(process.execPath, [cli, ...words], {
    cwd: ROOT,
    env: { ...process.env, RECEIVER_URL: url, RECEIVER_SECRET: SECRET },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve) => {
    child.once('close', (exitCode) => {
      rmSync(output, { recursive: true, force: true })
      resolve({ exitCode, output: Buffer.concat(chunks).toString() })
    })
  })
}

async function listens(port: number): Promise<void> {
  const endsAtMs = Date.now() + START_TIMEOUT_MS
  while (!(await canConnect(port))) {
    if (Date.now() > endsAtMs) throw new Error(`Nothing listens on port ${port}.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
