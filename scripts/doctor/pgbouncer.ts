// For tests: a real PgBouncer, if the machine has one.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../ports.ts'

const PROGRAM = '/usr/sbin/pgbouncer'

export const hasPgBouncer = existsSync(PROGRAM)

export async function startPgBouncer(databaseUrl: string, settings: readonly string[]) {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const listenPort = await findFreePort()
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password=${password}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${listenPort}`,
      'unix_socket_dir =',
      'auth_type = any',
      ...settings,
    ].join('\n'),
  )
  // PgBouncer refuses to run as root, and the other user must be able to read the file.
  const isRoot = process.getuid?.() === 0
  if (isRoot) chmodSync(folder, 0o755)
  const bouncer = spawn(PROGRAM, [...(isRoot ? ['-u', 'postgres'] : []), file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await started(bouncer)
  return {
    url: `postgresql://app@127.0.0.1:${listenPort}/merchant?sslmode=disable`,
    stop: async () => {
      const exited = once(bouncer, 'exit')
      bouncer.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function started({ stderr }: ChildProcess): Promise<void> {
  let log = ''
  for await (const chunk of stderr ?? []) {
    log += String(chunk)
    if (log.includes('process up')) return
  }
  throw new Error(`PgBouncer did not start: ${log}`)
}
