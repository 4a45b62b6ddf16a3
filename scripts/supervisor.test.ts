import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSupervisor, type Program, type Supervisor } from './supervisor.ts'

/** Long enough for a busy machine. */
const WITHIN = { timeout: 20_000, interval: 20 }

const READY = { line: /^ready/ }

let folder: string
let supervisor: Supervisor
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'supervisor-'))
  supervisor = createSupervisor({ logFolder: folder })
})
afterEach(async () => {
  await supervisor.stop()
  rmSync(folder, { recursive: true, force: true })
})

const program = (name: string, source: string): Program => ({
  name,
  args: ['--input-type=module', '-e', source],
  env: { PATH: process.env.PATH ?? '', FOLDER: folder },
})
/** Stays until SIGTERM, then writes its name to the file `stopped`. */
const service = (name: string) =>
  program(
    name,
    `import { appendFileSync } from 'node:fs'
     process.on('SIGTERM', () => { appendFileSync(process.env.FOLDER + '/stopped', '${name} '); process.exit() })
     setInterval(() => {}, 1000)
     console.log('ready')`,
  )
const isAlive = (pid: number) => existsSync(`/proc/${pid}/stat`) && !isZombie(pid)
const isZombie = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')

test('the program started last is stopped first', async () => {
  for (const name of ['database', 'sandbox', 'app']) await supervisor.start(service(name), READY)
  await supervisor.stop()
  expect(readFileSync(join(folder, 'stopped'), 'utf8')).toBe('app sandbox database ')
})

test('a program that stops takes its descendants with it', async () => {
  const source = `
    import { spawn } from 'node:child_process'
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
    process.on('SIGTERM', () => process.exit())
    console.log('ready ' + child.pid)`
  let grandchild = 0
  const watching = createSupervisor({
    logFolder: folder,
    onLine: (_name, line) => {
      grandchild = Number(line.split(' ')[1])
    },
  })
  await watching.start(program('app', source), READY)
  expect(isAlive(grandchild)).toBe(true)
  await watching.stop()
  await vi.waitFor(() => expect(isAlive(grandchild)).toBe(false), WITHIN)
})

test('a program that exits unasked is reported with its last lines', async () => {
  const source = `console.log('ready'); console.error('out of paper'); setTimeout(() => process.exit(3), 50)`
  await supervisor.start(program('printer', source), READY)
  const error = await supervisor.crashed
  expect(error.message).toBe('printer ended with exit code 3\n  ready\n  out of paper')
})

test('a program that exits before it is ready fails to start, and a non-zero exit fails a run', async () => {
  const failing = program('printer', `console.error('no paper'); process.exit(1)`)
  const message = 'printer ended with exit code 1\n  no paper'
  await expect(supervisor.start(failing, READY)).rejects.toThrow(message)
  await expect(supervisor.run(failing)).rejects.toThrow(message)
})

test('a program that is killed is reported', async () => {
  const pid = await supervisor.start(service('app'), READY)
  process.kill(pid, 'SIGKILL')
  expect((await supervisor.crashed).message).toContain('app ended with SIGKILL')
})

test("a response from another program on its port doesn't make a program ready", async () => {
  const other = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const refused = program(
    'app',
    `setTimeout(() => { console.error('port in use'); process.exit(1) }, 200)`,
  )
  const start = supervisor.start(refused, { ...READY, url: `http://127.0.0.1:${port}` })
  await expect(start).rejects.toThrow('app ended with exit code 1\n  port in use')
  other.close()
})

test('nothing starts once the supervisor is stopping', async () => {
  await supervisor.stop()
  await expect(supervisor.run(service('app'))).rejects.toThrow('app was not started: stopping')
})

test('programs exit when their supervisor is killed with kill -9', async () => {
  const script = join(folder, 'supervise.mjs')
  writeFileSync(
    script,
    `import { createSupervisor } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'supervisor.ts')).href)}
     const supervisor = createSupervisor({ logFolder: ${JSON.stringify(folder)} })
     const programs = ${JSON.stringify([service('database'), service('app')])}
     const pids = []
     for (const program of programs) pids.push(await supervisor.start(program, { line: /^ready/ }))
     console.log(JSON.stringify(pids))`,
  )
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [chunk] = await once(child.stdout, 'data')
  const pids: number[] = JSON.parse(String(chunk))
  expect(pids.map(isAlive)).toEqual([true, true])
  child.kill('SIGKILL')
  await vi.waitFor(() => expect(pids.map(isAlive)).toEqual([false, false]), { timeout: 10_000 })
  const stopped = readFileSync(join(folder, 'stopped'), 'utf8').trim().split(' ').sort()
  expect(stopped).toEqual(['app', 'database'])
})
