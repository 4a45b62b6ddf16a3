/** Reconciles due inquiries, for platforms without a long-lived process. A scheduler calls it every minute. */

import { schedulerRoute } from '@/lib/http/scheduler-route'
import { reconcileDue } from '@/lib/inquiries/reconcile'

/**
 * Calls in flight and account openings may take twenty more seconds. Together, that stays well below the minute that serverless
 * platforms allow a request.
 */
const PASS_MS = 20_000

export const POST = schedulerRoute('reconcile_pass_failed', async () =>
  Response.json(await reconcileDue(PASS_MS)),
)
