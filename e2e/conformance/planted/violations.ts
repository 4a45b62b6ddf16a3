// The planted violations: for each, the clause that it breaks and how the service's answers change.
import { randomUUID } from 'node:crypto'
import { type Alteration, ETERNAL_PICTURE, type Json, record, type Told } from './altering-proxy.ts'

const INQUIRIES = '/api/v1/customer/inquiries'

export interface PlantedViolation {
  clause: string
  what: string
  /** Others that cannot hold either. */
  besides?: string[]
  /** A fresh one for each walk: some remember what they saw. */
  plant(): Alteration
}

const isOpen = (method: string, path: string) => method === 'POST' && path === INQUIRIES
const isRead = (path: string) => /\/inquiries\/[^/]+$/.test(path) && path.startsWith('/api/')
const isDocuments = (path: string) => path.endsWith('/documents')

/** The Inquiry, changed. */
function reading(change: (inquiry: Json) => Json): Alteration {
  return {
    tell: ({ status, body }, { method, path }) =>
      method === 'GET' && isRead(path) && status === 200
        ? { body: { ...body, ...change(body) } }
        : {},
  }
}

/** The documents result, changed. */
function documents(change: (result: Json, origin: string) => Json): Alteration {
  return {
    tell: ({ status, body }, { path }, origin) =>
      isDocuments(path) && status === 200 ? { body: { ...body, ...change(body, origin) } } : {},
  }
}

/** Each entry of `documents`, changed. */
function eachDocument(change: (document: Json, origin: string) => Json): Alteration {
  return documents((result, origin) => ({
    documents: listOf(result.documents).map((document) => ({
      ...document,
      ...change(document, origin),
    })),
  }))
}

/** The body of an open on its way to the service, changed: what should be refused is let in. */
function letIn(change: (body: Json) => Json): Alteration {
  return {
    ask: ({ method, path, body }) =>
      isOpen(method, path) ? { text: JSON.stringify({ ...body, ...change(body) }) } : {},
  }
}

/** Another answer in place of a refusal. */
function instead(of: number, where: (path: string) => boolean, told: Partial<Told>): Alteration {
  return { tell: ({ status }, { path }) => (status === of && where(path) ? told : {}) }
}

/** An event, changed before it is signed. */
function event(change: (event: Json) => Json): Alteration {
  return {
    post({ headers, body, sign }) {
      const text = JSON.stringify({ ...body, ...change(body) })
      return { text, headers: { ...headers, 'x-service-signature': sign(text) } }
    },
  }
}

