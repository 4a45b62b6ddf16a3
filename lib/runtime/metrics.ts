/**
 * Prometheus metrics. Counters belong to this process and have bounded labels. The route that answers a scrape
 * sets what comes from the database, if that answers.
 */
import 'server-only'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { poolUse } from '../database/db'
import { REJECTION_TITLES } from '../http/rejection-reasons'
import { foreignOrigins } from '../http/request-source'
import { oncePerProcess } from './once-per-process'

/** When the last pause of each reason ends that this process started, by its monotonic clock. */
const pauseEnds = () =>
  oncePerProcess(
    'pauses',
    () => new Map(['RATE_LIMITED', 'KEY_REFUSED'].map((reason) => [reason, -Infinity])),
  )

/** Remembers a pause in memory, so that its metric needs no database. */
export const notePause = (reason: string, ms: number) =>
  pauseEnds().set(reason, performance.now() + ms)

function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    deliveries: new Counter({
      name: 'webhook_deliveries_total',
      help: 'Verified deliveries by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    unknownEvents: new Counter({
      name: 'unknown_events_total',
      help: 'Stored events of kinds that the app doesn’t know.',
      registers,
    }),
    rejections: new Counter({
      name: 'webhook_rejections_total',
      help: 'Rejected deliveries by reason.',
      labelNames: ['reason'],
      registers,
    }),
    applications: new Counter({
      name: 'applications_total',
      help: 'Application forms by result: taken, invalid, no_cookie, too_many, not_stored.',
      labelNames: ['result'],
      registers,
    }),
    foreignOrigins: new Counter({
      name: 'foreign_origins_total',
      help: 'Forms that were refused because they came from another address than NEXTAUTH_URL.',
      registers,
      collect() {
        this.reset()
        this.inc(foreignOrigins().refused)
      },
    }),
    statusViews: new Counter({
      name: 'status_views_total',
      help: 'Status views of customers by result: ok, signed_out, no_inquiry, unavailable.',
      labelNames: ['result'],
      registers,
    }),
    decisions: new Histogram({
      name: 'time_to_decision_seconds',
      help: 'From the form to the first confirmed decision, by decision.',
      labelNames: ['status'],
      buckets: [10, 30, 60, 300, 900, 3_600, 14_400, 86_400],
      registers,
    }),
    accountOpenings: new Counter({
      name: 'account_openings_total',
      help: 'Calls of openAccount by result: opened, refused, or the name of the error.',
      labelNames: ['result'],
      registers,
    }),
    pool: new Gauge({
      name: 'database_connections',
      help: 'Connections to the database by state, the requests that are waiting for one, and the maximum.',
      labelNames: ['state'],
      registers,
      collect() {
        for (const [state, count] of Object.entries(poolUse())) this.set({ state }, count)
      },
    }),
    serviceCalls: new Histogram({
      name: 'service_call_duration_seconds',
      help: 'Calls to the verification service, by operation and result.',
      labelNames: ['operation', 'result'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    oldestDue: new Gauge({
      name: 'oldest_due_seconds',
      help: 'How long the oldest read has been due, or an event has waited for one; 0 if none, NaN if unknown.',
      registers,
    }),
    waiting: new Gauge({
      name: 'inquiries_waiting',
      help: 'Inquiries by the stage in which a customer waits, 1000 at most; NaN if unknown.',
      labelNames: ['stage'],
      registers,
    }),
    oldestWaiting: new Gauge({
      name: 'inquiries_waiting_oldest_seconds',
      help: 'The age of the oldest of them; 0 if there is none, NaN if unknown.',
      labelNames: ['stage'],
      registers,
    }),
    lastEvent: new Gauge({
      name: 'last_event_seconds',
      help: 'Since when no event of the service has arrived; +Inf if none ever did, NaN if unknown.',
      registers,
    }),
    eventsSetAside: new Gauge({
      name: 'events_set_aside',
      help: 'Events of known kinds that belong to no inquiry, in 24 hours, 1000 at most; NaN if unknown.',
      registers,
    }),
    ready: new Gauge({
      name: 'instance_ready',
      help: '1 if /api/health/ready would answer 200.',
      registers,
    }),
    databaseUp: new Gauge({
      name: 'database_up',
      help: '1 if the database answers within a second and accepts writes.',
      registers,
    }),
    servicePause: new Gauge({
      name: 'service_pause_seconds',
      help: 'How long the pause that this process started still lasts, by reason; 0 if it is over.',
      labelNames: ['reason'],
      registers,
      collect() {
        for (const [reason, endsAt] of pauseEnds())
          this.set({ reason }, Math.max(0, endsAt - performance.now()) / 1_000)
      },
    }),
  }
}

/** Results of calls that alerts compare. */
const FAILURES = ['UnavailableError', 'UnreadableError', 'RejectedError', 'NotFoundError']

/** Creates each series with the value 0. Otherwise, an alert would miss a counter's first increase. */
function startCounters(created: ReturnType<typeof createMetrics>) {
  for (const outcome of ['recorded', 'duplicate', 'not_stored', 'doctor'])
    created.deliveries.inc({ outcome }, 0)
  for (const reason of Object.keys(REJECTION_TITLES)) created.rejections.inc({ reason }, 0)
  for (const operation of ['open', 'status'])
    for (const result of ['ok', ...FAILURES]) created.serviceCalls.zero({ operation, result })
  for (const result of ['taken', 'invalid', 'no_cookie', 'too_many', 'not_stored'])
    created.applications.inc({ result }, 0)
  for (const result of ['ok', 'signed_out', 'no_inquiry', 'unavailable'])
    created.statusViews.inc({ result }, 0)
  for (const status of ['APPROVED', 'DECLINED', 'FAILED']) created.decisions.zero({ status })
  created.accountOpenings.inc({ result: 'opened' }, 0)
  return created
}

export const metrics = () => oncePerProcess('metrics', () => startCounters(createMetrics()))
