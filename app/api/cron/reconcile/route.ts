/** Reconciles due inquiries, for platforms without a long-lived process. Call it every minute. */

import { schedulerRoute } from '@/lib/http/scheduler-route'
import { reconcileDue } from '@/lib/inquiries/reconcile'

/**
 * With up to twenty more seconds for calls in flight and the openings after them, well within the minute that serverless platforms
 * give a request.
 */
const PASS_MS = 20_000

export const POST = schedulerRoute('reconcile_pass_failed', async () =>
  Response.json(await reconcileDue(PASS_MS)),
)
