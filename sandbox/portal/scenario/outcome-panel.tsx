/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The outcome of the next inquiries, or of one that is named.
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Sandbox } from '../../index.ts'
import type { Inquiry, Tenant } from '../../state/entities.ts'
import { readForm } from '../form.ts'
import { goTo, type Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { countSchema } from './count.ts'
import { OutcomeField, outcomeSchema } from './outcome-fields.tsx'

/** The newest open inquiries are the ones that somebody is looking at. */
const MAX_NAMED = 50

const planFormSchema = z.object({
  outcome: outcomeSchema,
  count: countSchema,
  inquiryId: z.string(),
})

export function createOutcomeRoutes(portal: Portal): Hono<PortalEnv> {
  const { store } = portal.sandbox
  const routes = new Hono<PortalEnv>()
  routes.post('/scenario/outcomes', async (c) => {
    const back = '/portal/scenario#outcome'
    const form = await readForm(c, planFormSchema)
    if (!form.ok) return goTo(c, portal, back, { tone: 'problem', text: form.problem })
    const { outcome, count, inquiryId } = form.value
    const tenantId = c.get('tenant').id
    if (inquiryId === '') {
      store.outcomePlans.put({ id: randomUUID(), tenantId, outcome, remaining: count })
      const text = `${outcome} for the next ${count === 1 ? 'inquiry' : `${count} inquiries`}.`
      return goTo(c, portal, back, { tone: 'done', text })
    }
    const inquiry = store.inquiries.get(inquiryId)
    if (inquiry?.tenantId !== tenantId) {
      return goTo(c, portal, back, { tone: 'problem', text: 'There is no such inquiry any more.' })
    }
    store.inquiries.put({ ...inquiry, plannedOutcome: outcome })
    const text = `${outcome} for ${inquiry.referenceId || inquiry.id}, when the customer hands in.`
    return goTo(c, portal, back, { tone: 'done', text })
  })
  routes.post('/scenario/outcomes/:planId/remove', (c) => {
    const plan = store.outcomePlans.get(c.req.param('planId'))
    if (plan?.tenantId === c.get('tenant').id) store.outcomePlans.delete(plan.id)
    return goTo(c, portal, '/portal/scenario#outcome', {
      tone: 'done',
      text: 'The plan is removed.',
    })
  })
  return routes
}

export function OutcomePanel({ sandbox, tenant }: { sandbox: Sandbox; tenant: Tenant }) {
  const plans = sandbox.store.outcomePlans.listBy('tenant', tenant.id)
  const open = listOpen(sandbox, tenant)
  return (
    <section class="panel" id="outcome" aria-labelledby="outcome-title">
      <h2 id="outcome-title">Outcome</h2>
      <form class="stack" method="post" action="/portal/scenario/outcomes">
        <OutcomeField id="plan-outcome" />
        <div class="inline-form">
          <div class="field field-grow">
            <label for="plan-inquiry">Of</label>
            <select id="plan-inquiry" name="inquiryId">
              <option value="">The next inquiries</option>
              {open.map(({ id, referenceId }) => (
                <option value={id}>{referenceId || id}</option>
              ))}
            </select>
          </div>
          <div class="field field-narrow">
            <label for="plan-count">How many</label>
            <input
              id="plan-count"
              name="count"
              type="number"
              min="1"
              max="10000"
              value="1"
              required
            />
          </div>
          <button class="button button-primary" type="submit">
            Plan
          </button>
        </div>
      </form>
      {plans.length > 0 && (
        <ul class="active-list" aria-label="Planned outcomes">
          {plans.map(({ id, outcome, remaining }) => (
            <li>
              <span>
                <code>{outcome}</code> for the next {remaining}
              </span>
              <form method="post" action={`/portal/scenario/outcomes/${id}/remove`}>
                <button class="button button-quiet" type="submit">
                  Remove<span class="visually-hidden"> the plan {outcome}</span>
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
      <p class="field-hint">
        A referenceId can carry it too: <code>…sandbox:FAILED</code> decides when the customer hands
        in, <code>…sandbox-auto:FAILED</code> hands in by itself.
      </p>
    </section>
  )
}

function listOpen({ store, life }: Sandbox, tenant: Tenant): Inquiry[] {
  return store.inquiries
    .listBy('tenant', tenant.id)
    .filter((inquiry) => inquiry.finishedAt === null && !life.isExpired(inquiry))
    .slice(-MAX_NAMED)
    .toReversed()
}
