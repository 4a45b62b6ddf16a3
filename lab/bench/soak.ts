// Measures the app's memory after each of three rounds. A round has the requests of an hour in which four arrive a second, as fast as
// 16 connections send them, while customers apply and finish their checks.
import autocannon from 'autocannon'
import pg from 'pg'
import { readExample } from '../../scripts/settings.ts'
import { buildProject } from '../load/builds.ts'
import { EventSender } from '../load/events.ts'
import { startLoad } from '../load/load.ts'
import { freePorts } from '../load/parts.ts'
import { Service } from '../load/service.ts'
import { startStack } from '../load/stack.ts'
import { signedEvent } from './ingest.ts'
import { staffCookie } from './lists.ts'
import { fillWaiting, waitingCustomers } from './status.ts'

const ROUNDS = 3
const REQUESTS = 14_400
const CONNECTIONS = 16
const APPLICATIONS_PER_SECOND = 2
/** The third round may end with this many times the memory of the first. */
const MAX_GROWTH = 1.3

export async function benchSoak(): Promise<void> {
  await buildProject()
  const stack = await startStack({ appPorts: await freePorts(1) })
  const { sites, databaseUrl, serviceUrl, webhookSecret } = stack
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await fillWaiting(client)
  const service = new Service(serviceUrl)
  await service.liftRateLimits()
  const event = await signedEvent(client, webhookSecret)
  await client.end()
  const cookie = await staffCookie(sites[0])

  const get = (path: string, headers = {}) => ({ method: 'GET' as const, path, headers })
  const status = {
    method: 'GET' as const,
    path: '/api/inquiries/current',
    setupRequest: waitingCustomers(),
  }
  const requests = [
    ...Array(10).fill(status),
    { ...event, path: '/api/webhooks/verification' },
    { ...event, path: '/api/webhooks/verification' },
    get('/'),
    get('/apply'),
    { ...status, path: '/apply/verify' },
    get('/admin', { cookie }),
    get('/admin/inquiries', { cookie }),
  ]
  const table = [{ after: 'start', ...(await memory(sites[0])) }]
  const sender = new EventSender(webhookSecret)
  for (let round = 1; round <= ROUNDS; round++) {
    const load = startLoad({ sites, service, sender, rate: APPLICATIONS_PER_SECOND })
    const { duration, non2xx, errors } = await autocannon({
      url: sites[0],
      connections: CONNECTIONS,
      amount: REQUESTS,
      requests,
    })
    await load.stop()
    table.push({ after: `round ${round}`, ...(await memory(sites[0])) })
    console.log(
      `Round ${round}: ${duration} s, ${load.applications.length} applications, ${non2xx + errors} failures`,
    )
  }
  console.log(
    `\nMemory in MB on Node ${process.versions.node}; at most ${MAX_GROWTH} times as much after round ${ROUNDS} as after round 1`,
  )
  console.table(table)
}

async function memory(site: string) {
  const headers = { authorization: `Bearer ${readExample().CRON_SECRET}` }
  const text = await (await fetch(`${site}/api/metrics`, { headers })).text()
  const megabytes = (series: string) =>
    Math.round(Number(text.match(new RegExp(`^${series} (\\S+)`, 'm'))?.[1]) / 2 ** 20)
  return {
    resident: megabytes('process_resident_memory_bytes'),
    'heap used': megabytes('nodejs_heap_size_used_bytes'),
    'heap total': megabytes('nodejs_heap_size_total_bytes'),
    external: megabytes('nodejs_external_memory_bytes'),
  }
}
