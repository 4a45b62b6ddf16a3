import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Database, startDatabase } from './database.ts'

let dataDir = ''
const running: Database[] = []
beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'database ')), 'dáta')
  return async () => {
    for (const database of running.splice(0)) await database.stop()
    rmSync(join(dataDir, '..'), { recursive: true })
  }
})

const start = async (port = 0) => {
  const database = await startDatabase({ dataDir, port })
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

test('the data survives a kill of everything, and the next start succeeds', async () => {
  const killed = await start()
  await query(killed.url, 'CREATE TABLE "T" AS SELECT 1 AS "n"')
  const parent = Number(execFileSync('ps', ['-o', 'ppid=', '-p', `${serverPid()}`]))
  process.kill(parent, 'SIGKILL')
  process.kill(serverPid(), 'SIGKILL')
  expect(await query((await start()).url, 'TABLE "T"')).toEqual([{ n: 1 }])
})

test('the server stops when the process that runs it is killed', async () => {
  await start()
  const pid = serverPid()
  process.kill(Number(execFileSync('ps', ['-o', 'ppid=', '-p', `${pid}`])), 'SIGKILL')
  await expect.poll(() => execFileSync('ps', ['-o', 'pid=']).toString()).not.toContain(`${pid}`)
})

test('a second process on the same folder is refused in one line, and the first goes on', async () => {
  const first = await start()
  await expect(start()).rejects.toThrow(/^Process \d+ already runs on .*: stop it first\.$/)
  expect(await query(first.url, 'SELECT 1 AS "n"')).toEqual([{ n: 1 }])
})

test('a port that is in use is named in one line', async () => {
  const other = createServer()
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void other.close())
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await expect(start(port)).rejects.toThrow(
    `Port ${port} is in use: stop what uses it, or set DATABASE_PORT to a free port.`,
  )
})

test('data of an older version is refused, with what to do', async () => {
  mkdirSync(join(dataDir, 'database'), { recursive: true })
  await expect(start()).rejects.toThrow(/^The data in .* start over with npm run demo -- --reset$/)
})

test('the role with the published password may not run programs or read files', async () => {
  const { url } = await start()
  await expect(query(url, `COPY (SELECT 1) TO PROGRAM 'true'`)).rejects.toThrow('permission denied')
  await expect(query(url, `SELECT pg_read_file('postgresql.conf')`)).rejects.toThrow(
    'permission denied',
  )
})
