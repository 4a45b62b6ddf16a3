/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Everything that makes the sandbox differ from a working service. One click clears each entry.
import { Hono } from 'hono'
import type { Child } from 'hono/jsx'
import type { Orders } from '../../commands/orders.ts'
import { listGaps } from '../../scenario/gaps/table.ts'
import type { Fault, FaultStep, OutcomePlan, Tenant } from '../../state/entities.ts'
import { goTo, type Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { Icon } from '../shell/icons.tsx'
import { faultInWords, inWords, statusInWords } from '../shell/words.ts'

interface InEffectProps {
  tenant: Tenant
  faults: readonly Fault[]
  plans: readonly OutcomePlan[]
  isFrozen: boolean
}

interface Effect {
  /** The form that created it redirects here, which highlights the row. */
  anchor?: string
  where: string
  what: string
  /** How often it still applies, and what it's limited to. */
  details?: Child
  clear: { action: string; fields?: Record<string, string>; label?: string }
}

/** The one way back to a healthy service: clears everything that the panel lists. */
export function createInEffectRoutes(portal: Portal & { orders: Orders }): Hono<PortalEnv> {
  const { clock, orders } = portal
  const routes = new Hono<PortalEnv>()
  routes.post('/scenario/clear', (c) => {
    const tenant = c.get('tenant')
    orders.forgetFaults(tenant)
    for (const { id } of orders.listOutcomes(tenant)) orders.forgetOutcome(tenant, id)
    orders.resetGaps(tenant)
    clock.resume()
    clock.resume(tenant.id)
    const text = 'The sandbox behaves like a healthy service again.'
    return goTo(c, portal, '/portal/scenario', { tone: 'done', text })
  })
  return routes
}

export function InEffect(props: InEffectProps) {
  const effects = [
    ...markNewest('newest-fault', props.faults.map(effectOfFault)),
    ...markNewest('newest-outcome', props.plans.map(effectOfPlan)),
    ...effectsOfGaps(props.tenant),
    ...(props.isFrozen ? [FROZEN] : []),
  ]
  return (
    <section class="panel in-effect" aria-labelledby="in-effect">
      <div class="card-head">
        <span class={effects.length === 0 ? 'tone-good check-icon' : 'tone-wait check-icon'}>
          <Icon name={effects.length === 0 ? 'good' : 'wait'} />
        </span>
        <h2 id="in-effect">In effect now</h2>
        {effects.length === 0 && (
          <p class="muted">Nothing. The sandbox behaves like a healthy service.</p>
        )}
        {effects.length > 1 && (
          <form class="card-head-end" method="post" action="/portal/scenario/clear">
            <button class="button" type="submit">
              Clear all
            </button>
          </form>
        )}
      </div>
      {effects.length > 0 && (
        <ul class="effects">
          {effects.map((effect) => (
            <EffectRow effect={effect} />
          ))}
        </ul>
      )}
    </section>
  )
}

function markNewest(anchor: string, effects: readonly Effect[]): Effect[] {
  return effects.map((effect, index) =>
    index === effects.length - 1 ? { ...effect, anchor } : effect,
  )
}

function EffectRow({ effect: { anchor, where, what, details, clear } }: { effect: Effect }) {
  return (
    <li id={anchor}>
      <span class="effect-where">{where}</span>
      <span class="effect-what">
        <strong>{what}</strong>
        {details && <small>{details}</small>}
      </span>
      <form method="post" action={clear.action}>
        {Object.entries(clear.fields ?? {}).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <button class="button button-quiet" type="submit">
          {clear.label ?? (
            <>
              Clear<span class="visually-hidden"> {what}</span>
            </>
          )}
        </button>
      </form>
    </li>
  )
}

const WHERE = { webhook: 'Webhook', api: 'API' }

function effectOfFault({ id, target, steps, match }: Fault): Effect {
  // An entity in memory may have undefined fields, which the journal omits.
  const given = Object.entries(match).filter(([, value]) => value !== undefined)
  const conditions = given.map(
    ([name, value]) =>
      `only for ${inWords(name.replaceAll(/[A-Z]/g, '-$&')).toLowerCase()} ${value}`,
  )
  const [first, ...later] = steps
  const what = first ? faultInWords(first.kind) : 'Nothing more'
  const details = [
    first && describeStep(target, first),
    ...later.map(
      (step) => `then ${faultInWords(step.kind).toLowerCase()}, ${describeStep(target, step)}`,
    ),
    ...conditions,
  ]
  return {
    where: WHERE[target],
    what,
    details: details.filter(Boolean).join(' · '),
    clear: { action: `/portal/scenario/faults/${id}/remove` },
  }
}

const NOUNS = {
  webhook: ['event', 'events'],
  api: ['call', 'calls'],
  outcome: ['inquiry', 'inquiries'],
}

/** `the next event`, `the next 20 calls` */
export function nextOnes(of: keyof typeof NOUNS, count: number): string {
  const [one, many] = NOUNS[of]
  return count === 1 ? `the next ${one}` : `the next ${count} ${many}`
}

function describeStep(target: Fault['target'], step: FaultStep): string {
  const { remaining, delayMs, status, retryAfter } = step
  const details = [
    nextOnes(target, remaining),
    delayMs !== null && `${delayMs / 1000} s`,
    status !== null && String(status),
    retryAfter !== null && `Retry-After ${inWords(retryAfter).toLowerCase()}`,
  ]
  return details.filter(Boolean).join(', ')
}

function effectOfPlan({ id, outcome, remaining }: OutcomePlan): Effect {
  return {
    where: 'Outcome',
    what: outcome === null ? 'As the checks say' : statusInWords(outcome),
    details: nextOnes('outcome', remaining),
    clear: { action: `/portal/scenario/outcomes/${id}/remove` },
  }
}

function effectsOfGaps(tenant: Tenant): Effect[] {
  return listGaps(tenant)
    .filter((gap) => gap.current !== gap.default)
    .map(({ id, gap, current, default: usual }) => ({
      where: `Gap ${id}`,
      what: `${gap.charAt(0).toUpperCase()}${gap.slice(1)}`,
      details: <code>{current}</code>,
      clear: { action: '/portal/scenario/settings', fields: { [id]: usual } },
    }))
}

const FROZEN: Effect = {
  where: 'Clock',
  what: 'Frozen',
  clear: { action: '/portal/scenario/clock/resume', label: 'Resume' },
}
