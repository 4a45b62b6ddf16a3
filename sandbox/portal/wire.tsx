/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The wire: every request and delivery attempt, with its headers, its bytes, and whether its signature matches.
import { timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { Child } from 'hono/jsx'
import { z } from 'zod'
import { signingKey } from '../scenario/gaps/delivery.ts'
import { digest, signatureHeader } from '../service/authentication.ts'
import type { Tenant } from '../state/entities.ts'
import type { Store } from '../state/store.ts'
import type { ShownBody, WireEntry } from '../state/wire.ts'
import {
  Badge,
  Facts,
  Filter,
  hasWords,
  Identifier,
  Lines,
  More,
  Panel,
  Source,
  type Tone,
  wordsSchema,
} from './kit.tsx'
import { renderNotFound, renderPage } from './page.tsx'
import type { Portal, PortalEnv } from './portal.ts'
import { Resend } from './scenario.tsx'
import { formatDay } from './words.ts'

const sequenceSchema = z.coerce.number().int().positive().catch(0)

export function createWirePages(portal: Portal): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>()

  const find = (c: Context<PortalEnv>) => {
    const sequence = sequenceSchema.parse(c.req.param('sequence'))
    return listVisible(portal, c.get('tenant')).find((entry) => entry.sequence === sequence)
  }
  routes.get('/wire', (c) => renderWire(c, portal))
  // For the script: only the list, because a whole page would consume the notice for the next page.
  routes.get('/wire/list', (c) => c.html(<List {...filtered(c, portal)} />))
  routes.get('/wire/:sequence', (c) => {
    const entry = find(c)
    return entry ? renderExchange(c, portal, entry) : renderNotFound(c, portal)
  })
  return routes
}

/** Newest first, by start. Every tenant sees the requests with an unknown key, because they belong to none. */
function listVisible({ wire }: Pick<Portal, 'wire'>, tenant: Tenant): WireEntry[] {
  return wire
    .list(null)
    .filter(({ tenantId }) => tenantId === null || tenantId === tenant.id)
    .sort((one, other) => other.at.localeCompare(one.at) || other.sequence - one.sequence)
}

const kindOf = ({ delivery }: WireEntry, store: Store): string =>
  (delivery && store.deliveries.get(delivery.id)?.kind) ?? 'event'

const referenceOf = ({ inquiryId }: WireEntry, store: Store): string =>
  (inquiryId && store.inquiries.get(inquiryId)?.referenceId) || (inquiryId ?? '')

/** The exchanges that contain the search words in the URL. */
function filtered(c: Context<PortalEnv>, { store, wire }: Portal) {
  const words = wordsSchema.parse(c.req.query('words'))
  const exchanges = listVisible({ wire }, c.get('tenant')).filter((entry) => {
    const { status, fault } = entry
    const isFine = status !== null && status < 400 && fault === null
    const texts = [
      entry.direction,
      isFine ? '' : 'problem',
      entry.method,
      entry.url,
      status ?? entry.failure,
      entry.correlationId,
      entry.eventCorrelationId,
      entry.inquiryId,
      fault,
      entry.delivery?.deliveryId,
      entry.delivery && kindOf(entry, store),
      referenceOf(entry, store),
    ]
    return hasWords(texts, words)
  })
  return { store, exchanges, words }
}

function renderWire(c: Context<PortalEnv>, portal: Portal) {
  const list = filtered(c, portal)
  return renderPage(c, portal, {
    title: 'Wire',
    section: 'wire',
    lead: 'Every request and delivery attempt, byte for byte. API keys are masked.',
    content: (
      <>
        <Filter
          path="/portal/wire"
          tabs={['Request', 'Delivery', 'Problem']}
          words={list.words}
          placeholder="Path, status, ID, event or reference"
        />
        <div id="wire-list">
          <List {...list} />
        </div>
      </>
    ),
  })
}

function List({ store, exchanges }: { store: Store; exchanges: readonly WireEntry[] }) {
  return (
    <Lines
      label="Exchanges"
      none="Nothing to show. A request that you send appears here."
      lines={exchanges.map((entry) => ({
        href: `/portal/wire/${entry.sequence}`,
        cells: [
          <What entry={entry} store={store} />,
          <AnswerBadge entry={entry} />,
          <Identifier text={referenceOf(entry, store)} />,
          <time>{entry.at.slice(11, 23)}</time>,
        ],
      }))}
    />
  )
}

/** A request's line, or an event's kind, with anything special about it. */
function What({ entry, store }: { entry: WireEntry; store: Store }) {
  const { direction, delivery, fault } = entry
  const isDelivery = direction === 'delivery'
  return (
    <span class="inline">
      <span class={isDelivery ? 'tone-plum' : 'tone-info'}>
        <span aria-hidden="true">{isDelivery ? '↗' : '↘'}</span>
        <span class="visually-hidden">{isDelivery ? 'Delivery' : 'Request'}</span>
      </span>
      <Identifier text={isDelivery ? kindOf(entry, store) : requestLineOf(entry)} />
      {delivery && delivery.attempt > 1 && <small class="soft">attempt {delivery.attempt}</small>}
      {fault !== null && <small class="tone-bad">{fault}</small>}
    </span>
  )
}