export const PLANTED_VIOLATIONS: readonly PlantedViolation[] = [
  {
    clause: 'O1',
    what: 'the answer of an open is not declared as JSON',
    plant: () => ({
      tell: ({ headers }, { method, path }) =>
        isOpen(method, path) ? { headers: { ...headers, 'content-type': 'text/plain' } } : {},
    }),
  },
  {
    clause: 'O2',
    what: 'a template that nobody has can be opened',
    plant: () => instead(404, (path) => path === INQUIRIES, opened(randomUUID())),
  },
  {
    clause: 'O3',
    what: 'a pinned revision is ignored',
    plant: () => letIn(() => ({ templateRevisionId: undefined })),
  },
  {
    clause: 'O4',
    what: 'a long referenceId is cut instead of refused',
    plant: () =>
      letIn(({ referenceId }) => ({ referenceId: referenceId && `${referenceId}`.slice(0, 256) })),
  },
  {
    clause: 'O5',
    what: 'characters that a note may not have are removed instead of refused',
    plant: () => letIn(({ note }) => ({ note: note && `${note}`.replaceAll(/[#<_/]/g, '') })),
  },
  {
    clause: 'O6',
    what: 'an expiresAt in the past is ignored instead of refused',
    plant: () =>
      letIn(({ expiresAt }) =>
        Date.parse(`${expiresAt}`) < Date.now() ? { expiresAt: undefined } : {},
      ),
  },
  {
    clause: 'O7',
    what: 'a retry with its Idempotency-Key is a 500',
    plant() {
      const seen = new Set<string>()
      return {
        tell(_told, { headers }) {
          const key = headers['idempotency-key']
          if (key === undefined) return {}
          if (seen.has(key)) return { status: 500 }
          seen.add(key)
          return {}
        },
      }
    },
  },
  {
    clause: 'O8',
    what: 'a request with X-Correlation-Id is refused',
    plant: () => ({
      tell: (_told, { headers }) => (headers['x-correlation-id'] ? { status: 400 } : {}),
    }),
  },
  {
    clause: 'S1',
    what: 'reviewReasons are null instead of an empty list',
    plant: () => reading(() => ({ reviewReasons: null })),
  },
  {
    clause: 'S2',
    what: 'openedAt has no milliseconds',
    plant: () => reading(({ openedAt }) => ({ openedAt: `${openedAt}`.replace(/\.\d+/, '') })),
  },
  {
    clause: 'S3',
    what: 'a declined inquiry carries identity',
    plant: () =>
      reading(({ status }) => (status === 'DECLINED' ? { identity: { personalInfo: {} } } : {})),
  },
  {
    clause: 'S4',
    what: 'the phone number has no +',
    plant: () =>
      reading(({ identity }) => identityWith(identity, 'personalInfo', { phone: '0044' })),
  },
  {
    clause: 'S5',
    what: 'the date of birth begins with the year',
    plant: () =>
      reading(({ identity }) => identityWith(identity, 'document', { dateOfBirth: '1990-01-31' })),
  },
  {
    clause: 'S6',
    what: 'a fresh inquiry has a status that the contract lacks',
    plant: () => reading(({ status }) => (status === 'PENDING' ? { status: 'CREATED' } : {})),
  },
  {
    clause: 'D1',
    what: 'an id that is no UUID is a 404',
    plant: () => instead(400, isDocuments, { status: 404 }),
  },
  {
    clause: 'D2',
    what: 'documents before a decision are refused with another code',
    plant: () => instead(403, isDocuments, { body: { code: 'FORBIDDEN' } }),
  },
  {
    clause: 'D2',
    what: 'documents of a failed inquiry are served',
    plant() {
      const failed = new Set<string>()
      return {
        tell({ status, body }, { path }) {
          const inquiryId = path.split('/').at(isDocuments(path) ? -2 : -1) ?? ''
          if (path.endsWith('/complete') && body.status === 'FAILED')
            failed.add(path.split('/').at(-2) ?? '')
          if (status !== 403 || !failed.has(inquiryId)) return {}
          return { status: 200, body: { inquiryId, status: 'FAILED', documents: [] } }
        },
      }
    },
  },
  {
    clause: 'D3',
    what: "another tenant's inquiry has another code than a missing one",
    plant: () => revealing(isDocuments),
  },
  {
    clause: 'D4',
    what: 'a bad key is a 403',
    plant: () => instead(401, isDocuments, { status: 403 }),
  },
  {
    clause: 'D5',
    what: 'a 429 comes without Retry-After',
    plant: () => ({
      tell: ({ status, headers: { 'retry-after': _omitted, ...headers } }) =>
        status === 429 ? { headers } : {},
    }),
  },
  {
    clause: 'D6',
    what: 'urlExpiresAt is missing',
    plant: () =>
      documents(() => ({ urlExpiresAt: undefined, expiresAt: new Date().toISOString() })),
  },
  {
    clause: 'D7',
    what: 'the URLs work for ever',
    plant: () => eachDocument((_document, origin) => ({ frontPage: origin + ETERNAL_PICTURE })),
  },
  {
    clause: 'D7',
    what: 'the URLs expire in an hour',
    plant: () =>
      documents(() => ({ urlExpiresAt: new Date(Date.now() + 60 * 60 * 1000).toISOString() })),
  },
  {
    clause: 'D8',
    what: 'a type has another name',
    plant: () => eachDocument(({ type }) => (type === 'signature' ? { type: 'autograph' } : {})),
  },
  {
    clause: 'D9',
    what: 'a selfie has supportedPageTypes',
    plant: () =>
      eachDocument(({ type }) => (type === 'selfie' ? { supportedPageTypes: ['frontPage'] } : {})),
  },
  {
    clause: 'D10',
    what: 'an unavailable backPage is null instead of omitted',
    plant: () => eachDocument(({ backPage }) => ({ backPage: backPage ?? null })),
  },
  {
    clause: 'D11',
    what: 'an earlier scan is listed beside the newest',
    plant: () =>
      documents(({ documents }) => ({ documents: [...listOf(documents), ...listOf(documents)] })),
  },
  {
    clause: 'D13',
    what: 'the generated correlation id is no UUID',
    plant: () => ({
      tell: ({ headers, body }, asked) =>
        isDocuments(asked.path) && !asked.headers['x-correlation-id']
          ? { headers: { ...headers, 'x-correlation-id': '42' }, body: { ...body } }
          : {},
    }),
  },
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
  {
    clause: 'P4',
    what: "the portal's note does not reach the merchant",
    plant: () => reading(() => ({ portalDecisionNote: null })),
  },
  {
    clause: 'F1',
    what: 'a merchant route takes a step of the flow',
    plant: () => ({
      tell: (_told, { method, path }) =>
        method === 'POST' && path.endsWith('/capabilities') && path.startsWith('/api/')
          ? { status: 200 }
          : {},
    }),
  },
]

function opened(inquiryId: string): Partial<Told> {
  return { status: 201, body: { inquiryId } }
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(record) : []
}

function identityWith(identity: unknown, group: string, fields: Json): Json {
  if (identity === undefined) return {}
  const known = record(identity)
  return { identity: { ...known, [group]: { ...record(known[group]), ...fields } } }
}

/** Refuses what exists elsewhere in other words than what does not exist. */
function revealing(where: (path: string) => boolean): Alteration {
  const existing = new Set<string>()
  return {
    tell({ status, body }, { method, path }) {
      if (isOpen(method, path)) existing.add(`${body.inquiryId}`)
      const isKnown = [...existing].some((inquiryId) => path.includes(inquiryId))
      return status === 404 && where(path) && isKnown
        ? { body: { ...body, code: 'NOT_YOUR_INQUIRY' } }
        : {}
    },
  }
}
