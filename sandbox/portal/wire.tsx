/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The wire: every request and every delivery attempt, grouped by correlation id, and live if the browser runs scripts.
import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { z } from 'zod'
import { isAttemptFaultKind } from '../scenario/faults.ts'
import { Identifier } from './kit.tsx'
import { renderNotFound, renderPage } from './page.tsx'
import { goTo, type Portal, type PortalEnv, readForm } from './portal.ts'
import { findVisible, listVisible, type ShownExchange } from './visible-wire.ts'
import { AnswerBadge, ExchangeDetail, formatDuration, requestLineOf } from './wire-detail.tsx'
import { isShown, type WireFilter } from './wire-filter.ts'

/** The rows that a page starts with; the filter finds older ones. */
const MAX_ROWS = 300

const filterSchema = z
  .object({
    words: z.string().max(256).catch(''),
    direction: z.enum(['', 'request', 'delivery']).catch(''),
    problems: z.string().optional(),
  })
  .transform(({ problems, ...filter }) => ({ ...filter, problemsOnly: problems === '1' }))
const sequenceSchema = z.coerce.number().int().positive().catch(0)
const resendFormSchema = z.object({
  fault: z.union([z.literal(''), z.string().refine(isAttemptFaultKind, 'Choose a fault.')]),
})

export function createWirePages(portal: Portal): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>()

  const findExchange = (c: Context<PortalEnv>) =>
    findVisible(portal, c.get('tenant'), sequenceSchema.parse(c.req.param('sequence')))

  routes.get('/wire', (c) => renderWire(c, portal, null))
  routes.get('/wire/stream', (c) => streamWire(c, portal))
  routes.get('/wire/:sequence', (c) => {
    const exchange = findExchange(c)
    return exchange ? renderWire(c, portal, exchange) : renderNotFound(c, portal, 'wire')
  })
  // The same exchange without the page around it, for the pane next to the list.
  routes.get('/wire/:sequence/detail', (c) => {
    const exchange = findExchange(c)
    if (!exchange) return c.html(<p class="empty">This exchange is no longer kept.</p>, 404)
    return c.html(<ExchangeDetail portal={portal} tenant={c.get('tenant')} exchange={exchange} />)
  })
  if (portal.site.controlEnabled) {
    routes.post('/deliveries/:deliveryId/resend', (c) => resend(c, portal))
  }
  return routes
}

async function resend(c: Context<PortalEnv>, portal: Portal) {
  const { store, deliveries } = portal
  const tenant = c.get('tenant')
  const delivery = store.deliveries.get(c.req.param('deliveryId') ?? '')
  if (!delivery || delivery.tenantId !== tenant.id) return renderNotFound(c, portal, 'wire')
  const form = await readForm(c, resendFormSchema)
  if (!form.ok) return goTo(c, portal, '/portal/wire', { tone: 'problem', text: form.problem })
  const { fault } = form.value
  const resent = await deliveries.resend(delivery, fault === '' ? null : fault)
  if (!resent.ok) {
    return goTo(c, portal, '/portal/wire', { tone: 'problem', text: resent.reason })
  }
  const { status, failure } = resent.attempt
  const answer = status === null ? `no response (${failure})` : `answered ${status}`
  const sent = listVisible(portal, tenant).findLast(
    ({ entry }) => entry.delivery?.id === delivery.id,
  )
  return goTo(c, portal, sent ? `/portal/wire/${sent.entry.sequence}` : '/portal/wire', {
    tone: 'done',
    text: `Sent again ${fault === '' ? 'unchanged' : `with ${fault}`}: ${answer}.`,
  })
}

