// Checks a delivery's signature as a receiver with the endpoint's secret would (W3, W4).
import { timingSafeEqual } from 'node:crypto'
import { signingKey } from '../scenario/gaps/delivery.ts'
import { digest, signatureHeader } from '../service/authentication.ts'
import type { Tenant } from '../state/entities.ts'
import type { Store } from '../state/store.ts'
import type { WireEntry } from '../state/wire.ts'
import { bodyBytes } from './visible-wire.ts'

/** Null if it can't be checked: for a request, a truncated body, or a delivery that a reset removed. */
export function checkSignature(store: Store, tenant: Tenant, entry: WireEntry): string | null {
  if (entry.delivery === null || entry.requestBody.truncated) return null
  const delivery = store.deliveries.get(entry.delivery.id)
  const endpoint = delivery && store.endpoints.get(delivery.endpointId)
  if (!endpoint) return null
  const header = entry.requestHeaders['x-service-signature']
  if (header === undefined) return 'Missing'
  const body = bodyBytes(entry.requestBody)
  const isMadeWith = (secret: string | null) =>
    secret !== null && isEqual(header, signatureHeader(digest(body, signingKey(tenant, secret))))
  if (isMadeWith(endpoint.secret)) return 'Matches the endpoint’s secret'
  if (isMadeWith(endpoint.previousSecret)) return 'Matches the secret before the rotation'
  return 'Doesn’t match the endpoint’s secret'
}

function isEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
