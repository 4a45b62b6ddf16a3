// `npm run failover-test -w lab`: replaces PostgreSQL's primary by its synchronous standby, in switchovers and after a `kill -9`,
// while customers apply and events arrive at two instances of the app. No acknowledged event may be lost and no account granted
// twice. Both instances must soon write again, and no connection to the old primary may remain.
// `-- --rounds 15`: each round is a switchover and a kill.
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildProject } from '../load/builds.ts'
import { type EventSender, unknownKind } from '../load/events.ts'
import { freePorts, run } from '../load/parts.ts'
import { between, type Findings, runUnderLoad, type Scene } from '../load/run.ts'
import { startStack } from '../load/stack.ts'
import { type Cluster, startCluster } from './cluster.ts'

const SHORTEST_CALM_MS = 1_000
const LONGEST_CALM_MS = 4_000
const WRITES_WITHIN_MS = 10_000
/** Longer than WRITES_WITHIN_MS, so that the report can say how long it took. */
const GIVE_UP_MS = 60_000
const POLL_MS = 50
/** Applications per second. */
const RATE = 2

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '15' } } })
const rounds = Number(values.rounds)

await run(async () => {
  const cluster = await startCluster()
  await buildProject()
  const stack = await startStack({ appPorts: await freePorts(2), databaseUrl: cluster.url })
  return runUnderLoad(stack, RATE, (scene) => failOver(cluster, scene))
})

async function failOver(cluster: Cluster, { stack, load, sender }: Scene): Promise<Findings> {
  const problems: string[] = []
  let [longestOutageMs, slowestWritesMs] = [0, 0]
  for (let nth = 1; nth <= 2 * rounds; nth++) {
    const kind = nth % 2 ? 'switchover' : 'kill'
    await delay(between(SHORTEST_CALM_MS, LONGEST_CALM_MS))
    const failover = await (kind === 'kill' ? cluster.killPrimary() : cluster.switchOver())
    await Promise.all(stack.sites.map((site) => storesAnEvent(sender, site)))
    const writesAtMs = performance.now()
    const outageMs = Math.round(writesAtMs - failover.beganAtMs)
    const writesAfterMs = Math.round(writesAtMs - failover.promotedAtMs)
    const connectionsLeft = await cluster.rejoin()

    console.log(
      `  ${nth} of ${2 * rounds}: ${kind}; writes ${writesAfterMs} ms after the promotion, ${outageMs} ms after the failover began; ${load.applications.length} applications, ${sender.acknowledged.size} events acknowledged`,
    )
    if (writesAfterMs > WRITES_WITHIN_MS)
      problems.push(`failover ${nth} (${kind}): writes only ${writesAfterMs} ms later`)
    if (connectionsLeft > 0)
      problems.push(`failover ${nth} (${kind}): ${connectionsLeft} connections are left`)
    longestOutageMs = Math.max(longestOutageMs, outageMs)
    slowestWritesMs = Math.max(slowestWritesMs, writesAfterMs)
  }
  const figures = {
    'switchovers, and as many kills': rounds,
    'slowest writes after promotion, ms': slowestWritesMs,
    'longest outage, ms': longestOutageMs,
  }
  return { figures, problems }
}

/** Sends a new event each time. The response to an old event would only show that it was stored earlier. */
async function storesAnEvent(sender: EventSender, site: string): Promise<void> {
  const endsAtMs = performance.now() + GIVE_UP_MS
  while (performance.now() < endsAtMs) {
    if (await sender.send(site, unknownKind())) return
    await delay(POLL_MS)
  }
  throw new Error(`${site} has stored no event ${GIVE_UP_MS / 1_000} s after the promotion`)
}
