/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// An inquiry's events and their deliveries, each of which can be resent.

import type { Delivery, DeliveryAttempt, Inquiry } from '../../state/entities.ts'
import type { Portal } from '../portal.ts'
import { Badge, Breakable, Instant, type Tone } from '../shell/pieces.tsx'
import { eventInWords, inWords } from '../shell/words.ts'
import { ResendForm } from '../wire/resend-form.tsx'

const TONES = {
  DUE: 'wait',
  DELIVERED: 'good',
  FAILED: 'bad',
  DROPPED: 'plain',
} as const satisfies Record<Delivery['state'], Tone>

export function InquiryDeliveries({ portal, inquiry }: { portal: Portal; inquiry: Inquiry }) {
  const { store, site } = portal
  const deliveries = store.deliveries.listBy('inquiry', inquiry.id)
  return (
    <section class="panel" aria-labelledby="deliveries">
      <h2 id="deliveries">Events sent to the merchant</h2>
      {deliveries.length === 0 && (
        <p class="muted">
          None yet. An event needs a template that subscribes to it and an endpoint to receive it.
        </p>
      )}
      <ul class="deliveries">
        {deliveries.map((delivery) => (
          <li>
            <div class="card-head">
              <h3>{eventInWords(delivery.kind)}</h3>
              <code class="muted">{delivery.kind}</code>
              <Badge tone={TONES[delivery.state]}>{inWords(delivery.state)}</Badge>
            </div>
            <p class="muted">
              <Attempts delivery={delivery} url={store.endpoints.get(delivery.endpointId)?.url} />
              {delivery.state === 'DUE' && (
                <>
                  {' '}
                  Next attempt <Instant at={delivery.dueAt} />.
                </>
              )}
            </p>
            <AttemptLog attempts={delivery.attemptLog} />
            {site.controlEnabled && (
              <details class="source">
                <summary>Send it again</summary>
                <ResendForm delivery={delivery} />
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** "Delivered to http://… on the first try (200)." */
function Attempts({ delivery, url = 'nowhere' }: { delivery: Delivery; url: string | undefined }) {
  const { state, attempts, lastAnswer } = delivery
  const endpoint = <Breakable text={url} />
  if (state === 'DELIVERED') {
    const count = attempts === 1 ? 'on the first try' : `after ${attempts} tries`
    return (
      <>
        Delivered to {endpoint} {count} ({lastAnswer}).
      </>
    )
  }
  if (attempts === 0) {
    return (
      <>
        Not {lastAnswer === null ? 'tried yet' : 'sent'} to {endpoint}
        {lastAnswer !== null && `: ${lastAnswer}`}.
      </>
    )
  }
  return (
    <>
      Tried {attempts === 1 ? 'once' : `${attempts} times`} to {endpoint}, last answer{' '}
      {lastAnswer ?? 'none'}.
    </>
  )
}

function AttemptLog({ attempts }: { attempts: readonly DeliveryAttempt[] }) {
  if (attempts.length === 0) return null
  return (
    <details class="source">
      <summary>Attempts</summary>
      <ol class="history">
        {attempts.map((attempt) => (
          <li>
            <div>
              {describeAnswer(attempt)} <code title={attempt.deliveryId}>{attempt.deliveryId}</code>
              {attempt.body !== '' && <pre>{attempt.body}</pre>}
            </div>
            <Instant at={attempt.at} />
          </li>
        ))}
      </ol>
    </details>
  )
}

function describeAnswer({ status, failure, durationMs, fault, isResend }: DeliveryAttempt): string {
  const answer = `${status ?? failure} in ${Math.round(durationMs)} ms`
  return [isResend ? 'sent again' : '', answer, fault ? `with ${fault}` : '']
    .filter(Boolean)
    .join(', ')
}
