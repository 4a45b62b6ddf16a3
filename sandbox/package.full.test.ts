// The package as a new user installs it: one tarball, in an empty folder, without a network.
import { execFileSync, spawn } from 'node:child_process'
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
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

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

function collect(args: string[]) {
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<string>((resolve) => {
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
    }
    child.once('close', () => resolve(text))
  })
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const url = /^sandbox ready on (\S+)$/m.exec(chunk.toString())?.[1]
      if (url) resolve(url)
    })
    child.once('close', () => reject(new Error('the sandbox ended before it was ready')))
  })
  ready.catch(() => undefined)
  return { child, ready, ended }
}

test('the tarball is at most 3 MB and has no dependencies', () => {
  expect(statSync(tarball).size).toBeLessThanOrEqual(MAX_TARBALL_BYTES)
  const installed = readdirSync(join(folder, 'node_modules')).filter((name) => !/^\./.test(name))
  expect(installed).toEqual(['verification-sandbox'])
})

test('its command serves API, flow, SDK and portal', async () => {
  const { child, ready, ended } = collect([COMMAND, 'start', '--port', '0'])
  const url = await ready
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
  child.kill()
  await ended
})

describe('its module', () => {
  test('runs a sandbox inside a test', async () => {
    writeFileSync(
      join(folder, 'merchant.mjs'),
      `import { createSandbox } from 'verification-sandbox'
      const sandbox = createSandbox({ seed: { settings: { N1: 'open-200-status-200' } } })
      const url = await sandbox.listen()
      const { apiKey, templateId } = sandbox.credentials
      const opened = await fetch(url + '/api/v1/customer/inquiries', {
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({ inquiryTemplateId: templateId }),
      })
      const { inquiryId } = await opened.json()
      const inquiry = await sandbox.control('POST', '/inquiries/' + inquiryId + '/complete', { outcome: 'APPROVED' })
      console.log(opened.status, inquiry.status)
      await sandbox.close()`,
    )
    expect(await collect(['merchant.mjs']).ended).toBe('200 APPROVED\n')
  })
})

test('an invalid seed file is reported in one line', async () => {
  writeFileSync(join(folder, 'seed.json'), '{ "settings": { "N1": "open-418" } }')
  const { ended } = collect([COMMAND, 'start', '--port', '0', '--seed', 'seed.json'])
  expect(await ended).toBe(
    'sandbox: SANDBOX_SEED: seed.json: settings.N1 N1 has no value "open-418".\n',
  )
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
    const { child, ready, ended } = collect([command, 'start', '--port', '0'])
    expect((await fetch(`${await ready}/portal/assets/portal.css`)).status).toBe(200)
    child.kill()
    await ended
  }
  expect(readFileSync(join(unpacked, 'package/dist/main.js'), 'utf8')).not.toContain(
    'an older bundle',
  )
})