function renderWire(c: Context<PortalEnv>, portal: Portal, selected: ShownExchange | null) {
  const tenant = c.get('tenant')
  const filter = filterSchema.parse(c.req.query())
  const all = listVisible(portal, tenant)
  const lastSequence = all.at(-1)?.entry.sequence ?? 0
  // Next to the list, the newest exchange is open. A narrow screen shows only a chosen one.
  const fitting = all.filter(({ facts }) => isShown(facts, filter))
  const shown = selected ?? fitting.toSorted(newestFirst)[0]
  return renderPage(c, portal, {
    title: 'Wire',
    section: 'wire',
    lead: 'Every request and delivery attempt, byte for byte. API keys are masked.',
    action: <Live />,
    content: (
      <div class="wire" data-selected={selected ? '' : undefined}>
        <Toolbar filter={filter} />
        <List
          exchanges={all}
          filter={filter}
          position={positionAfter(lastSequence)}
          selected={shown?.entry.sequence ?? 0}
        />
        <div class="panel wire-detail" data-wire-detail>
          <a class="back" href="/portal/wire">
            All exchanges
          </a>
          <div data-wire-exchange>
            {shown ? (
              <ExchangeDetail portal={portal} tenant={tenant} exchange={shown} />
            ) : (
              <p class="empty">Choose an exchange to see its headers and bytes.</p>
            )}
          </div>
        </div>
      </div>
    ),
  })
}

const DIRECTIONS = [
  ['', 'All directions'],
  ['request', 'Requests in'],
  ['delivery', 'Deliveries out'],
] as const

function Toolbar({ filter }: { filter: WireFilter }) {
  return (
    <form class="row" method="get" action="/portal/wire" data-wire-filter>
      <input
        name="words"
        type="search"
        maxlength={256}
        aria-label="Filter by path, status, ID, event kind or reference"
        placeholder="Path, status, ID, event or reference"
        value={filter.words}
      />
      <select name="direction" aria-label="Direction">
        {DIRECTIONS.map(([value, label]) => (
          <option value={value} selected={value === filter.direction}>
            {label}
          </option>
        ))}
      </select>
      <label>
        <input type="checkbox" name="problems" value="1" checked={filter.problemsOnly} />
        Problems only
      </label>
      <button class="button" type="submit" data-script-replaces>
        Filter
      </button>
    </form>
  )
}

/** Pause, and whether the stream is live: both need a script. */
function Live() {
  return (
    <div class="row" hidden data-wire-live>
      <span class="badge tone-wait" role="status" data-wire-state>
        Connecting…
      </span>
      <button class="button" type="button" aria-pressed="false" data-wire-pause>
        Pause
      </button>
    </div>
  )
}

function List(props: {
  exchanges: readonly ShownExchange[]
  filter: WireFilter
  position: string
  selected: number
}) {
  const { exchanges, filter, position, selected } = props
  const shown = exchanges.filter(({ facts }) => isShown(facts, filter))
  const groups = new Map<string, ShownExchange[]>()
  for (const exchange of shown.slice(-MAX_ROWS)) {
    const { correlationId } = exchange.entry
    groups.set(correlationId, [...(groups.get(correlationId) ?? []), exchange])
  }
  return (
    <div class="panel lines" data-wire-list data-position={position} tabindex={-1}>
      {[...groups.values()].toReversed().map((group) => (
        <Group exchanges={group} selected={selected} />
      ))}
      <p class="empty" data-wire-nothing hidden={exchanges.length > 0}>
        Nothing has happened yet. Send a request, and it appears here.
      </p>
      <p class="empty" data-wire-unfit hidden={exchanges.length === 0 || shown.length > 0}>
        No exchanges match the filter.
      </p>
      {shown.length > MAX_ROWS && (
        <p class="soft">
          The newest {MAX_ROWS} of {shown.length}. Use the filter to find older ones.
        </p>
      )}
    </div>
  )
}

/** By start, because exchanges are recorded when they end. On a tie, the later sequence is newer. */
function newestFirst({ entry: one }: ShownExchange, { entry: other }: ShownExchange): number {
  return other.at.localeCompare(one.at) || other.sequence - one.sequence
}

