// What a delivery may do wrong (W1–W10).
import { event, type PlantedViolation } from './alterations.ts'
import { record } from './altering-proxy.ts'

export const WEBHOOKS_VIOLATIONS: readonly PlantedViolation[] = [
  {
    clause: 'W1',
    what: 'the secret has no prefix',
    plant: () => ({
      tell: ({ body }, { method, path }) =>
        method === 'POST' && path.endsWith('/endpoints')
          ? { body: { ...body, secret: `${body.secret}`.replace('whsec_', '') } }
          : {},
    }),
  },
  {
    clause: 'W3',
    besides: ['W1'],
    what: 'the body is serialised again after it was signed',
    plant: () => ({ post: ({ body }) => ({ text: JSON.stringify(body, null, 2) }) }),
  },
  {
    clause: 'W4',
    what: 'the signature is a bare digest',
    plant: () => ({
      post: ({ headers }) => ({
        headers: {
          ...headers,
          'x-service-signature': `${headers['x-service-signature']}`.replace('sha256=', ''),
        },
      }),
    }),
  },
  {
    clause: 'W5',
    what: 'there is no delivery id',
    plant: () => ({
      post: ({ headers: { 'x-service-delivery-id': _omitted, ...headers } }) => ({ headers }),
    }),
  },
  {
    clause: 'W6',
    what: 'createdAt is in seconds since the epoch',
    plant: () => event(({ createdAt }) => ({ createdAt: Date.parse(`${createdAt}`) / 1000 })),
  },
  {
    clause: 'W7',
    besides: ['W8'],
    what: 'a kind has another name',
    plant: () =>
      event(({ type }) => (type === 'inquiry.declined' ? { type: 'inquiry.denied' } : {})),
  },
  {
    clause: 'W8',
    what: 'a template without a list delivers everything',
    plant: () => ({
      ask({ path, body }) {
        const definition = record(body.definition)
        if (!path.endsWith('/tenants') || !('steps' in definition)) return {}
        const subscribe = ['inquiry.approved', 'inquiry.review_in_progress', 'inquiry.declined']
        const webhooks = definition.webhooks ?? { subscribe }
        return { text: JSON.stringify({ ...body, definition: { ...definition, webhooks } }) }
      },
    }),
  },
  {
    clause: 'W9',
    what: 'approvedAt is missing',
    plant: () => event(({ data }) => ({ data: { ...record(data), approvedAt: undefined } })),
  },
]
