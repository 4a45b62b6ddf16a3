// A primary, its synchronous standby, and a proxy in front that forwards to the current primary.
import { connect, createServer, type Socket } from 'node:net'
import { freePorts } from '../load/parts.ts'
import { until } from '../load/wire.ts'
import { APP_ROLE, isInstalled, PostgresNode } from './postgres-node.ts'

const STEP_TIMEOUT_MS = 30_000

export interface Failover {
  /** By `performance.now()`. */
  beganAtMs: number
  /** When the new primary was promoted and the proxy forwarded to it. */
  promotedAtMs: number
}

export interface Cluster {
  /** The proxy's URL. */
  url: string
  /** Moves the app's connections away, stops the primary and promotes the standby. */
  switchOver(): Promise<Failover>
  /** Kills the primary without warning. */
  killPrimary(): Promise<Failover>
  /** Rebuilds the old primary as the synchronous standby. @returns how many of the app's connections to it remain */
  rejoin(): Promise<number>
}

/** @throws if PostgreSQL is missing, naming its package */
export async function startCluster(): Promise<Cluster> {
  if (!isInstalled())
    throw new Error(
      'This needs PostgreSQL: apt-get install postgresql. If it is elsewhere, set POSTGRES_BIN.',
    )
  const [one = 0, other = 0, port = 0] = await freePorts(3)
  let primary = new PostgresNode('one', one, other)
  let standby = new PostgresNode('other', other, one)

  async function promote(beganAtMs: number): Promise<Failover> {
    await standby.promote()
    ;[primary, standby] = [standby, primary]
    proxy.openTo(primary.port)
    return { beganAtMs, promotedAtMs: performance.now() }
  }

  /** Before this, commits don't wait for the standby. */
  async function addStandby(): Promise<void> {
    await standby.copy(primary)
    await standby.start()
    primary.waitFor(standby)
    await within('the standby is synchronous', async () => {
      const [row] = await primary.query<{ state: string }>(
        'SELECT sync_state AS state FROM pg_stat_replication',
      )
      return row?.state === 'sync'
    })
  }

  await primary.initialise()
  await primary.start()
  await primary.query(`CREATE ROLE ${APP_ROLE} LOGIN`)
  await primary.query(`CREATE DATABASE app OWNER ${APP_ROLE}`)
  await addStandby()
  const proxy = startProxy(port)
  proxy.openTo(primary.port)
  return {
    url: `postgresql://${APP_ROLE}@127.0.0.1:${port}/app?sslmode=disable`,
    async switchOver() {
      const beganAtMs = performance.now()
      proxy.close()
      const hasLeft = async () => (await primary.countConnections()) === 0
      await within('the app leaves the old primary', hasLeft)
      await primary.stop()
      return promote(beganAtMs)
    },
    async killPrimary() {
      const beganAtMs = performance.now()
      primary.kill()
      proxy.close()
      return promote(beganAtMs)
    },
    async rejoin() {
      await addStandby()
      return standby.countConnections()
    },
  }
}

/** Forwards TCP connections to one port, or refuses them. */
function startProxy(port: number) {
  const sockets = new Set<Socket>()
  let target: number | null = null
  const join = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('error', () => {})
    from.once('close', () => {
      sockets.delete(from)
      to.destroy()
    })
    from.pipe(to)
  }
  createServer((client) => {
    if (target === null) return client.destroy()
    const upstream = connect(target, '127.0.0.1')
    join(client, upstream)
    join(upstream, client)
  }).listen(port, '127.0.0.1')
  return {
    openTo: (primaryPort: number) => {
      target = primaryPort
    },
    close: () => {
      target = null
      for (const socket of sockets) socket.destroy()
    },
  }
}

const within = (what: string, isSo: () => Promise<boolean>) =>
  until(what, async () => ((await isSo()) ? true : null), {
    endsAtMs: Date.now() + STEP_TIMEOUT_MS,
  })
