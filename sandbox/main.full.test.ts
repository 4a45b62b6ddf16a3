import { once } from 'node:events'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { MAIN, startCommand, startSandbox } from './testing/command.ts'
import { startServer, temporaryFolder } from './testing/machine.ts'

let dataDir: string
beforeEach(() => {
  dataDir = temporaryFolder()
})

const startToFail = (env: Record<string, string> = {}) =>
  startCommand(MAIN, { env: { DATA_DIR: dataDir, SANDBOX_PORT: '0', ...env } }).ended

describe('the sandbox process', () => {
  test('prints a ready line, and exits cleanly on SIGTERM', async () => {
    const sandbox = await startSandbox({ DATA_DIR: dataDir })
    const health = await fetch(`${sandbox.origin}/sandbox/health`)
    expect(health.status).toBe(200)
    expect((await sandbox.end('SIGTERM')).code).toBe(0)
  })

  test('exits when its parent disconnects', async () => {
    const sandbox = await startSandbox({ DATA_DIR: dataDir })
    const exited = once(sandbox.child, 'exit')
    sandbox.child.disconnect()
    expect(await exited).toEqual([0, null])
  })

  test('prints one line if another sandbox is using its folder, and leaves that one running', async () => {
    const first = await startSandbox({ DATA_DIR: dataDir })
    const second = await startToFail()
    expect(second.code).toBe(1)
    expect(second.output).toMatch(/^sandbox: Another sandbox is using .+\n$/)
    expect((await fetch(`${first.origin}/sandbox/health`)).status).toBe(200)
    await first.end('SIGTERM')
  })

  test('prints one line if its folder is a file, or a seed sends events where none may go', async () => {
    const file = join(dataDir, 'seed.json')
    const tenants = [{ name: 'My bank', webhookUrl: 'http://app:3000/x' }]
    writeFileSync(file, JSON.stringify({ tenants }))
    expect(await startToFail({ DATA_DIR: file })).toEqual({
      code: 1,
      output: `sandbox: ${file}/sandbox can't be used (ENOTDIR). Choose another folder with --data-dir or DATA_DIR.\n`,
    })
    expect(await startToFail({ SANDBOX_SEED: file })).toEqual({
      code: 2,
      output: `sandbox: SANDBOX_SEED: ${file}: webhookUrl of My bank: A webhook URL must be HTTPS (W2), except on this machine.\n`,
    })
  })

  test('warns that a seed file has no effect if the folder has state', async () => {
    const seed = join(dataDir, 'seed.json')
    writeFileSync(seed, '{}')
    const env = { DATA_DIR: dataDir, SANDBOX_SEED: seed }
    await (await startSandbox(env)).end('SIGTERM')
    const again = startCommand(MAIN, { env: { ...env, SANDBOX_PORT: '0' } })
    await again.until(/sandbox ready/)
    const { output } = await again.end('SIGTERM')
    expect(output).toMatch(/^sandbox: .+ has state, so the seed file only adds tenants/)
  })

  test('keeps its folder from other users of the machine', async () => {
    mkdirSync(join(dataDir, 'sandbox'), { mode: 0o755 })
    await (await startSandbox({ DATA_DIR: dataDir })).end('SIGTERM')
    expect(statSync(join(dataDir, 'sandbox')).mode & 0o777).toBe(0o700)
  })

  test('prints one line if its port is in use', async () => {
    const port = String(await startServer(() => {}))
    const failed = await startToFail({ SANDBOX_PORT: port })
    expect(failed).toEqual({
      code: 1,
      output: `sandbox: Port ${port} is in use. Choose a free one with --port or SANDBOX_PORT.\n`,
    })
  })

  test('prints one line if its journal is damaged, and leaves the file unchanged', async () => {
    mkdirSync(join(dataDir, 'sandbox'))
    const journal = join(dataDir, 'sandbox', 'journal.jsonl')
    writeFileSync(journal, 'nonsense\n')
    const failed = await startToFail()
    expect(failed.code).toBe(1)
    expect(failed.output).toMatch(/^sandbox: .+journal\.jsonl: line 1 is damaged; .+\n$/)
    expect(readFileSync(journal, 'utf8')).toBe('nonsense\n')
  })
})
