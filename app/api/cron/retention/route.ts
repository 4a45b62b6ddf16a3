/** Applies retention. The scheduler calls it again while `more` is true. */

import { schedulerRoute } from '@/lib/http/scheduler-route'
import { removeExpired } from '@/lib/privacy/retention'

/** Well below the request timeout of serverless platforms. */
const MAX_MS = 5_000

export const POST = schedulerRoute('retention_failed', async () =>
  Response.json(await removeExpired({ maxMs: MAX_MS })),
)
