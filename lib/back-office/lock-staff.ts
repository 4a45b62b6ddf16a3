/** Locks staff accounts until the transaction ends, so that concurrent changes to one account run one after another. */
import 'server-only'
import type { DbOrTransaction } from '../db'

export interface LockedStaff {
  id: string
  role: string
  active: boolean
  sessionsFrom: Date
}

/** Call it before the transaction locks anything else. Locks in id order. So two transactions can't deadlock. */
export const lockStaff = (tx: DbOrTransaction, ids: string[]): Promise<LockedStaff[]> =>
  tx.$queryRaw<LockedStaff[]>`
    SELECT "id", "role", "active", "sessionsFrom" FROM "User"
    WHERE "id" = ANY(${ids}::uuid[]) ORDER BY "id" FOR UPDATE`
