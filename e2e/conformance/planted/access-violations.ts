// What the keys may do wrong (A1–A5).
import { isRead, type PlantedViolation, revealing } from './alterations.ts'

export const ACCESS_VIOLATIONS: readonly PlantedViolation[] = [
  {
    clause: 'A1',
    what: 'the key is taken from Authorization as well',
    plant: () => ({
      ask({ headers }) {
        const key = /^Bearer (svc_live_.+)$/.exec(headers.authorization ?? '')?.[1]
        return key === undefined ? {} : { headers: { ...headers, 'x-api-key': key } }
      },
    }),
  },
  {
    clause: 'A2',
    what: 'new keys have another prefix',
    plant: () => ({
      ask: ({ headers }) => ({
        headers: {
          ...headers,
          'x-api-key': `${headers['x-api-key'] ?? ''}`.replace('svc_test_', 'svc_live_'),
        },
      }),
      tell: ({ body }, { method, path }) =>
        method === 'POST' && path.endsWith('/keys')
          ? { body: { ...body, apiKey: `${body.apiKey}`.replace('svc_live_', 'svc_test_') } }
          : {},
    }),
  },
  {
    clause: 'A4',
    what: 'the status route answers an invalid key with a 403',
    plant: () => ({
      tell: ({ status }, { path, headers }) =>
        status === 401 && isRead(path) && 'x-api-key' in headers ? { status: 403 } : {},
    }),
  },
  {
    clause: 'A5',
    what: "another tenant's inquiry has another code than a missing one",
    plant: () => revealing(isRead),
  },
]
