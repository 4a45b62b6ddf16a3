import 'server-only'
import { db } from '../db'

/** Names of staff by id, for the audit trail. */
export async function staffNames(): Promise<ReadonlyMap<string, string>> {
  const users = await db().user.findMany({ select: { id: true, name: true } })
  return new Map(users.map((user) => [user.id, user.name]))
}
