/** A real PgBouncer in front of a test database. It isn't an npm package, so its tests run only where it is installed. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findFreePort } from '../../scripts/ports'

/** Debian's paths, and a variable for trying another version. */
const PROGRAMS = [process.env.PGBOUNCER ?? '', '/usr/sbin/pgbouncer', '/usr/bin/pgbouncer']

interface PgBouncer {
  url: string
  stop(): Promise<void>
}

export interface PgBouncerProgram {
  path: string
  /** True from version 1.21 on. */
  keepsStatements: boolean
}

export function installedPgBouncers(): PgBouncerProgram[] {
  return PROGRAMS.filter((path) => existsSync(path)).map((path) => {
    const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
    const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? []
    return { path, keepsStatements: Number(major) * 1_000 + Number(minor) >= 1_021 }
  })
}

/** Starts it in transaction mode on a free port, with these additional settings. */
export async function startPgBouncer(
  path: string,
  databaseUrl: string,
  settings: Record<string, string>,
): Promise<PgBouncer> {
  const { hostname, port: databasePort, pathname } = new URL(databaseUrl)
  const port = await findFreePort()
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  const lines = Object.entries({
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    ...settings,
  }).map(([name, value]) => `${name} = ${value}`)
  const ini = `[databases]
postgres = host=${hostname} port=${databasePort} user=postgres password=postgres dbname=${pathname.slice(1)}
[pgbouncer]
${lines.join('\n')}
`
  writeFileSync(join(folder, 'pgbouncer.ini'), ini)
  // It refuses to run as root, but reads the file before it changes user.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(path, [...user, join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(child, 'exit')
  const log: string[] = []
  const listening = new Promise<void>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      log.push(line)
      if (line.includes('process up')) resolve()
    })
  })
  const ended = exited.then(() => Promise.reject(new Error(`PgBouncer ended:\n${log.join('\n')}`)))
  await Promise.race([listening, ended])
  ended.catch(() => {})
  return {
    url: `postgresql://postgres:postgres@127.0.0.1:${port}/postgres?sslmode=disable`,
    stop: async () => {
      child.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
