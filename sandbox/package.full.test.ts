// The package as a new user installs it: one tarball, in an empty folder, without a network.
import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCommand } from './testing/command.ts'
import { freePort } from './testing/machine.ts'
import { startReceiver } from './testing/receiver.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MAX_TARBALL_BYTES = 3 * 1024 * 1024
const COMMAND = 'node_modules/.bin/verification-sandbox'

let folder: string
let tarball: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-package-'))
  npm(ROOT, 'run', 'pack', '-w', 'sandbox', '--', folder)
  tarball = join(folder, 'verification-sandbox-0.1.0.tgz')
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  npm(folder, 'install', '--offline', '--no-audit', '--no-fund', tarball)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function npm(cwd: string, ...args: string[]): void {
  execFileSync('npm', args, { cwd, stdio: 'ignore' })
}

const run = (...args: string[]) => startCommand(args, { cwd: folder })

/** Starts a sandbox, and returns its URL once it is ready. */
async function startIn(command: string) {
  const sandbox = run(command, 'start', '--port', '0')
  const [, url = ''] = await sandbox.until(/^sandbox ready on (\S+)$/m)
  return { ...sandbox, url }
}

test('the tarball is at most 3 MB and has no dependencies', () => {
  expect(statSync(tarball).size).toBeLessThanOrEqual(MAX_TARBALL_BYTES)
  const manifest = readFileSync(
    join(folder, 'node_modules/verification-sandbox/package.json'),
    'utf8',
  )
  expect(manifest).not.toMatch(/dependencies|knip|scripts/i)
  const installed = readdirSync(join(folder, 'node_modules')).filter((name) => !/^\./.test(name))
  expect(installed).toEqual(['verification-sandbox'])
})

test('its command serves API, flow, SDK and portal, and checks them', async () => {
  const { url, end } = await startIn(COMMAND)
  for (const path of [
    '/openapi.json',
    '/sandbox/health',
    '/flow',
    '/flow/assets/flow-page.js',
    '/portal/sign-in',
    '/portal/assets/portal.css',
    '/sdk/v1.js',
    '/sdk/v1.d.ts',
  ]) {
    expect((await fetch(url + path)).status, path).toBe(200)
  }
  const service = ['--base-url', url, '--control', `${url}/sandbox`]
  const checked = await run(COMMAND, 'check', ...service, '--only', 'O1,W3').ended
  expect(checked.output).toContain('2 passed, 0 failed')
  expect(checked.code).toBe(0)
  await end('SIGTERM')
})

test('its commands listen, trigger and tail work with a receiver under development', async () => {
  const receiver = await startReceiver()
  const port = String(await freePort())
  const sandbox = `http://127.0.0.1:${port}`
  const listener = startCommand([COMMAND, 'listen', '--forward-to', receiver.url], {
    cwd: folder,
    env: { SANDBOX_PORT: port },
  })
  expect((await listener.until(/Signing secret {2}whsec_\S+/)).input).toContain(receiver.url)
  const tail = run(COMMAND, 'tail', '--sandbox', sandbox)
  await tail.until(/Following the wire/)
  const triggered = await run(COMMAND, 'trigger', 'inquiry.declined', '--sandbox', sandbox).ended
  expect(triggered.output).toMatch(/inquiry\.declined → 200/)
  await tail.until(/→ \S+ {2}inquiry\.declined → 200/)
  expect(receiver.kinds()).toEqual(['inquiry.review_in_progress', 'inquiry.declined'])
  await listener.end('SIGINT')
  await tail.end('SIGINT')
})

test("the README's receiver passes its battery", async () => {
  const readme = readFileSync(join(folder, 'node_modules/verification-sandbox/README.md'), 'utf8')
  const [, code = ''] =
    /```js\n(import \{ createHmac[^`]*(?:`[^`\n]*`[^`]*)*)```/.exec(readme) ?? []
  const port = await freePort()
  writeFileSync(join(folder, 'receiver.mjs'), code.replace('5000', String(port)))
  const receiver = startCommand(['receiver.mjs'], { cwd: folder, env: { SECRET: 'whsec_x' } })
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(url).catch(() => null))) await setTimeout(50)
  const judged = await run(COMMAND, 'battery', '--url', url, '--secret', 'whsec_x').ended
  expect(judged.output).toMatch(/1\d\d passed, 0 failed/)
  expect(judged.code).toBe(0)
  await receiver.end('SIGTERM')
})

test('its module runs a sandbox inside a test', async () => {
  writeFileSync(
    join(folder, 'merchant.mjs'),
    `import { createSandbox } from 'verification-sandbox'
    const sandbox = createSandbox({ seed: { settings: { N18: '410' } } })
    console.log((await fetch(await sandbox.listen() + '/openapi.json')).status)
    await sandbox.close()`,
  )
  expect((await run('merchant.mjs').ended).output).toBe('200\n')
})

test('a tarball packed without scripts bundles itself on first start and never runs a stale bundle', async () => {
  const unpacked = join(folder, 'unbundled')
  mkdirSync(unpacked)
  npm(ROOT, 'pack', '-w', 'sandbox', '--ignore-scripts', '--pack-destination', unpacked)
  execFileSync('tar', ['-xzf', 'verification-sandbox-0.1.0.tgz'], { cwd: unpacked })
  const files = readdirSync(unpacked, { recursive: true, encoding: 'utf8' })
  expect(files.filter((name) => /\.test\.ts$|testing/.test(name))).toEqual([])
  symlinkSync(join(ROOT, 'node_modules'), join(unpacked, 'node_modules'))
  const command = join(unpacked, 'package/bin.mjs')
  for (const stale of [null, 'throw new Error("an older bundle")']) {
    if (stale !== null) {
      writeFileSync(join(unpacked, 'package/dist/main.js'), stale)
      writeFileSync(join(unpacked, 'package/dist/sources.sha256'), 'of other sources')
    }
    const { url, end } = await startIn(command)
    expect((await fetch(`${url}/portal/assets/portal.css`)).status).toBe(200)
    await end('SIGTERM')
  }
  expect(readFileSync(join(unpacked, 'package/dist/main.js'), 'utf8')).not.toContain(
    'an older bundle',
  )
})
