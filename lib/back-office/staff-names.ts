import 'server-only'
import { z } from 'zod'
import { db } from '../db'

/**
 * Names of staff by id, for the audit trail.
 * @param actors only these; any that isn't a user's id, such as `system`, is ignored
 */
export async function staffNames(actors?: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = actors?.filter((actor) => z.guid().safeParse(actor).success)
  const users = await db().user.findMany({
    where: ids && { id: { in: [...new Set(ids)] } },
    select: { id: true, name: true },
  })
  return new Map(users.map((user) => [user.id, user.name]))
}
