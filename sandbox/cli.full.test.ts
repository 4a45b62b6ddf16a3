// Runs the command as a developer would: against a running sandbox, or one that `listen` starts.
import type { ChildProcess } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Sandbox } from './index.ts'
import { MAIN, startCommand } from './testing/command.ts'
import { startServer } from './testing/machine.ts'
import { setUp } from './testing/merchant.ts'
import { expectedSignature, type Receiver, startReceiver } from './testing/receiver.ts'

let sandbox: Sandbox
let origin: string
let receiver: Receiver
const running: ChildProcess[] = []

beforeEach(async () => {
  ;({ sandbox } = setUp())
  origin = await sandbox.listen()
  receiver = await startReceiver()
})
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

function start(...args: string[]) {
  const command = startCommand([...MAIN, ...args])
  running.push(command.child)
  return command
}

const run = (...args: string[]) => start(...args).ended

/** Registers an endpoint for the seeded tenant. */
function register(url: string): void {
  const [demo] = sandbox.store.tenants.values()
  if (demo) sandbox.preparation.registerEndpoint(demo, url)
}

describe('trigger', () => {
  test('sends the event with the given reference and prints each attempt, or why nothing was sent', async () => {
    const nothing = await run('trigger', 'inquiry.approved', '--sandbox', origin)
    expect(nothing.output).toContain('Nothing was sent: no endpoint is registered')
    register(receiver.url)
    const args = ['--sandbox', origin, '--reference', 'order-7']
    const { code, output } = await run('trigger', 'inquiry.declined', ...args)
    expect(output).toMatch(/Inquiry [0-9a-f-]{36} \(order-7\) is DECLINED\./)
    expect(output).toMatch(/inquiry\.review_in_progress → 200 in \d+ ms/)
    expect(output).toMatch(
      /inquiry\.declined → 200 in \d+ ms {2}\(attempt 1, delivery [0-9a-f-]{36}, to http:/,
    )
    expect(code).toBe(0)
    expect(receiver.kinds().toSorted()).toEqual(['inquiry.declined', 'inquiry.review_in_progress'])
  })

  test("acts for the key's tenant", async () => {
    const created = sandbox.preparation.createTenant({ name: 'Another', webhookUrl: receiver.url })
    if (!created.ok) throw new Error(created.reason)
    const { apiKey, endpoint } = created.tenant
    const args = ['trigger', 'inquiry.approved', '--sandbox', origin]
    const env = { SANDBOX_API_KEY: apiKey }
    expect((await startCommand([...MAIN, ...args], { env }).ended).output).not.toContain('Warning')
    const given = await run(...args, '--key', apiKey)
    expect(given.output).toContain('Warning: --key shows the secret to everybody')
    const [delivery] = receiver.received
    const signature = delivery && expectedSignature(delivery.bytes, endpoint?.secret ?? '')
    expect(delivery?.headers['x-service-signature']).toBe(signature)
  })

  test('breaks the delivery to each endpoint with the given fault, or says what it held back or never sent', async () => {
    register('http://127.0.0.1:9/nobody')
    register(receiver.url)
    const faulty = (kind: string, fault: string) =>
      run('trigger', kind, '--sandbox', origin, '--fault', fault)
    const { output } = await faulty('inquiry.approved', 'missing-signature')
    expect(output).toContain('fault missing-signature')
    expect(output).toContain('no receiver is running at http://127.0.0.1:9/nobody')
    expect(receiver.received[0]?.headers).not.toHaveProperty('x-service-signature')
    const dropped = await faulty('inquiry.approved', 'drop')
    expect(dropped.output).toContain('inquiry.approved → never sent by the fault drop\n')
    const delayed = await faulty('inquiry.approved', 'delay')
    expect(delayed.output).toMatch(/inquiry\.approved → held back by the fault delay until 2\S+Z\n/)
    expect(receiver.received).toHaveLength(1)
  })

  test('finds the sandbox by its port, unless --sandbox names one', async () => {
    const { port } = new URL(origin)
    const found = await run('trigger', 'inquiry.approved', '--port', port)
    expect(found.output).toContain('is APPROVED.')
    const env = { SANDBOX_PORT: port }
    const inherited = startCommand([...MAIN, 'trigger', 'inquiry.approved'], { env })
    expect((await inherited.ended).output).toContain('is APPROVED.')
    const named = await run('trigger', 'inquiry.approved', '--port', '9', '--sandbox', origin)
    expect(named.output).toContain('is APPROVED.')
  })
})

test.each([
  ['no event', ['trigger'], 'trigger needs an event. Choose one of inquiry.approved, '],
  ['an event that does not exist', ['trigger', 'inquiry.lost'], 'Unknown event: inquiry.lost.'],
  [
    'an unknown key',
    ['trigger', 'inquiry.approved', '--key', 'svc_live_x'],
    'does not know that key',
  ],
  [
    'no sandbox at the URL',
    ['tail', '--sandbox', 'http://127.0.0.1:9'],
    'No sandbox is running at',
  ],
  [
    'no sandbox at the port, in whose place listen starts none',
    ['listen', '--forward-to', 'http://localhost:5000', '--port', '9'],
    'No sandbox is running at http://localhost:9.',
  ],
  ['an unknown command', ['dance'], 'Unknown command: dance.'],
  ['an option without its value', ['start', '--port', '--host'], '--port needs a value; one that'],
  ['a URL without a scheme', ['listen', '--forward-to', 'localhost:5000'], '--forward-to must be'],
  [
    'a fault that does not exist',
    ['trigger', 'inquiry.approved', '--fault', 'nonsense'],
    'Choose one of duplicate, drop',
  ],
  ['no number as a port', ['start', '--port', 'abc'], '--port or SANDBOX_PORT: must be a port'],
  ['a second event', ['trigger', 'inquiry.approved', 'extra'], "Unexpected argument 'extra'."],
  ['no receiver', ['listen'], 'listen needs --forward-to URL.'],
])('with %s, it says what is wrong and exits with 2', async (_, args, line) => {
  const isPlaced = args.includes('--sandbox') || args.includes('--port')
  const where = isPlaced ? [] : ['--sandbox', origin]
  const { code, output } = await run(...args, ...where)
  expect(output).toContain(line)
  const lines = output
    .trimEnd()
    .split('\n')
    .filter((each) => !each.includes('Warning: '))
  expect(lines).toHaveLength(1)
  expect(code).toBe(2)
})

test('at the address of another program, it says that no sandbox runs there', async () => {
  const port = await startServer((_, response) => response.end('<h1>My app</h1>'))
  const { code, output } = await run('trigger', 'inquiry.approved', '--port', String(port))
  expect(output).toBe(
    `sandbox: What runs at http://localhost:${port} is not a sandbox. Set the sandbox's URL with --sandbox.\n`,
  )
  expect(code).toBe(2)
})

test('--version prints the version', async () => {
  expect(await run('--version')).toEqual({ code: 0, output: '0.1.0\n' })
})

test('tail ends with one line when the sandbox stops', async () => {
  const command = start('tail', '--sandbox', origin)
  await command.until(/Following the wire/)
  await sandbox.close()
  const { code, output } = await command.ended
  expect(code).toBe(1)
  expect(output).toMatch(new RegExp(`sandbox: The sandbox at ${origin} has stopped.\n$`))
})

test('listen says that its URL is registered already, and removes only its own endpoint on SIGINT', async () => {
  const url = new URL(receiver.url).origin
  register(`${url}/`)
  const left = () => sandbox.store.endpoints.values().filter(({ removedAt }) => removedAt === null)
  const before = left()
  const listener = start('listen', '--forward-to', url, '--sandbox', origin)
  await listener.until(/Signing secret {2}whsec_\S+[\s\S]+It was registered before/)
  expect(left()).toHaveLength(2)
  // After a kill, its endpoint remains; the next run replaces it.
  await listener.end('SIGKILL')
  const next = start('listen', '--forward-to', url, '--sandbox', origin)
  await next.until(/Replaced .+ forwarded to http[\s\S]+Signing secret/)
  expect(left()).toHaveLength(2)
  await next.end('SIGINT')
  expect(left()).toEqual(before)
})
