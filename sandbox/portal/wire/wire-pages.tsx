/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The wire: every request and every delivery attempt, grouped by correlation id, and live if the browser runs scripts.

import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { DeliverySender } from '../../commands/delivery/sender.ts'
import { isAttemptFaultKind } from '../../scenario/faults.ts'
import type { Wire } from '../../state/wire.ts'
import { readForm } from '../form.ts'
import { goTo, type Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { renderNotFound, renderPage } from '../shell/page.tsx'
import { ExchangeDetail } from './exchange-detail.tsx'
import { ExchangeGroup, ExchangeHeads, newestFirst } from './exchange-row.tsx'
import { findVisible, listVisible, type ShownExchange } from './visible-wire.ts'
import { isShown, type WireFilter } from './wire-filter.ts'
import { positionAfter, streamWire } from './wire-stream.tsx'
import { WireLive, WireToolbar } from './wire-toolbar.tsx'

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

interface WirePortal extends Portal {
  wire: Wire
  deliveries: DeliverySender
}

export function createWirePages(portal: WirePortal): Hono<PortalEnv> {
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
    const tenant = c.get('tenant')
    return c.html(<ExchangeDetail portal={portal} tenant={tenant} exchange={exchange} />)
  })
  if (portal.site.controlEnabled) {
    routes.post('/deliveries/:deliveryId/resend', (c) => resend(c, portal))
  }
  return routes
}

async function resend(c: Context<PortalEnv>, portal: WirePortal) {
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

function renderWire(c: Context<PortalEnv>, portal: WirePortal, selected: ShownExchange | null) {
  const tenant = c.get('tenant')
  const filter = filterSchema.parse(c.req.query())
  const all = listVisible(portal, tenant)
  const lastSequence = all.at(-1)?.entry.sequence ?? 0
  // Next to the list, the newest exchange is open. A narrow screen shows only a chosen one.
  const shown = selected ?? newestOf(all.filter(({ facts }) => isShown(facts, filter)))
  return renderPage(c, portal, {
    title: 'Wire',
    section: 'wire',
    fills: true,
    lead: 'Every request and delivery attempt, byte for byte. API keys are masked.',
    actions: <WireLive />,
    content: (
      <div class="wire" data-selected={selected ? '' : undefined}>
        <WireToolbar filter={filter} />
        <WireList
          exchanges={all}
          filter={filter}
          position={positionAfter(lastSequence)}
          selected={shown?.entry.sequence ?? 0}
        />
        <div class="wire-detail-pane" id="exchange" data-wire-detail>
          <p class="wire-back">
            <a class="back-link" href="/portal/wire">
              All exchanges
            </a>
          </p>
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

function WireList(props: {
  exchanges: readonly ShownExchange[]
  filter: WireFilter
  position: string
  selected: number
}) {
  const { exchanges, filter, position, selected } = props
  const shown = exchanges.filter(({ facts }) => isShown(facts, filter))
  const groups = groupByCorrelation(shown.slice(-MAX_ROWS))
  return (
    <div class="wire-list" data-wire-list data-position={position} tabindex={-1}>
      <ExchangeHeads />
      {groups.toReversed().map((group) => (
        <ExchangeGroup exchanges={group} selected={selected} />
      ))}
      <p class="empty" data-wire-nothing hidden={exchanges.length > 0}>
        Nothing has happened yet. Send a request, and it appears here.
      </p>
      <p class="empty" data-wire-unfit hidden={exchanges.length === 0 || shown.length > 0}>
        No exchanges match the filter.
      </p>
      {shown.length > MAX_ROWS && (
        <p class="muted">
          The newest {MAX_ROWS} of {shown.length}. Use the filter to find older ones.
        </p>
      )}
    </div>
  )
}

function newestOf(exchanges: readonly ShownExchange[]): ShownExchange | null {
  const [newest = null] = exchanges.toSorted(newestFirst)
  return newest
}

/** Groups in the order in which each correlation id first appeared. */
function groupByCorrelation(exchanges: readonly ShownExchange[]): ShownExchange[][] {
  const groups = new Map<string, ShownExchange[]>()
  for (const exchange of exchanges) {
    const { correlationId } = exchange.entry
    const group = groups.get(correlationId)
    if (group) group.push(exchange)
    else groups.set(correlationId, [exchange])
  }
  return [...groups.values()]
}
