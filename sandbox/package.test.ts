// The package as a stranger gets it: one tarball, unpacked in an empty folder, without any other package beside it.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MAX_TARBALL_BYTES = 3 * 1024 * 1024

let folder: string
let tarball: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-package-'))
  execFileSync(process.execPath, ['sandbox/bundle.mjs'], { cwd: ROOT })
  execFileSync('npm', ['pack', '-w', 'sandbox', '--pack-destination', folder], {
    cwd: ROOT,
    stdio: 'ignore',
  })
  const [file] = readdirSync(folder)
  tarball = join(folder, file ?? '')
  execFileSync('tar', ['-xzf', tarball, '-C', folder])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

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

test('the tarball is at most 3 MB, and has no test in it', () => {
  expect(statSync(tarball).size).toBeLessThanOrEqual(MAX_TARBALL_BYTES)
  const files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
  expect(files).not.toMatch(/\.test\.ts|\/testing\//)
})

test('its command serves API, flow, SDK and portal', async () => {
  const { child, ready, ended } = collect(['package/bin.mjs', 'start', '--port', '0'])
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
      `import { createSandbox } from './package/module.mjs'
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

test('a seed file that is wrong is one line', async () => {
  writeFileSync(join(folder, 'seed.json'), '{ "settings": { "N1": "open-418" } }')
  const { ended } = collect(['package/bin.mjs', 'start', '--port', '0', '--seed', 'seed.json'])
  expect(await ended).toBe(
    'sandbox: SANDBOX_SEED: seed.json: settings.N1 N1 has no value "open-418".\n',
  )
})
