// The wire as one tenant's operator sees it, with what the store knows about each exchange.
import type { Context } from '../context.ts'
import type { Tenant } from '../state/entities.ts'
import type { Store } from '../state/store.ts'
import type { ShownBody, WireEntry } from '../state/wire.ts'
import type { ExchangeFacts } from './wire-filter.ts'

export interface ShownExchange {
  entry: WireEntry
  facts: ExchangeFacts
  /** The event's kind, if the delivery still exists. */
  kind: string | null
  /** The inquiry's merchant reference, if there is one. */
  referenceId: string | null
}

/** Oldest first. Requests with an unknown key belong to no tenant and are shown to every tenant. */
export function listVisible(
  portal: Pick<Context, 'store' | 'wire'>,
  tenant: Tenant,
  afterSequence = 0,
): ShownExchange[] {
  return portal.wire
    .list(null, afterSequence)
    .filter(({ tenantId }) => tenantId === null || tenantId === tenant.id)
    .map((entry) => withFacts(portal.store, entry))
}

export function findVisible(
  portal: Pick<Context, 'store' | 'wire'>,
  tenant: Tenant,
  sequence: number,
) {
  const [found] = listVisible(portal, tenant, sequence - 1)
  return found?.entry.sequence === sequence ? found : null
}

function withFacts(store: Store, entry: WireEntry): ShownExchange {
  const kind = entry.delivery ? (store.deliveries.get(entry.delivery.id)?.kind ?? null) : null
  const inquiry = entry.inquiryId === null ? null : store.inquiries.get(entry.inquiryId)
  const referenceId = inquiry?.referenceId || null
  const words = [
    entry.method,
    entry.url,
    entry.status ?? entry.failure,
    entry.correlationId,
    entry.eventCorrelationId,
    entry.inquiryId,
    entry.fault,
    entry.delivery?.deliveryId,
    kind,
    referenceId,
  ]
  return {
    entry,
    kind,
    referenceId,
    facts: {
      text: words
        .filter((word) => word !== null && word !== undefined)
        .join(' ')
        .toLowerCase(),
      direction: entry.direction,
      isProblem: entry.status === null || entry.status >= 400 || entry.fault !== null,
    },
  }
}

export function bodyBytes({ content, encoding }: ShownBody): Uint8Array {
  return Buffer.from(content, encoding)
}
