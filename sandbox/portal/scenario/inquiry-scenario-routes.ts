// The forms of an inquiry's scenario: the same functions that the control API calls.
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { specimenOutcomes } from '../../scenario/specimen-results.ts'
import { readForm } from '../form.ts'
import { goTo, type Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { renderNotFound } from '../shell/render-page.tsx'
import { outcomeSchema } from './outcome-fields.tsx'

const outcomeFormSchema = z.object({
  outcome: outcomeSchema,
  act: z.enum(['complete', 'plan'], 'Choose what to do with the outcome.'),
})

export function createInquiryScenarioRoutes(portal: Portal): Hono<PortalEnv> {
  const { store, life, clock } = portal.sandbox
  const routes = new Hono<PortalEnv>()

  const findInquiry = (c: Context<PortalEnv>) => {
    const inquiry = store.inquiries.get(c.req.param('inquiryId') ?? '')
    return inquiry?.tenantId === c.get('tenant').id ? inquiry : null
  }

  routes.post('/inquiries/:inquiryId/outcome', async (c) => {
    const inquiry = findInquiry(c)
    if (!inquiry) return renderNotFound(c, portal, 'inquiries')
    const here = `/portal/inquiries/${inquiry.id}` as const
    const form = await readForm(c, outcomeFormSchema)
    if (!form.ok) return goTo(c, portal, here, { tone: 'problem', text: form.problem })
    const { outcome, act } = form.value
    if (act === 'plan') {
      store.inquiries.put({ ...inquiry, plannedOutcome: outcome })
      const text = `${outcome} is planned for when the customer hands in.`
      return goTo(c, portal, here, { tone: 'done', text })
    }
    const completed = life.complete(inquiry.id, specimenOutcomes(inquiry), outcome)
    return goTo(
      c,
      portal,
      here,
      completed.ok
        ? { tone: 'done', text: 'Completed with specimens, in place of a person.' }
        : { tone: 'problem', text: `The hosted flow cannot be used: ${completed.reason}.` },
    )
  })
  routes.post('/inquiries/:inquiryId/expire', (c) => {
    const inquiry = findInquiry(c)
    if (!inquiry) return renderNotFound(c, portal, 'inquiries')
    store.inquiries.put({ ...inquiry, expiresAt: clock.nowIso(inquiry.tenantId) })
    return goTo(c, portal, `/portal/inquiries/${inquiry.id}`, {
      tone: 'done',
      text: 'The inquiry has expired.',
    })
  })
  return routes
}