function Group(props: { exchanges: readonly ShownExchange[]; selected?: number }) {
  const { selected } = props
  const exchanges = props.exchanges.toSorted(newestFirst)
  const [first] = exchanges
  if (!first) return null
  const { correlationId } = first.entry
  const { referenceId, entry } = exchanges.find((one) => one.referenceId !== null) ?? first
  return (
    <section data-correlation={correlationId} aria-label={correlationId}>
      <header class="row">
        {entry.inquiryId !== null && (
          <a href={`/portal/inquiries/${entry.inquiryId}`}>
            {referenceId === null ? 'Inquiry' : <Identifier text={referenceId} />}
          </a>
        )}
        <span class="end soft" title="Correlation ID">
          <Identifier text={correlationId} />
        </span>
      </header>
      <ol>
        {exchanges.map((exchange) => (
          <Row exchange={exchange} isSelected={exchange.entry.sequence === selected} />
        ))}
      </ol>
    </section>
  )
}

/** One line for each exchange. The stream sends the same HTML to the browser. */
function Row(props: { exchange: ShownExchange; isSelected?: boolean }) {
  const { exchange, isSelected = false } = props
  const { entry, facts, kind } = exchange
  const isDelivery = entry.direction === 'delivery'
  return (
    <li
      data-sequence={entry.sequence}
      data-at={entry.at}
      data-text={facts.text}
      data-direction={facts.direction}
      data-problem={facts.isProblem ? '' : undefined}
    >
      <a
        class="line"
        href={`/portal/wire/${entry.sequence}`}
        aria-current={isSelected ? 'true' : undefined}
      >
        <span class="row">
          <span class={isDelivery ? 'tone-plum' : 'tone-info'}>
            <span aria-hidden="true">{isDelivery ? '↗' : '↘'}</span>
            <span class="visually-hidden">{isDelivery ? 'Delivery' : 'Request'}</span>
          </span>
          {isDelivery ? (
            <span class="id">{kind ?? 'event'}</span>
          ) : (
            <Identifier text={requestLineOf(entry)} />
          )}
          {entry.delivery && entry.delivery.attempt > 1 && (
            <small class="soft">attempt {entry.delivery.attempt}</small>
          )}
          {entry.fault !== null && <small class="tone-bad">{entry.fault}</small>}
        </span>
        <AnswerBadge status={entry.status} failure={entry.failure} />
        <span class="soft">{formatDuration(entry.durationMs)}</span>
        <span class="soft instant">{entry.at.slice(11, 23)}</span>
      </a>
    </li>
  )
}

// The stream: new exchanges as server-sent events. Each contains the HTML of its row, which the browser only inserts.

const HEARTBEAT_MS = 15_000
/** The wire is in memory and a restart resets its sequence, so positions contain the run they belong to. */
const RUN = randomUUID().slice(0, 8)

const positionSchema = z
  .string()
  .regex(/^[0-9a-f]{8}-\d{1,15}$/)
  .transform((text) => text.split('-'))
  .transform(([run, sequence]) => ({ run, sequence: Number(sequence) }))

/** The end of a list, for the stream to continue from. */
function positionAfter(sequence: number): string {
  return `${RUN}-${sequence}`
}

function streamWire(c: Context<PortalEnv>, portal: Portal): Response {
  // After a lost connection, the browser sends the last id it received.
  const given = c.req.header('last-event-id') ?? c.req.query('after')
  const position = positionSchema.safeParse(given)
  const tenant = c.get('tenant')
  return streamSSE(c, async (stream) => {
    if (!position.success || position.data.run !== RUN) {
      await stream.writeSSE({ event: 'restarted', data: '' })
      return
    }
    let { sequence } = position.data
    let wake = () => {}
    const unsubscribe = portal.wire.onEntry(() => wake())
    stream.onAbort(() => {
      unsubscribe()
      wake()
    })
    while (!stream.aborted) {
      const next = new Promise<void>((resolve) => {
        wake = resolve
      })
      for (const exchange of listVisible(portal, tenant, sequence)) {
        const { entry } = exchange
        sequence = entry.sequence
        const message = {
          correlationId: entry.correlationId,
          row: String(<Row exchange={exchange} />),
          group: String(<Group exchanges={[exchange]} />),
        }
        const id = positionAfter(sequence)
        await stream.writeSSE({ event: 'exchange', id, data: JSON.stringify(message) })
      }
      await Promise.race([next, stream.sleep(HEARTBEAT_MS)])
      await stream.write(': still here\n\n')
    }
  })
}
