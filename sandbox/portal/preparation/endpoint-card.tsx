/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// One webhook endpoint: its health, its deliveries and its actions.
import type { Delivery, Endpoint } from '../../state/entities.ts'
import { Badge, Breakable, Confirm, Copied, Instant, Since, type Tone } from '../shell/pieces.tsx'
import { ActionMenu, Resource } from '../shell/resources.tsx'
import { LatestExchanges } from '../wire/latest-exchanges.tsx'
import type { ShownExchange } from '../wire/visible-wire.ts'

/** The endpoint's health by its newest outcome: earlier failures don't matter once a delivery succeeds. */
function healthOf(deliveries: readonly Delivery[]): { tone: Tone; word: string } {
  const newest = deliveries.findLast(({ state }) => state === 'DELIVERED' || state === 'FAILED')
  if (newest?.state === 'FAILED') return { tone: 'bad', word: 'Failing' }
  if (deliveries.some(({ state, attempts }) => state === 'DUE' && attempts > 0)) {
    return { tone: 'wait', word: 'Retrying' }
  }
  return newest ? { tone: 'good', word: 'Healthy' } : { tone: 'plain', word: 'Unused' }
}

interface EndpointCardProps {
  endpoint: Endpoint
  deliveries: readonly Delivery[]
  /** The attempts at them that the wire still has. */
  attempts: readonly ShownExchange[]
  nowMs: number
}

export function EndpointCard({ endpoint, deliveries, attempts, nowMs }: EndpointCardProps) {
  const { id, url, createdAt, previousSecretUntil } = endpoint
  const health = healthOf(deliveries)
  const lastAt = deliveries
    .flatMap(({ attemptLog }) => attemptLog.map(({ at }) => at))
    .sort()
    .at(-1)
  return (
    <Resource
      icon="endpoints"
      name={
        <span class="whole-url">
          <Breakable text={url} />
        </span>
      }
      state={<Badge tone={health.tone}>{health.word}</Badge>}
      mark={<Copied id={`endpoint-${id}`} name="endpoint ID" text={id} />}
      facts={[
        [
          'Last delivery',
          lastAt === undefined ? (
            <span class="muted">None yet</span>
          ) : (
            <Since at={lastAt} nowMs={nowMs} />
          ),
        ],
        ['Deliveries', countsOf(deliveries)],
        ['Created', <Since at={createdAt} nowMs={nowMs} />],
        [
          'Signing secret',
          previousSecretUntil === null ? (
            <code>whsec_••••</code>
          ) : (
            <>
              <Badge tone="wait">Rotating</Badge>
              <small>
                The old one also signs until <Instant at={previousSecretUntil} />
              </small>
            </>
          ),
        ],
      ]}
      actions={
        <ActionMenu of={url}>
          <Confirm
            quiet
            label="Rotate secret"
            subject={url}
            action={`/portal/endpoints/${id}/rotate`}
            warning="Events are signed with the new secret from now on. Option N16 sets whether the old one also signs for a day."
          />
          <Confirm
            quiet
            label="Recreate"
            subject={url}
            action={`/portal/endpoints/${id}/recreate`}
            warning="Gives this URL a new ID and a new secret. Pending deliveries are signed with the new secret."
          />
          <Confirm
            danger
            quiet
            label="Remove"
            subject={url}
            action={`/portal/endpoints/${id}/remove`}
            warning="Stops all deliveries to this URL, including pending ones."
          />
        </ActionMenu>
      }
    >
      <LatestExchanges title="Latest deliveries" exchanges={attempts} nowMs={nowMs} />
    </Resource>
  )
}

/** `6 delivered · 1 due`, without what is zero. */
function countsOf(deliveries: readonly Delivery[]): string {
  const counts = (['DELIVERED', 'DUE', 'FAILED'] as const).flatMap((state) => {
    const count = deliveries.filter((delivery) => delivery.state === state).length
    return count > 0 ? [`${count} ${state.toLowerCase()}`] : []
  })
  return counts.join(' · ') || 'None yet'
}
