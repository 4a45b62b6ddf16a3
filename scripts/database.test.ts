import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Database, startDatabase } from './database.ts'
import { listen } from './ports.ts'
import { Program } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'database '))
const dataDir = join(folder, 'dáta')
afterAll(() => rmSync(folder, { recursive: true }))

const running: Database[] = []
afterEach(async () => {
  for (const database of running.splice(0)) await database.stop()
})

async function start(port = 0): Promise<Database> {
  const database = await startDatabase({ dataDir, port, durable: false })
  running.push(database)
  return database
}
const query = async (url: string, sql: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return (await client.query(sql).finally(() => client.end())).rows
}
const serverPid = () =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

test('the data survives a kill of the server, and the next start succeeds', async () => {
  const { url, ended } = await start()
  await query(url, 'CREATE TABLE "T" AS SELECT 1 AS "n"')
  process.kill(serverPid(), 'SIGKILL')
  await ended
  expect(await query((await start()).url, 'TABLE "T"')).toEqual([{ n: 1 }])
})

test('the server stops when the process that started it is killed', async () => {
  const script = `import { startDatabase } from './scripts/database.ts'
    const options = ${JSON.stringify({ dataDir, port: 0, durable: false })}
    console.log((await startDatabase(options)).url)`
  const node = [process.execPath, '--import', 'tsx', '--input-type=module', '--eval', script]
  const owner = new Program('owner', node)
  await owner.says(/^postgresql:/)
  const server = serverPid()
  await owner.stop('SIGKILL')
  const isGone = () => expect(() => process.kill(server, 0)).toThrow('ESRCH')
  await vi.waitFor(isGone, { timeout: 10_000 })
})

test('a second process on the same folder is refused in one line, and the first goes on', async () => {
  const first = await start()
  await expect(start()).rejects.toThrow(/^Process \d+ already runs on .*: stop it first\.$/)
  expect(await query(first.url, 'SELECT 1 AS "n"')).toEqual([{ n: 1 }])
})

test('a port that is in use is named in one line', async () => {
  const other = createServer()
  const port = await listen(other)
  onTestFinished(() => void other.close())
  await expect(start(port)).rejects.toThrow(
    `Port ${port} is in use: stop what uses it, or set DATABASE_PORT to a free port.`,
  )
})

test('the role with the published password may not run programs or read files', async () => {
  const { url } = await start()
  await expect(query(url, `COPY (SELECT 1) TO PROGRAM 'true'`)).rejects.toThrow('permission denied')
  await expect(query(url, `SELECT pg_read_file('postgresql.conf')`)).rejects.toThrow(
    'permission denied',
  )
})
