// The control API: everything that the panels can do, over HTTP, for tests. Refused unless this is a sandbox.
import { Hono } from 'hono'
import { z } from 'zod'
import type { Sandbox } from '../sandbox.ts'
import { specimenOutcomes } from '../specimen-case.ts'

const completeSchema = z.object({ outcome: z.string().regex(/^[A-Z][A-Z0-9_]{0,63}$/) }).strict()
const advanceSchema = z
  .object({ seconds: z.number().nonnegative(), tenantId: z.string().optional() })
  .strict()

export function createControlRouter(sandbox: Sandbox): Hono {
  const { store, clock, life } = sandbox
  const router = new Hono()

  router.get('/sandbox/health', (c) => c.json({ status: 'ok' }))
  router.post('/sandbox/clock/advance', async (c) => {
    const { seconds, tenantId } = advanceSchema.parse(await c.req.json())
    clock.advance(seconds * 1000, tenantId ?? null)
    return c.json({ now: clock.nowIso(tenantId ?? null) })
  })
  router.post('/sandbox/inquiries/:inquiryId/complete', async (c) => {
    const { outcome } = completeSchema.parse(await c.req.json())
    const inquiry = store.inquiries.get(c.req.param('inquiryId'))
    if (!inquiry) return c.json({ code: 'NOT_FOUND', message: 'There is no such inquiry.' }, 404)
    const completed = life.complete(inquiry.id, specimenOutcomes(inquiry), outcome)
    if (completed.ok) return c.json({ inquiryId: inquiry.id, status: completed.inquiry.status })
    return c.json({ code: completed.reason.toUpperCase(), message: 'The flow is closed.' }, 409)
  })
  return router
}