/** `GET /inquiries/…05be19c7`, without the part that all paths share and most of the id. The detail page has the whole path. */
function requestLineOf({ method, url }: WireEntry): string {
  const path = url.replace('/api/v1/customer', '')
  return `${method} ${path.replace(/[0-9a-f]{8}-[0-9a-f-]{19}(?=[0-9a-f]{8})/, '…')}`
}

function AnswerBadge({ entry: { status, failure } }: { entry: WireEntry }) {
  return <Badge tone={toneOf(status)}>{String(status ?? failure ?? 'no response')}</Badge>
}

function toneOf(status: number | null): Tone {
  if (status === null || status >= 500) return 'bad'
  return status >= 400 ? 'wait' : 'good'
}

// One exchange

function renderExchange(c: Context<PortalEnv>, portal: Portal, entry: WireEntry) {
  const { store, site } = portal
  const delivery = entry.delivery && store.deliveries.get(entry.delivery.id)
  return renderPage(c, portal, {
    title: entry.delivery ? `Delivery of ${kindOf(entry, store)}` : requestLineOf(entry),
    section: 'wire',
    lead: <a href="/portal/wire">All exchanges</a>,
    action: <AnswerBadge entry={entry} />,
    content: (
      <>
        <article class="panel stack">
          <pre>
            {entry.method} {entry.url}
          </pre>
          <Facts facts={listFacts(store, c.get('tenant'), entry)} />
          {delivery && site.controlEnabled && <Resend delivery={delivery} />}
        </article>
        <div class="grid">
          <Panel id="request" title="Request">
            <Facts isCode facts={Object.entries(entry.requestHeaders)} />
            <Body body={entry.requestBody} of="request" />
          </Panel>
          <Panel id="response" title="Response">
            {entry.status === null ? (
              <p class="soft">No response: {entry.failure ?? 'unknown'}.</p>
            ) : (
              <>
                <Facts isCode facts={Object.entries(entry.responseHeaders)} />
                <Body body={entry.responseBody} of="response" />
              </>
            )}
          </Panel>
        </div>
      </>
    ),
  })
}

function listFacts(store: Store, tenant: Tenant, entry: WireEntry): [string, Child][] {
  const { at, durationMs, correlationId, inquiryId, delivery, fault } = entry
  const signature = checkSignature(store, tenant, entry)
  const facts: ([string, Child] | null | false)[] = [
    ['Time', `${formatDay(at)}, ${at.slice(11, 23)} UTC, took ${durationMs.toFixed(1)} ms`],
    ['Correlation ID', <Identifier text={correlationId} />],
    inquiryId !== null && [
      'Inquiry',
      <a href={`/portal/inquiries/${inquiryId}`}>
        <Identifier text={referenceOf(entry, store)} />
      </a>,
    ],
    delivery && ['Delivery ID', <Identifier text={delivery.deliveryId} />],
    delivery && ['Attempt', delivery.attempt],
    signature !== null && ['Signature', signature],
    fault !== null && ['Fault', fault],
  ]
  return facts.filter((fact) => fact !== null && fact !== false)
}

/**
 * Checks a delivery's signature, as a receiver with the endpoint's secret would (W3, W4).
 * @returns null if that is impossible: for a request, a truncated body, or a delivery that a reset removed
 */
function checkSignature(store: Store, tenant: Tenant, entry: WireEntry): string | null {
  if (entry.delivery === null || entry.requestBody.truncated) return null
  const delivery = store.deliveries.get(entry.delivery.id)
  const endpoint = delivery && store.endpoints.get(delivery.endpointId)
  if (!endpoint) return null
  const header = entry.requestHeaders['x-service-signature']
  if (header === undefined) return 'Missing'
  const given = Buffer.from(header)
  const body = Buffer.from(entry.requestBody.content, entry.requestBody.encoding)
  const isMadeWith = (secret: string | null) => {
    if (secret === null) return false
    const own = Buffer.from(signatureHeader(digest(body, signingKey(tenant, secret))))
    return own.length === given.length && timingSafeEqual(own, given)
  }
  if (isMadeWith(endpoint.secret)) return 'Matches the endpoint’s secret'
  if (isMadeWith(endpoint.previousSecret)) return 'Matches the secret before the rotation'
  return 'Doesn’t match the endpoint’s secret'
}

/** JSON, indented for reading, and the exact text that was signed. Binary bodies are shown in base64. */
function Body({ body, of }: { body: ShownBody; of: 'request' | 'response' }) {
  const { content, encoding, byteLength, truncated } = body
  if (byteLength === 0) return <p class="hint">No body.</p>
  const isText = encoding === 'utf8'
  const readable = isText ? formatJson(content) : null
  const exact = <Source name={`Body of the ${of}`} text={content} />
  return (
    <>
      <p class="hint">
        {byteLength.toLocaleString('en')} bytes{!isText && ', not valid UTF-8, in base64'}
        {truncated && '; only the beginning was kept'}
      </p>
      {readable === null ? (
        exact
      ) : (
        <>
          <Source name={`Body of the ${of}, indented`} text={readable} />
          <More title="Exact text">{exact}</More>
        </>
      )}
    </>
  )
}

/** Null if the text isn't JSON. */
function formatJson(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return null
  }
}
