import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { findFreePort, isPortFree } from './ports.ts'
import { Program } from './program.ts'
import { readExample } from './settings.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'demo-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const ports: Record<string, string> = {}
for (const name of ['PORT', 'SANDBOX_PORT', 'DATABASE_PORT'])
  ports[name] = String(await findFreePort())
const areFree = async () =>
  (await Promise.all(Object.values(ports).map((port) => isPortFree(Number(port))))).every(Boolean)

test.each([
  ['SIGTERM', 'exit code 0'],
  ['SIGINT', 'exit code 0'],
  ['SIGKILL', 'SIGKILL'],
] as const)(
  'after %s the demo is gone, and every port is free',
  // The first run adds the history, and may have to build the app.
  { timeout: 240_000 },
  async (signal, ending) => {
    const flags = ['--conditions=react-server', '--import', 'tsx']
    const demo = new Program('demo', [process.execPath, ...flags, 'scripts/demo.ts'], {
      env: { ...process.env, ...readExample(), ...ports, DATA_DIR: dataDir },
    })
    await demo.says(/^Ready\./)
    for (const line of demo.lines)
      expect(line).toMatch(/^(Details: .*demo\.log|• .+ … \d+\.\d s|[┌│└].*|Ready\..*)$/)
    expect(await areFree()).toBe(false)
    demo.signal(signal)
    await demo.ended
    expect(demo.ending).toBe(ending)
    await vi.waitFor(async () => expect(await areFree()).toBe(true), 10_000)
  },
)
