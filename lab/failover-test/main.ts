// `npm run failover-test -w lab`: while customers apply and events arrive at two instances of the app, PostgreSQL's primary is
// replaced by its synchronous standby: in switchovers, and after a `kill -9`. No acknowledged event may be lost, no account granted
// twice, both instances must write again soon, and no connection to the old primary may remain.
// `-- --switchovers 15 --kills 15 --rate 2 --keep-build`
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { build } from '../load/builds.ts'
import { type EventSender, unknownKind } from '../load/events.ts'
import { between, type Findings, report, runUnderLoad, type Scene } from '../load/run.ts'
import { startStack } from '../load/stack.ts'
import { type Cluster, startCluster } from './cluster.ts'

const SHORTEST_CALM_MS = 1_000
const LONGEST_CALM_MS = 4_000
const WRITES_WITHIN_MS = 10_000
/** Longer than WRITES_WITHIN_MS, to report how long it took. */
const GIVE_UP_MS = 60_000
const POLL_MS = 50

const { values } = parseArgs({
  options: {
    switchovers: { type: 'string', default: '15' },
    kills: { type: 'string', default: '15' },
    rate: { type: 'string', default: '2' },
    'keep-build': { type: 'boolean', default: false },
  },
})

await report(async (folder) => {
  const cluster = await startCluster(folder)
  const { folder: cwd } = await build(values['keep-build'])
  const stack = await startStack({
    folder,
    instances: 2,
    databaseUrl: cluster.url,
    readBuild: () => cwd,
  })
  try {
    return await runUnderLoad(stack, folder, Number(values.rate), (scene) =>
      failOver(cluster, scene),
    )
  } finally {
    await cluster.stop()
  }
})

async function failOver(cluster: Cluster, { stack, load, sender }: Scene): Promise<Findings> {
  const rounds = inTurns(Number(values.switchovers), Number(values.kills))
  const problems: string[] = []
  let [longestOutageMs, slowestWritesMs, connections] = [0, 0, 0]
  for (const [nth, kind] of rounds.entries()) {
    await delay(between(SHORTEST_CALM_MS, LONGEST_CALM_MS))
    const failover = await (kind === 'kill' ? cluster.killPrimary() : cluster.switchOver())
    await Promise.all(stack.sites.map((site) => storesAnEvent(sender, site)))
    const writesAtMs = performance.now()
    const outageMs = Math.round(writesAtMs - failover.beganAtMs)
    const writesAfterMs = Math.round(writesAtMs - failover.promotedAtMs)
    const connectionsLeft = await cluster.rejoin()

    console.log(
      `  ${nth + 1} of ${rounds.length}: ${kind}; writes ${writesAfterMs} ms after the promotion, ${outageMs} ms after the failover began; ${load.applications.length} applications, ${sender.acknowledged.size} events acknowledged`,
    )
    if (writesAfterMs > WRITES_WITHIN_MS)
      problems.push(`failover ${nth + 1} (${kind}): writes only ${writesAfterMs} ms later`)
    if (connectionsLeft > 0)
      problems.push(`failover ${nth + 1} (${kind}): ${connectionsLeft} connections are left`)
    longestOutageMs = Math.max(longestOutageMs, outageMs)
    slowestWritesMs = Math.max(slowestWritesMs, writesAfterMs)
    connections += connectionsLeft
  }
  const figures = {
    switchovers: values.switchovers,
    'kills of the primary': values.kills,
    'slowest writes after promotion, ms': slowestWritesMs,
    'longest outage, ms': longestOutageMs,
    'connections left on a demoted server': connections,
  }
  return { figures, problems }
}

/** Alternates between the two, as long as there are both. */
function inTurns(switchovers: number, kills: number): ('switchover' | 'kill')[] {
  return Array.from({ length: Math.max(switchovers, kills) }, (_, nth) => [
    ...(nth < switchovers ? ['switchover' as const] : []),
    ...(nth < kills ? ['kill' as const] : []),
  ]).flat()
}

/** Sends a new event each time, because the response to an old one would only show that it had been stored before. */
async function storesAnEvent(sender: EventSender, site: string): Promise<void> {
  const endsAtMs = performance.now() + GIVE_UP_MS
  while (performance.now() < endsAtMs) {
    if (await sender.send(site, unknownKind())) return
    await delay(POLL_MS)
  }
  throw new Error(`${site} has stored no event ${GIVE_UP_MS / 1_000} s after the promotion`)
}
