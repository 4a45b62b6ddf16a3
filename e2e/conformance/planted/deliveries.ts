// Services that get endpoints, secrets, signatures or headers of deliveries wrong (W1–W5).
import type { WrongService } from './wrong-service.ts'

const NEXT_SECRET = 'signingSecret(endpoint, delivery.attempts + 1, nowMs)'

export const DELIVERIES: readonly WrongService[] = [
  {
    clause: 'W1',
    what: 'a delivery keeps the secret that signed its first attempt',
    find: NEXT_SECRET,
    replace:
      '((composeAttempt.secrets ??= new Map()).get(delivery.id) ?? (composeAttempt.secrets.set(delivery.id, endpoint.secret), endpoint.secret))',
  },
  {
    clause: 'W1',
    what: "the secret of the tenant's first endpoint signs for all",
    find: 'composeAttempt(delivery, endpoint, tenant,',
    replace: "composeAttempt(delivery, store.endpoints.listBy('tenant', tenant.id)[0], tenant,",
  },
  {
    clause: 'W1',
    what: 'the old secret signs forever',
    find: "const overlaps = gapValue(tenant, 'N16') === 'both-sign'",
    replace: 'const overlaps = true',
    and: [
      {
        find: 'const stillSigns = nowMs < Date.parse(previousSecretUntil)',
        replace: 'const stillSigns = true',
      },
    ],
  },
  {
    clause: 'W1',
    what: 'a removed endpoint still gets deliveries that were due',
    find: "state: 'DROPPED', lastAnswer: 'endpoint removed'",
    replace: '',
  },
  {
    clause: 'W2',
    what: 'an endpoint may be plain HTTP',
    find: 'return allowLoopbackHttp && isLoopback\n',
    replace: 'return true\n',
  },
  {
    clause: 'W3',
    alsoBreaks: ['W1'],
    what: 'the body is serialised again after it was signed',
    find: 'const body = bodyToSend(signed, fault)',
    replace: 'const body = Buffer.from(JSON.stringify(JSON.parse(signed.toString()), null, 2))',
  },
  {
    clause: 'W3',
    alsoBreaks: ['W1'],
    what: 'a retry carries the signature of an empty body',
    find: 'digest(signed, signingKey',
    replace: "digest(delivery.attempts > 0 ? Buffer.from('') : signed, signingKey",
  },
  {
    clause: 'W4',
    what: 'the signature is a bare digest',
    find: "fault === 'bare-digest' ? hex",
    replace: 'true ? hex',
  },
  {
    clause: 'W4',
    alsoBreaks: ['W1', 'W3'],
    what: 'a retry is not signed',
    find: "...(fault === 'missing-signature'",
    replace: "...(delivery.attempts > 0 || fault === 'missing-signature'",
  },
  {
    clause: 'W5',
    what: 'every delivery has the same id',
    find: "'same-each-attempt' ? delivery.id : randomUUID()",
    replace: "'same-each-attempt' ? delivery.id : 'delivery'",
  },
  {
    clause: 'W5',
    what: 'deliveries to all endpoints share an id',
    find: "'same-each-attempt' ? delivery.id : randomUUID()",
    replace: "'same-each-attempt' ? delivery.id : delivery.inquiryId",
  },
  {
    clause: 'W5',
    what: 'a retry has no delivery id',
    find: "'x-service-delivery-id': deliveryId,",
    replace: "...(delivery.attempts > 0 ? {} : { 'x-service-delivery-id': deliveryId }),",
  },
  {
    clause: 'W1',
    what: "after a recreation the old endpoint's secret still signs for a day",
    find: 'secret: createWebhookSecret(),\n        previousSecret: null,\n        previousSecretUntil: null,',
    replace: `secret: createWebhookSecret(),
        previousSecret: endpoint.secret,
        previousSecretUntil: new Date(this.clock.nowMs(endpoint.tenantId) + ROTATION_OVERLAP_MS).toISOString(),`,
  },
  {
    clause: 'W1',
    what: 'a delivered event can be resent to a removed endpoint',
    find: 'if (store.endpoints.require(delivery.endpointId).removedAt !== null) {',
    replace: "if (delivery.state === 'DROPPED') {",
  },
  {
    clause: 'W1',
    what: "an endpoint gets the secret of an earlier one at the same URL, even another tenant's",
    find: 'url: verdict.url.href,\n      secret: createWebhookSecret(),',
    replace: `url: verdict.url.href,
      secret: this.store.endpoints.values().find((other) => other.url === verdict.url.href)?.secret ?? createWebhookSecret(),`,
  },
  {
    clause: 'W3',
    what: 'the digest is over Latin-1 instead of UTF-8',
    settings: { N28: 'unicode' },
    find: 'const hex = digest(signed, signingKey(tenant, secret))',
    replace: "const hex = digest(Buffer.from(delivery.body, 'latin1'), signingKey(tenant, secret))",
  },
  {
    clause: 'W4',
    alsoBreaks: ['W1', 'W3'],
    what: 'nothing is signed from the third attempt on',
    find: "...(fault === 'missing-signature'",
    replace: "...(delivery.attempts > 1 || fault === 'missing-signature'",
  },
  {
    clause: 'W5',
    what: 'a retry is text/plain',
    find: "'content-type': 'application/json',\n      ...(fault",
    replace:
      "'content-type': delivery.attempts > 0 ? 'text/plain' : 'application/json',\n      ...(fault",
  },
]
