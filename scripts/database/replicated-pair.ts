// Runs a primary, its synchronous standby, and a port that forwards to the primary, as a process for the short failover test.
// The message `failOver` kills the primary, promotes the standby and switches the port over.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { z } from 'zod'
import { findFreePort } from '../ports.ts'
import { linkBinaries, postgresUser } from './postgres-binaries.ts'

const { DATABASE_PORT } = z.object({ DATABASE_PORT: z.coerce.number().int() }).parse(process.env)
const STANDBY = 'standby'

const bin = linkBinaries()
const uid = postgresUser()
const folder = mkdtempSync(join(tmpdir(), 'replicated-pair-'))
// The servers' user needs access.
chmodSync(folder, 0o777)
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { uid, gid: uid, cwd: folder, stdio: 'ignore' })

const children: ChildProcess[] = []
process.on('disconnect', () => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
})

// The standby starts with a copy of the empty data and streams everything after that.
run(
  join(bin, 'initdb'),
  '-D',
  'primary',
  '-U',
  'postgres',
  '-A',
  'trust',
  '-E',
  'UTF8',
  '--no-sync',
)
run('cp', '-a', 'primary', STANDBY)
writeFileSync(join(folder, STANDBY, 'standby.signal'), '')
const primary = await start('primary', [`synchronous_standby_names=${STANDBY}`])
const standby = await start(STANDBY, [
  `primary_conninfo=host=127.0.0.1 port=${primary.port} user=postgres application_name=${STANDBY}`,
])

let leadsTo = primary.port
const sockets = new Set<Socket>()
const proxy = createServer((client) => {
  const server = connect(leadsTo, '127.0.0.1')
  for (const [socket, other] of [
    [client, server],
    [server, client],
  ] as const) {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
    socket.pipe(other)
  }
})
proxy.listen(DATABASE_PORT, '127.0.0.1')
await once(proxy, 'listening')
process.send?.('ready')

process.on('message', async (message) => {
  if (message !== 'failOver') return
  primary.child.kill('SIGKILL')
  const client = new pg.Client({ host: '127.0.0.1', port: standby.port, user: 'postgres' })
  await client.connect()
  await client.query('SELECT pg_promote()')
  await client.end()
  leadsTo = standby.port
  for (const socket of sockets) socket.destroy()
  process.send?.('promoted')
})

async function start(name: string, settings: string[]) {
  const port = await findFreePort()
  const all = [...settings, `port=${port}`, 'listen_addresses=127.0.0.1', 'fsync=off']
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', name, ...[...all, 'unix_socket_directories='].flatMap((one) => ['-c', one])],
    { uid, gid: uid, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  children.push(child)
  for await (const line of createInterface({ input: child.stderr }))
    if (/ready to accept (read-only )?connections/.test(line)) break
  child.stderr.resume()
  return { child, port }
}
