/** Applies retention. Call again while `more` is true. */
import { removeExpired } from '@/lib/retention'
import { schedulerRoute } from '@/lib/scheduler-route'

/** Well within the request timeout of serverless platforms. */
const MAX_MS = 5_000

export const POST = schedulerRoute('retention_failed', async () =>
  Response.json(await removeExpired({ maxMs: MAX_MS })),
)
