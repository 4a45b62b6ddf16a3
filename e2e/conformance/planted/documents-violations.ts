// What the documents may do wrong (D1–D13).
import {
  documents,
  eachDocument,
  instead,
  isDocuments,
  listOf,
  type PlantedViolation,
  revealing,
} from './alterations.ts'
import { ETERNAL_PICTURE } from './altering-proxy.ts'

export const DOCUMENTS_VIOLATIONS: readonly PlantedViolation[] = [
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
]
