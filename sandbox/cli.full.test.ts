// The command as a developer uses it: against a running sandbox, or one that `listen` starts itself.
import type { ChildProcess } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Sandbox } from './index.ts'
import { MAIN, startCommand } from './testing/command.ts'
import { freePort } from './testing/free-port.ts'
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
afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  await sandbox.close()
  await receiver.close()
})

function start(...args: string[]) {
  const command = startCommand([...MAIN, ...args])
  running.push(command.child)
  return command
}

const run = (...args: string[]) => start(...args).ended

describe('trigger', () => {
  test('sends the event with the given reference and prints each attempt', async () => {
    const [demo] = sandbox.store.tenants.values()
    if (!demo) throw new Error('no tenant')
    sandbox.preparation.registerEndpoint(demo, receiver.url)
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
    const args = ['--sandbox', origin, '--key', apiKey, '--fault', 'duplicate']
    const { code, output } = await run('trigger', 'inquiry.approved', ...args)
    expect(output.match(/inquiry\.approved → 200/g)).toHaveLength(2)
    expect(code).toBe(0)
    const [delivery] = receiver.received
    const signature = delivery && expectedSignature(delivery.bytes, endpoint?.secret ?? '')
    expect(delivery?.headers['x-service-signature']).toBe(signature)
  })

  test('says so when nothing is sent', async () => {
    const { output } = await run('trigger', 'inquiry.approved', '--sandbox', origin)
    expect(output).toContain('Nothing was sent: no endpoint is registered')
  })

  test('says what the fault held back', async () => {
    const [demo] = sandbox.store.tenants.values()
    if (!demo) throw new Error('no tenant')
    sandbox.preparation.registerEndpoint(demo, receiver.url)
    const dropped = await run('trigger', 'inquiry.declined', '--sandbox', origin, '--fault', 'drop')
    expect(dropped.output).toContain('inquiry.declined → held back by the fault drop\n')
    expect(receiver.kinds()).toEqual(['inquiry.review_in_progress'])
    const delayed = await run(
      'trigger',
      'inquiry.approved',
      '--sandbox',
      origin,
      '--fault',
      'delay',
    )
    expect(delayed.output).toMatch(/inquiry\.approved → held back by the fault delay until 2\S+Z\n/)
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

  test('breaks the delivery with the given fault', async () => {
    const [demo] = sandbox.store.tenants.values()
    if (!demo) throw new Error('no tenant')
    const args = ['--sandbox', origin, '--fault', 'missing-signature']
    // The first to get the event; the fault must reach the second, too.
    sandbox.preparation.registerEndpoint(demo, 'http://127.0.0.1:9/nobody')
    sandbox.preparation.registerEndpoint(demo, receiver.url)
    const { output } = await run('trigger', 'inquiry.approved', ...args)
    expect(output).toContain('fault missing-signature')
    expect(output).toContain('no receiver is running at http://127.0.0.1:9/nobody')
    expect(receiver.received[0]?.headers).not.toHaveProperty('x-service-signature')
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
    'no sandbox for listen at the URL',
    ['listen', '--forward-to', 'http://localhost:5000', '--sandbox', 'http://127.0.0.1:9'],
    'No sandbox is running at',
  ],
  ['an unknown command', ['dance'], 'Unknown command: dance.'],
  ['an unknown option', ['tail', '--loud'], "Unknown option '--loud'"],
  ['an option without its value', ['start', '--port', '--host'], '--port needs a value; one that'],
  ['a URL without a scheme', ['listen', '--forward-to', 'localhost:5000'], '--forward-to must be'],
  [
    'a fault that does not exist',
    ['trigger', 'inquiry.approved', '--fault', 'nonsense'],
    'Choose one of duplicate, drop',
  ],
  ['no number as a port', ['start', '--port', 'abc'], 'SANDBOX_PORT: must be a port'],
  ['no receiver', ['listen'], 'listen needs --forward-to URL.'],
])('with %s, it says what is wrong and exits with 2', async (_, args, line) => {
  const where = args.includes('--sandbox') ? [] : ['--sandbox', origin]
  const { code, output } = await run(...args, ...where)
  expect(output).toContain(line)
  expect(output.trimEnd().split('\n')).toHaveLength(1)
  expect(code).toBe(2)
})

test('listen starts no sandbox in place of the one that --port names', async () => {
  const port = String(await freePort())
  const { code, output } = await run('listen', '--forward-to', receiver.url, '--port', port)
  expect(output).toContain(`No sandbox is running at http://localhost:${port}.`)
  expect(code).toBe(2)
})

test('listen starts a sandbox at SANDBOX_PORT if none is running there', async () => {
  const port = String(await freePort())
  const args = [...MAIN, 'listen', '--forward-to', receiver.url]
  const listener = startCommand(args, { env: { SANDBOX_PORT: port } })
  running.push(listener.child)
  await listener.until(new RegExp(`Sandbox +http://localhost:${port}\\n`))
  await listener.end('SIGINT')
})

test('--version prints the version', async () => {
  expect(await run('--version')).toEqual({ code: 0, output: '0.1.0\n' })
})

test.each([['tail'], ['listen', '--forward-to', 'http://localhost:5000']])(
  '%s ends with one line when the sandbox stops',
  async (...args) => {
    const command = start(...args, '--sandbox', origin)
    await command.until(/Following the wire|In another terminal/)
    await sandbox.close()
    const { code, output } = await command.ended
    expect(code).toBe(1)
    expect(output).toMatch(new RegExp(`sandbox: The sandbox at ${origin} has stopped.\n$`))
  },
)

test('listen says that its URL is registered already, with or without a slash', async () => {
  const [demo] = sandbox.store.tenants.values()
  if (!demo) throw new Error('no tenant')
  const url = new URL(receiver.url).origin
  sandbox.preparation.registerEndpoint(demo, `${url}/`)
  const listener = start('listen', '--forward-to', url, '--sandbox', origin)
  await listener.until(/It was registered before/)
  await listener.end('SIGINT')
})

test('listen prints the signing secret and each attempt, and removes its endpoint on SIGINT', async () => {
  const listener = start('listen', '--forward-to', receiver.url, '--sandbox', origin)
  await listener.until(/Signing secret {2}whsec_\S+/)
  await run('trigger', 'inquiry.approved', '--sandbox', origin)
  await listener.until(
    /inquiry\.approved → 200 in \d+ ms {2}\(attempt 1, delivery [0-9a-f-]{36}, to /,
  )
  await listener.end('SIGINT')
  const left = sandbox.store.endpoints.values().filter(({ removedAt }) => removedAt === null)
  expect(left).toEqual([])
})
