import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest'
import { type Database, startDatabase } from './database.ts'
import { listen } from './ports.ts'

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

test('the data survives a kill of the server, and the next start succeeds', async () => {
  const { url, ended } = await start()
  await query(url, 'CREATE TABLE "T" AS SELECT 1 AS "n"')
  const file = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8')
  process.kill(Number.parseInt(file, 10), 'SIGKILL')
  await ended
  expect(await query((await start()).url, 'TABLE "T"')).toEqual([{ n: 1 }])
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

test('files of another major version are named, with the way to start over', async () => {
  await (await start()).stop()
  const version = join(dataDir, 'postgres/PG_VERSION')
  writeFileSync(version, '17\n')
  onTestFinished(() => writeFileSync(version, '18\n'))
  await expect(start()).rejects.toThrow(
    /^PostgreSQL didn't start: database files are incompatible with server\. .*version 17,.* npm run demo -- --reset$/,
  )
})

test('a folder that others may write to, or that can’t be made, is named with what to do', async () => {
  await (await start()).stop()
  chmodSync(join(dataDir, 'postgres'), 0o777)
  onTestFinished(() => chmodSync(join(dataDir, 'postgres'), 0o700))
  await expect(start()).rejects.toThrow(
    /invalid permissions\. .* Set DATA_DIR to a folder of yours\.$/,
  )
  const file = join(dataDir, 'postgres/PG_VERSION')
  await expect(startDatabase({ dataDir: file, port: 0 })).rejects.toThrow(
    /PG_VERSION can't be used \(EEXIST\): set DATA_DIR/,
  )
})
