// The example receivers pass the battery, which is run here as you would run it against your own receiver.
import { spawn, spawnSync } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { freePort, startServer, temporaryFolder } from '../../testing/machine.ts'
import { runBattery } from './command.ts'

const SECRET = 'whsec_dGhpcyBpcyBhIHNlY3JldCBvZiBhIHRlc3Q'
const RECEIVERS = [
  { language: 'Python', program: 'python3', args: () => ['receiver.py'] },
  {
    language: 'PHP',
    program: 'php',
    args: (port: number) => ['-S', `127.0.0.1:${port}`, 'receiver.php'],
  },
]

async function run(...args: string[]): Promise<{ exitCode: number; output: string }> {
  const lines: string[] = []
  const note = (line: string) => void lines.push(line)
  const variables = { VERIFICATION_WEBHOOK_SECRET: SECRET }
  const exitCode = await runBattery(args, { print: note, say: note }, variables)
  return { exitCode, output: lines.join('\n') }
}

/** Runs the battery against a minimal receiver. */
async function runAgainst(listener: RequestListener, ...args: string[]) {
  const url = `http://127.0.0.1:${await startServer(listener)}`
  return run('--url', url, ...args)
}

describe.each(RECEIVERS)('the receiver in $language', ({ language, program, args }) => {
  const isMissing = spawnSync(program, ['--version']).error !== undefined
  if (isMissing) console.log(`${program} is not installed: the ${language} receiver is not tested.`)

  let folder: string
  beforeEach(() => {
    folder = temporaryFolder()
  })

  async function start(): Promise<string> {
    const port = await freePort()
    const receiver = spawn(program, args(port), {
      cwd: join(import.meta.dirname, 'receivers'),
      stdio: 'ignore',
      env: {
        ...process.env,
        PORT: String(port),
        WEBHOOK_SECRET: SECRET,
        DATABASE: join(folder, 'events.db'),
        EVENTS: join(folder, 'events'),
      },
    })
    onTestFinished(async () => {
      receiver.kill()
      await once(receiver, 'close')
    })
    const url = `http://127.0.0.1:${port}/webhooks`
    while (!(await fetch(url).catch(() => null))) await setTimeout(50)
    return url
  }

  test.skipIf(isMissing)('passes the battery', { timeout: 240_000 }, async () => {
    const { exitCode, output } = await run('--url', await start())
    expect(exitCode, output).toBe(0)
    expect(output).toMatch(/1\d\d passed, 0 failed/)
  })

  test.skipIf(isMissing)('does not acknowledge an event that it could not store', async () => {
    const url = await start()
    const send = async (id: string) => {
      const body = JSON.stringify({ id, type: 'inquiry.approved' })
      const digest = createHmac('sha256', SECRET).update(body).digest('hex')
      const headers = { 'X-Service-Signature': `sha256=${digest}` }
      return (await fetch(url, { method: 'POST', headers, body })).status
    }
    expect(await send(randomUUID())).toBe(200)
    // Root can write to a folder without permissions, so replace the folder with a file.
    rmSync(folder, { recursive: true })
    writeFileSync(folder, '')
    expect(await send(randomUUID())).toBeGreaterThanOrEqual(500)
  })
})

describe('the battery', () => {
  test('finds a receiver that verifies nothing', async () => {
    const receiver: RequestListener = (request, response) => {
      request.resume().on('end', () => response.end())
    }
    const { exitCode, output } = await runAgainst(receiver, '--only', 'W10')
    expect(output).toMatch(/✗ 200 +an altered body is refused .*\(expected a 4xx\)/)
    expect(output).toMatch(/✗ 200 +signed with a bare digest/)
    expect(output).not.toContain('✓')
    expect(exitCode).toBe(1)
  })

  test('finds a receiver that handles one request at a time', async () => {
    let last: Promise<unknown> = Promise.resolve()
    const receiver: RequestListener = (request, response) => {
      const before = last
      last = new Promise((resolve) => response.once('close', resolve))
      void before.then(() => request.resume().on('end', () => response.end()))
    }
    const { exitCode, output } = await runAgainst(receiver, '--only', 'slow sender')
    expect(output).toMatch(/✗ late, 200 +a slow sender/)
    expect(exitCode).toBe(1)
  })

  test('finds a receiver that never answers a delivery that is too large', async () => {
    const receiver: RequestListener = async (request, response) => {
      const body = Buffer.concat(await request.toArray())
      if (body.length <= 1024 * 1024) response.end()
    }
    const { exitCode, output } = await runAgainst(receiver, '--only', 'one byte over')
    expect(output).toMatch(/✗ late +one byte over 1 MiB/)
    expect(exitCode).toBe(1)
  })

  test('finds a receiver that fails on a body that is no event', async () => {
    const receiver: RequestListener = async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString()
      const isEvent = body.startsWith('{') && body.endsWith('}')
      response.writeHead(isEvent ? 200 : 500).end()
    }
    const { exitCode, output } = await runAgainst(receiver, '--only', 'is not an event')
    expect(output).toMatch(/✗ 500 +XML, correctly signed/)
    expect(output).toMatch(/✓ 200 +an empty object/)
    expect(output).toMatch(/\nFailed\n +✗ 500 +an empty body/)
    expect(exitCode).toBe(1)
  })

  test.each<[RequestListener, string]>([
    [(_, response) => response.writeHead(401).end(), 'with the whole secret, whsec_ included'],
    [(_, response) => response.writeHead(404).end(), 'about an unknown inquiry'],
    [(_, response) => response.writeHead(302).end(), 'answers 302'],
    [(request) => request.socket.destroy(), 'The connection ended without a response.'],
    [() => {}, 'The service gives up after 5 s.'],
  ])('says what may be wrong if the first delivery is not accepted', async (receiver, advice) => {
    const { exitCode, output } = await runAgainst(receiver)
    expect(output).toContain(advice)
    expect(exitCode).toBe(2)
  })

  test.each([
    [[], 'Add --url'],
    [['--url', 'localhost:5000'], '--url must be a URL that begins with http://'],
    [['--url', 'http://127.0.0.1:9'], 'Nothing answers at'],
    [
      ['--url', 'http://127.0.0.1:9', '--secret', SECRET],
      'Warning: --secret shows the secret to everybody on this machine',
    ],
    [['--url', 'http://127.0.0.1:9', '--only', 'zzz'], 'No delivery\'s title contains "zzz"'],
  ])('%j says what to do next', async (args, advice) => {
    const { exitCode, output } = await run(...args)
    expect(output).toContain(advice)
    expect(exitCode).toBe(2)
  })

  test('without the secret says where to set it', async () => {
    const said: string[] = []
    const terminal = { print: () => {}, say: (line: string) => void said.push(line) }
    expect(await runBattery(['--url', 'http://127.0.0.1:9'], terminal)).toBe(2)
    expect(said.join()).toContain('Set VERIFICATION_WEBHOOK_SECRET in the environment')
  })
})
