// One of the two PostgreSQL servers, as Debian packages it, with the settings of a replicated pair.
import { execFile, execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Supervisor } from '../../scripts/supervisor.ts'

const run = promisify(execFile)
const BIN = process.env.POSTGRES_BIN ?? '/usr/lib/postgresql/15/bin'
const HOLD = 'lab/failover-test/hold-program.mjs'
/** The children of a killed server hold its shared memory until they notice. */
const REWIND_ATTEMPTS = 40
const REWIND_POLL_MS = 250

// PostgreSQL refuses to run as root. Any other user can run it.
const userId =
  process.getuid?.() === 0
    ? Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }))
    : undefined

function own(path: string): void {
  if (userId !== undefined) chownSync(path, userId, userId)
}

export const isInstalled = () => existsSync(join(BIN, 'pg_rewind'))

export interface PostgresNode {
  name: string
  port: number
  /** For the superuser, bypassing HAProxy. */
  url: string
  initialise(): Promise<void>
  /** Resolves when it accepts connections, as a primary or as a standby. */
  start(): Promise<void>
  /** Stops the server once the standby has received everything. */
  stop(): Promise<void>
  /** SIGKILL to the postmaster, as the kernel's out-of-memory killer would. */
  kill(): void
  promote(): Promise<void>
  /** Makes commits wait for this standby, or for none if null. */
  waitFor(standby: PostgresNode | null): Promise<void>
  /** Turns it into a standby of the primary. @returns how its data was rebuilt */
  follow(primary: PostgresNode): Promise<'pg_rewind' | 'pg_basebackup'>
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>
}

export function createNode(
  name: string,
  port: number,
  primaryPort: number,
  folder: string,
  supervisor: Supervisor,
): PostgresNode {
  const data = join(folder, name)
  // Outside the data, which pg_rewind copies from the other server.
  const config = join(folder, `${name}.conf`)
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres?sslmode=disable`
  let starts = 0

  const tool = (program: string, ...args: string[]) =>
    run(join(BIN, program), args, { uid: userId, gid: userId, cwd: folder })

  async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }

  function configure(standby: PostgresNode | null): void {
    const settings = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      cluster_name: name,
      primary_conninfo: `host=127.0.0.1 port=${primaryPort} user=postgres application_name=${name}`,
      synchronous_standby_names: standby?.name ?? '',
    }
    const lines = Object.entries(settings).map(([key, value]) => `${key} = '${value}'\n`)
    writeFileSync(config, [`include '${join(data, 'postgresql.conf')}'\n`, ...lines].join(''))
  }

  function emptyData(): void {
    rmSync(data, { recursive: true, force: true })
    mkdirSync(data, { mode: 0o700 })
    own(data)
  }

  async function copyFrom(primary: PostgresNode): Promise<void> {
    emptyData()
    await tool('pg_basebackup', '-D', data, '-d', primary.url, '-c', 'fast', '-X', 'stream')
  }

  /** Runs pg_rewind, which recovers a killed server first. @returns whether it worked */
  async function rewind(primary: PostgresNode): Promise<boolean> {
    // Until the first checkpoint after a promotion, pg_rewind believes that both servers are on the same timeline.
    await primary.query('CHECKPOINT')
    for (let attempt = 1; attempt <= REWIND_ATTEMPTS; attempt++) {
      try {
        await tool('pg_rewind', '-D', data, `--source-server=${primary.url}`)
        return true
      } catch (error) {
        const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
        if (!/shared memory|lock file|in use/.test(text)) return false
        await delay(REWIND_POLL_MS)
      }
    }
    return false
  }

  const node: PostgresNode = {
    name,
    port,
    url,
    query,
    async initialise() {
      emptyData()
      // pg_rewind needs checksums, and the WAL since before the failover. It recovers a killed server with postgresql.conf, not
      // with our config file.
      await tool('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-k')
      appendFileSync(join(data, 'postgresql.conf'), "wal_keep_size = '512MB'\n")
      configure(null)
    },
    async start() {
      const command = [join(BIN, 'postgres'), '-D', data, '-c', `config_file=${config}`]
      await supervisor.start(
        {
          name: `${name}-${++starts}`,
          args: [HOLD, String(userId ?? '-'), ...command],
          env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' },
        },
        { line: /ready to accept (read-only )?connections/ },
      )
    },
    async stop() {
      await tool('pg_ctl', 'stop', '-D', data, '-m', 'fast', '-w')
    },
    kill() {
      const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    async promote() {
      await tool('pg_ctl', 'promote', '-D', data, '-w')
    },
    async waitFor(standby) {
      configure(standby)
      await tool('pg_ctl', 'reload', '-D', data)
    },
    async follow(primary) {
      configure(null)
      const rewound = existsSync(data) && (await rewind(primary))
      if (!rewound) await copyFrom(primary)
      const signal = join(data, 'standby.signal')
      writeFileSync(signal, '')
      own(signal)
      return rewound ? 'pg_rewind' : 'pg_basebackup'
    },
  }
  return node
}
