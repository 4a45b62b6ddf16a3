/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// One exchange, with everything that went over the wire in both directions.

import type { Child } from 'hono/jsx'
import type { Tenant } from '../../state/entities.ts'
import type { Portal } from '../portal.ts'
import { Identifier } from '../shell/identifier.tsx'
import { formatDay } from '../shell/instants.ts'
import { Copied, FactList } from '../shell/pieces.tsx'
import { AnswerBadge, formatDuration, requestLineOf } from './exchange-row.tsx'
import { ResendForm } from './resend-form.tsx'
import { ShownBody } from './shown-body.tsx'
import { checkSignature } from './signature-check.ts'
import type { ShownExchange } from './visible-wire.ts'

export function ExchangeDetail(props: { portal: Portal; tenant: Tenant; exchange: ShownExchange }) {
  const { portal, tenant, exchange } = props
  const { entry, kind } = exchange
  const { delivery } = entry
  const signature = checkSignature(portal.store, tenant, entry)
  const canResend =
    delivery !== null && portal.site.controlEnabled && portal.store.deliveries.get(delivery.id)
  return (
    <article class="exchange" aria-labelledby="exchange-title">
      <header class="card-head exchange-head">
        <h2 id="exchange-title">
          {entry.direction === 'delivery' ? (
            `Delivery of ${kind ?? 'an event'}`
          ) : (
            <span title={requestLineOf(entry)}>{shorten(requestLineOf(entry))}</span>
          )}
        </h2>
        <AnswerBadge status={entry.status} failure={entry.failure} />
      </header>
      <p class="exchange-line">
        <code class="exchange-path">
          {entry.method} {entry.url}
        </code>
      </p>
      <FactList facts={listFacts(exchange, signature)} />
      {canResend && delivery !== null && <ResendForm delivery={delivery} />}
      <section aria-labelledby="exchange-request">
        <h3 id="exchange-request">Request</h3>
        <Headers headers={entry.requestHeaders} caption="Request headers" />
        <ShownBody body={entry.requestBody} of="request" />
      </section>
      <section aria-labelledby="exchange-answer">
        <h3 id="exchange-answer">Response</h3>
        {entry.status === null ? (
          <p class="muted">No response: {entry.failure ?? 'unknown'}.</p>
        ) : (
          <>
            <Headers headers={entry.responseHeaders} caption="Response headers" />
            <ShownBody body={entry.responseBody} of="response" />
          </>
        )}
      </section>
    </article>
  )
}

/** `GET /inquiries/…05be19c7`: the whole path is below. */
const shorten = (line: string): string =>
  line.replace(/[0-9a-f]{8}-[0-9a-f-]{19}(?=[0-9a-f]{8})/, '…')

function listFacts({ entry, referenceId }: ShownExchange, signature: string | null) {
  const { delivery, inquiryId, fault } = entry
  const facts: [string, Child][] = [
    ['Time', `${formatDay(entry.at)}, ${entry.at.slice(11, 23)} UTC`],
    ['Took', formatDuration(entry.durationMs)],
    [
      'Correlation ID',
      <Copied id="correlation-id" name="correlation ID" text={entry.correlationId} />,
    ],
  ]
  if (inquiryId !== null) {
    facts.push([
      'Inquiry',
      <a href={`/portal/inquiries/${inquiryId}`}>
        <Identifier text={referenceId ?? inquiryId} />
      </a>,
    ])
  }
  if (delivery !== null) {
    facts.push([
      'Delivery ID',
      <Copied id="delivery-id" name="delivery ID" text={delivery.deliveryId} />,
    ])
    facts.push(['Attempt', String(delivery.attempt)])
  }
  if (signature !== null) facts.push(['Signature', signature])
  if (fault !== null) facts.push(['Fault', fault])
  return facts
}

function Headers({ headers, caption }: { headers: Record<string, string>; caption: string }) {
  const named = Object.entries(headers)
  if (named.length === 0) return null
  return (
    <table class="headers">
      <caption class="visually-hidden">{caption}</caption>
      <tbody>
        {named.map(([name, value]) => (
          <tr>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
