// A primary, its synchronous standby, and HAProxy in front of them. Each failover tells HAProxy which one is the primary.
import { chmodSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { findFreePort } from '../../scripts/ports.ts'
import { createSupervisor } from '../../scripts/supervisor.ts'
import { until } from '../load/until.ts'
import { createNode, isInstalled, type PostgresNode } from './postgres-node.ts'

const HAPROXY = process.env.HAPROXY ?? '/usr/sbin/haproxy'
const STEP_TIMEOUT_MS = 30_000

/** The app's role, which sets its connections apart from replication and from this test's own. */
const APP_ROLE = 'app'
const APP_CONNECTIONS = `SELECT count(*)::int AS n FROM pg_stat_activity
  WHERE usename = '${APP_ROLE}' AND backend_type = 'client backend'`

export interface Failover {
  /** By `performance.now()`. */
  beganAtMs: number
  /** When the new primary had been promoted and HAProxy pointed to it. */
  promotedAtMs: number
  /** The old primary, which is a standby once `rejoin` resolves. */
  demoted: PostgresNode
}

export interface Cluster {
  /** Through HAProxy. */
  url: string
  /** An orderly switchover: the app's connections leave the old primary, it stops, and the standby takes over. */
  switchOver(): Promise<Failover>
  /** Kills the primary without warning. */
  killPrimary(): Promise<Failover>
  /** Rebuilds the old primary as the synchronous standby. @returns how */
  rejoin(failover: Failover): Promise<string>
  /** How many connections the app has to this server. */
  connectionsTo(node: PostgresNode): Promise<number>
  stop(): Promise<void>
  folder: string
}

/** @throws if a program is missing, naming its package */
export async function startCluster(): Promise<Cluster> {
  if (!isInstalled() || !existsSync(HAPROXY))
    throw new Error(
      'This needs PostgreSQL and HAProxy: apt-get install postgresql haproxy. If they are installed elsewhere, set POSTGRES_BIN or HAPROXY.',
    )
  const folder = mkdtempSync(join(tmpdir(), 'failover-'))
  // If we're root, PostgreSQL runs as another user, which needs access.
  chmodSync(folder, 0o755)
  const supervisor = createSupervisor({ logFolder: join(folder, 'logs') })
  const [one, other, port] = [await findFreePort(), await findFreePort(), await findFreePort()]
  let primary = createNode('one', one, other, folder, supervisor)
  let standby = createNode('other', other, one, folder, supervisor)
  const socket = join(folder, 'haproxy.sock')

  /** Sends a command to HAProxy's runtime API, which takes one for each connection. */
  async function tell(command: string): Promise<void> {
    const connection = createConnection(socket)
    connection.end(`${command}\n`)
    const answer = (await text(connection)).trim()
    if (answer !== '') throw new Error(`HAProxy answered "${command}" with: ${answer}`)
  }
  async function close(node: PostgresNode): Promise<void> {
    await tell(`set server db/${node.name} state maint`)
    await tell(`shutdown sessions server db/${node.name}`)
  }

  async function startHaproxy(): Promise<void> {
    const file = join(folder, 'haproxy.cfg')
    const servers = [primary, standby].map(
      ({ name, port }) =>
        `  server ${name} 127.0.0.1:${port}${name === standby.name ? ' disabled' : ''}`,
    )
    writeFileSync(
      file,
      `global
  stats socket ${socket} mode 600 level admin
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen db
  bind 127.0.0.1:${port}
${servers.join('\n')}
`,
    )
    await supervisor.start(
      {
        name: 'haproxy',
        args: ['lab/failover-test/hold-program.mjs', '-', HAPROXY, '-V', '-db', '-f', file],
        env: { PATH: process.env.PATH ?? '' },
      },
      { line: /Available polling systems|Loading success|New worker/ },
    )
    await within('HAProxy listens', async () => (existsSync(socket) ? true : null))
  }

  /** Promotes the standby. Commits don't wait for a standby until there is one again. */
  async function promote(beganAtMs: number): Promise<Failover> {
    const demoted = primary
    await standby.promote()
    await tell(`set server db/${standby.name} state ready`)
    ;[primary, standby] = [standby, demoted]
    return { beganAtMs, promotedAtMs: performance.now(), demoted }
  }

  async function followPrimary(): Promise<string> {
    const how = await standby.follow(primary)
    await standby.start()
    await primary.waitFor(standby)
    await within('the standby is synchronous', async () => {
      const rows = await primary.query<{ sync_state: string }>(
        'SELECT sync_state FROM pg_stat_replication',
      )
      return rows[0]?.sync_state === 'sync' ? true : null
    })
    return how
  }

  async function connectionsTo(node: PostgresNode): Promise<number> {
    const [row] = await node.query<{ n: number }>(APP_CONNECTIONS)
    return row?.n ?? Number.NaN
  }

  try {
    await primary.initialise()
    await primary.start()
    await primary.query(`CREATE ROLE ${APP_ROLE} LOGIN`)
    await primary.query(`CREATE DATABASE app OWNER ${APP_ROLE}`)
    await followPrimary()
    await startHaproxy()
  } catch (error) {
    await supervisor.stop()
    throw error
  }

  return {
    url: `postgresql://${APP_ROLE}@127.0.0.1:${port}/app?sslmode=disable`,
    folder,
    connectionsTo,
    async switchOver() {
      const beganAtMs = performance.now()
      await close(primary)
      await within('the app leaves the old primary', async () =>
        (await connectionsTo(primary)) === 0 ? true : null,
      )
      await primary.stop()
      return promote(beganAtMs)
    },
    async killPrimary() {
      const beganAtMs = performance.now()
      primary.kill()
      await close(primary)
      return promote(beganAtMs)
    },
    rejoin: followPrimary,
    stop: () => supervisor.stop(),
  }
}

const within = (what: string, look: () => Promise<true | null>) =>
  until(what, look, { endsAtMs: Date.now() + STEP_TIMEOUT_MS })
