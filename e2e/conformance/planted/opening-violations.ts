// What an open may do wrong (O1–O8).
import { randomUUID } from 'node:crypto'
import { INQUIRIES, instead, isOpen, letIn, type PlantedViolation } from './alterations.ts'

export const OPENING_VIOLATIONS: readonly PlantedViolation[] = [
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
    plant: () =>
      instead(404, (path) => path === INQUIRIES, {
        status: 201,
        body: { inquiryId: randomUUID() },
      }),
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
]
