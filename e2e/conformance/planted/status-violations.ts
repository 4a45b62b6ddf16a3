// What a read of the status may do wrong (S1–S6), with what the portal and the flow change about it.
import { type PlantedViolation, reading } from './alterations.ts'
import { type Json, record } from './altering-proxy.ts'

export const STATUS_VIOLATIONS: readonly PlantedViolation[] = [
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

function identityWith(identity: unknown, group: string, fields: Json): Json {
  if (identity === undefined) return {}
  const known = record(identity)
  return { identity: { ...known, [group]: { ...record(known[group]), ...fields } } }
}
