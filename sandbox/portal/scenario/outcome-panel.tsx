/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Plans the outcome and the data of the next inquiries, or of a particular one.
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Inquiries } from '../../commands/inquiries.ts'
import type { Orders } from '../../commands/orders.ts'
import { completionSchema, nextOutcomesSchema } from '../../commands/requests.ts'
import { specimenOutcomes } from '../../scenario/specimen-results.ts'
import type { Inquiry, OutcomePlan } from '../../state/entities.ts'
import { goTo, type Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { renderNotFound } from '../shell/page.tsx'
import { Confirm, PressTile, toneOfStatus } from '../shell/pieces.tsx'
import { capabilityInWords, paperInWords, statusInWords } from '../shell/words.ts'
import { nextOnes } from './in-effect.tsx'
import { readSchemaForm, SchemaFields } from './schema-form.tsx'

const EFFECTS = {
  APPROVED: { icon: 'good', effect: 'All checks pass' },
  NEEDS_REVIEW: { icon: 'wait', effect: 'A reviewer decides' },
  DECLINED: { icon: 'bad', effect: 'After a review' },
  FAILED: { icon: 'lost', effect: 'Fails, no event' },
  COMPLETED: { icon: 'plain', effect: 'Not decided yet' },
  ESCALATED: { icon: 'up', effect: 'Not in the contract' },
} as const
const OUTCOMES = Object.keys(EFFECTS)
const planFormSchema = nextOutcomesSchema.extend({ inquiryId: z.string().default('') })
const inquiryFormSchema = completionSchema.extend({ act: z.enum(['plan', 'complete']) })

export function createOutcomeRoutes(
  portal: Portal & { inquiries: Inquiries; orders: Orders },
): Hono<PortalEnv> {
  const { store, inquiries, orders } = portal
  const routes = new Hono<PortalEnv>()
  const back = '/portal/scenario#outcome'

  const findInquiry = (c: Context<PortalEnv>, id: string): Inquiry | null => {
    const inquiry = store.inquiries.get(id)
    return inquiry?.tenantId === c.get('tenant').id ? inquiry : null
  }

  routes.post('/scenario/outcomes', async (c) => {
    const form = await readSchemaForm(c, planFormSchema)
    if (!form.ok) return goTo(c, portal, back, { tone: 'problem', text: form.problem })
    const { count, inquiryId, outcome, ...order } = form.value
    const what = outcome === null ? 'What the checks say' : statusInWords(outcome)
    if (inquiryId === '') {
      orders.planOutcome(c.get('tenant'), { outcome, order, remaining: count })
      const text = `${what} for ${nextOnes('outcome', count)}.`
      return goTo(c, portal, '/portal/scenario#newest-outcome', { tone: 'done', text })
    }
    const inquiry = findInquiry(c, inquiryId)
    if (!inquiry) {
      return goTo(c, portal, back, { tone: 'problem', text: 'That inquiry no longer exists.' })
    }
    inquiries.plan(inquiry, outcome, order)
    const text = `${what} for ${inquiry.referenceId || inquiry.id}, when the customer submits.`
    return goTo(c, portal, back, { tone: 'done', text })
  })
  routes.post('/scenario/outcomes/:planId/remove', (c) => {
    orders.forgetOutcome(c.get('tenant'), c.req.param('planId'))
    return goTo(c, portal, back, { tone: 'done', text: 'Plan removed.' })
  })

  routes.post('/inquiries/:inquiryId/outcome', async (c) => {
    const inquiry = findInquiry(c, c.req.param('inquiryId'))
    if (!inquiry) return renderNotFound(c, portal, 'inquiries')
    const here = `/portal/inquiries/${inquiry.id}` as const
    const form = await readSchemaForm(c, inquiryFormSchema)
    if (!form.ok) return goTo(c, portal, here, { tone: 'problem', text: form.problem })
    const { act, outcome, ...order } = form.value
    if (act === 'plan') {
      inquiries.plan(inquiry, outcome, order)
      const text = `${statusInWords(outcome)} is planned for when the customer submits.`
      return goTo(c, portal, here, { tone: 'done', text })
    }
    const results = specimenOutcomes(inquiry, order)
    const completed = inquiries.complete(inquiry.id, results, outcome, order)
    return goTo(
      c,
      portal,
      here,
      completed.ok
        ? { tone: 'done', text: 'Completed with specimens on the customer’s behalf.' }
        : { tone: 'problem', text: `The hosted flow can’t be used: ${completed.reason}.` },
    )
  })
  routes.post('/inquiries/:inquiryId/expire', (c) => {
    const inquiry = findInquiry(c, c.req.param('inquiryId'))
    if (!inquiry) return renderNotFound(c, portal, 'inquiries')
    inquiries.expire(inquiry)
    const text = 'The inquiry has expired.'
    return goTo(c, portal, `/portal/inquiries/${inquiry.id}`, { tone: 'done', text })
  })
  return routes
}

export function OutcomePanel({ plans }: { plans: readonly OutcomePlan[] }) {
  return (
    <section class="panel" id="outcome" aria-labelledby="outcome-title">
      <div>
        <h2 id="outcome-title">Outcome of the next inquiry</h2>
        <p class="muted">Takes effect when the customer submits.</p>
      </div>
      <form method="post" action="/portal/scenario/outcomes">
        <input type="hidden" name="count" value="1" />
        <OutcomeButtons id="next" plans={plans} />
      </form>
      <p class="field-hint">
        You can also set it in the referenceId: <code>…sandbox:FAILED</code> decides when the
        customer submits, <code>…sandbox-auto:FAILED</code> submits automatically.
      </p>
    </section>
  )
}

/** @param props.open the inquiries that a plan can be made for. */
export function MoreOutcomes({ open }: { open: readonly Inquiry[] }) {
  return (
    <details class="panel fold" id="more-outcomes">
      <summary>
        <h2>More outcomes</h2>
        <span class="muted">Another outcome, several inquiries, or a specific one</span>
      </summary>
      <form class="stack" method="post" action="/portal/scenario/outcomes">
        <div class="form-grid">
          <OutcomeField id="plan" value="APPROVED" />
          <div class="field">
            <label for="plan-inquiry">For</label>
            <select id="plan-inquiry" name="inquiryId">
              <option value="">The next inquiries</option>
              {open.map(({ id, referenceId }) => (
                <option value={id}>{referenceId || id}</option>
              ))}
            </select>
          </div>
          <SchemaFields schema={nextOutcomesSchema} id="plan" only={['count']} />
        </div>
        <OrderFields id="plan" />
        <button class="button form-end" type="submit">
          Plan
        </button>
      </form>
    </details>
  )
}

/** The actions for one open inquiry: plan its outcome, complete it without a person, expire it. */
export function InquiryScenario({ inquiry }: { inquiry: Inquiry }) {
  const path = `/portal/inquiries/${inquiry.id}`
  const { plannedOutcome } = inquiry
  return (
    <section class="panel panel-sandbox" aria-labelledby="scenario">
      <div>
        <h2 id="scenario">Act for the customer</h2>
        <p class="muted">
          {plannedOutcome === null
            ? 'No outcome is planned. The result depends on what the customer submits.'
            : `Planned: ${statusInWords(plannedOutcome)}, when the customer submits.`}
        </p>
      </div>
      <form class="stack" method="post" action={`${path}/outcome`}>
        <input type="hidden" name="act" value="complete" />
        <p class="form-label">Submit specimens with this outcome</p>
        <OutcomeButtons id="instead" />
      </form>
      <details class="source">
        <summary>More options: another outcome, customer, documents and checks</summary>
        <form class="stack" method="post" action={`${path}/outcome`}>
          <OutcomeField id="inquiry" value={plannedOutcome ?? 'APPROVED'} />
          <OrderFields id="inquiry" />
          <div class="card-actions">
            <button class="button" type="submit" name="act" value="complete">
              Complete now
            </button>
            <button class="button" type="submit" name="act" value="plan">
              Apply when the customer submits
            </button>
          </div>
        </form>
      </details>
      <Confirm
        label="Expire now"
        subject={inquiry.referenceId || inquiry.id}
        action={`${path}/expire`}
        warning="This closes the hosted flow and sends no event. Option N7 sets the status that a read returns."
      />
    </section>
  )
}

/** Buttons that each submit the form with their outcome. */
function OutcomeButtons({ id, plans = [] }: { id: string; plans?: readonly OutcomePlan[] }) {
  return (
    <ul class="presets">
      {Object.entries(EFFECTS).map(([outcome, { icon, effect }]) => (
        <li>
          <PressTile
            id={`${id}-${outcome}`}
            name={statusInWords(outcome)}
            effect={effect}
            icon={icon}
            tone={toneOfStatus(outcome)}
            field={{ name: 'outcome', value: outcome }}
            isInEffect={plans.some((plan) => plan.outcome === outcome)}
          />
        </li>
      ))}
    </ul>
  )
}

const paperOrCheckInWords = (name: string): string =>
  name === name.toUpperCase() ? capabilityInWords(name) : paperInWords(name)

function OutcomeField({ id, value }: { id: string; value: string }) {
  return (
    <SchemaFields
      schema={nextOutcomesSchema}
      id={id}
      only={['outcome']}
      values={{ outcome: value }}
      suggest={{ outcome: OUTCOMES }}
    />
  )
}

function OrderFields({ id }: { id: string }) {
  return (
    <details class="source">
      <summary>Customer, documents and checks</summary>
      <div class="form-grid">
        <SchemaFields
          schema={nextOutcomesSchema}
          id={id}
          except={['outcome', 'count']}
          inWords={paperOrCheckInWords}
        />
      </div>
    </details>
  )
}
