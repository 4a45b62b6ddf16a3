import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { findFreePort, isPortFree } from './ports.ts'
import { ROOT, readExample } from './settings.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'demo-'))
const ports: Record<string, string> = {}
/** The first may have to build the app. */
const READY_TIMEOUT_MS = 240_000
let demo: ChildProcess | undefined

beforeAll(async () => {
  for (const name of ['PORT', 'SANDBOX_PORT', 'DATABASE_PORT'])
    ports[name] = String(await findFreePort())
})
afterEach(() => demo?.kill('SIGKILL'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const areFree = async () =>
  (await Promise.all(Object.values(ports).map((port) => isPortFree(Number(port))))).every(Boolean)

test.each([
  ['SIGTERM', [0, null]],
  ['SIGINT', [0, null]],
  ['SIGKILL', [null, 'SIGKILL']],
] as const)(
  'after %s the demo is gone, and every port is free',
  async (signal, ending) => {
    const started = spawn(
      process.execPath,
      ['--conditions=react-server', '--import', 'tsx', 'scripts/demo.ts', '--empty'],
      {
        cwd: ROOT,
        env: { ...process.env, ...readExample(), ...ports, DATA_DIR: dataDir },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    demo = started
    const ended = once(started, 'exit')
    await new Promise<void>((resolve, reject) => {
      createInterface({ input: started.stdout }).on(
        'line',
        (line) => line.startsWith('Ready.') && resolve(),
      )
      ended.then(() => reject(new Error('It ended before it was ready')))
    })
    expect(await areFree()).toBe(false)
    started.kill(signal)
    expect(await ended).toEqual(ending)
    await vi.waitFor(async () => expect(await areFree()).toBe(true), 10_000)
  },
  READY_TIMEOUT_MS,
)
