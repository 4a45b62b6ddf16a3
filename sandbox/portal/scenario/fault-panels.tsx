/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Faults for the next deliveries or the next answers of the merchant API.
import { Hono } from 'hono'
import type { z } from 'zod'
import type { Orders } from '../../commands/orders.ts'
import {
  apiFaultFormSchema,
  faultRequestSchema,
  webhookFaultFormSchema,
} from '../../commands/requests.ts'
import { API_FAULTS, WEBHOOK_FAULTS } from '../../scenario/faults.ts'
import type { Fault, FaultStep } from '../../state/entities.ts'
import { goTo, type Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { readSchemaForm, SchemaFields } from './schema-form.tsx'

type Target = Fault['target']

const SCHEMAS = { webhook: webhookFaultFormSchema, api: apiFaultFormSchema }
const TITLES = { webhook: 'Webhook faults', api: 'API faults' }
const KINDS: Record<Target, Record<string, string>> = { webhook: WEBHOOK_FAULTS, api: API_FAULTS }

export function createFaultRoutes(portal: Portal & { orders: Orders }): Hono<PortalEnv> {
  const { orders } = portal
  const routes = new Hono<PortalEnv>()

  for (const target of ['webhook', 'api'] as const) {
    routes.post(`/scenario/faults/${target}`, async (c) => {
      const back = `/portal/scenario#${target}-faults` as const
      const form = await readSchemaForm<z.infer<(typeof SCHEMAS)[Target]>>(c, SCHEMAS[target])
      if (!form.ok) return goTo(c, portal, back, { tone: 'problem', text: form.problem })
      const { kind, count, delayMs, ...fields } = form.value
      const { inquiryId, referenceId, ...rest } = fields
      const request = faultRequestSchema.parse({
        target,
        kind,
        count,
        delayMs,
        match: {
          inquiryId,
          referenceId,
          ...('operation' in rest ? { operation: rest.operation } : {}),
          ...('eventType' in rest ? { eventType: rest.eventType, attempt: rest.attempt } : {}),
        },
        ...('status' in rest ? { status: rest.status, retryAfter: rest.retryAfter } : {}),
      })
      orders.orderFault(c.get('tenant'), request)
      return goTo(c, portal, back, { tone: 'done', text: `The next ${count}: ${kind}.` })
    })
  }
  routes.post('/scenario/faults/:faultId/remove', (c) => {
    const tenant = c.get('tenant')
    const faultId = c.req.param('faultId')
    const target = orders.listFaults(tenant).find(({ id }) => id === faultId)?.target ?? 'api'
    orders.forgetFaults(tenant, faultId)
    const text = 'The fault is removed.'
    return goTo(c, portal, `/portal/scenario#${target}-faults`, { tone: 'done', text })
  })
  return routes
}

export function FaultPanel({ target, faults }: { target: Target; faults: readonly Fault[] }) {
  const id = `${target}-faults`
  const ordered = faults.filter((fault) => fault.target === target)
  return (
    <section class="panel" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{TITLES[target]}</h2>
      <form class="stack" method="post" action={`/portal/scenario/faults/${target}`}>
        <div class="inline-form">
          <SchemaFields schema={SCHEMAS[target]} id={target} />
          <button class="button button-primary" type="submit">
            Order the fault
          </button>
        </div>
      </form>
      <details class="source">
        <summary>What each kind does</summary>
        <dl class="facts">
          {Object.entries(KINDS[target]).map(([kind, effect]) => (
            <div>
              <dt>{kind}</dt>
              <dd>{effect.replaceAll('`', '')}</dd>
            </div>
          ))}
        </dl>
      </details>
      {ordered.length > 0 && (
        <ul class="active-list" aria-label="Faults to come">
          {ordered.map((fault) => (
            <li>
              <span>{describeFault(fault)}</span>
              <form method="post" action={`/portal/scenario/faults/${fault.id}/remove`}>
                <button class="button button-quiet" type="submit">
                  Remove<span class="visually-hidden"> the fault {fault.steps[0]?.kind}</span>
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function describeFault({ steps, match }: Fault): string {
  const conditions = Object.entries(match).map(([name, value]) => `${name} ${value}`)
  const where = conditions.length > 0 ? ` (${conditions.join(', ')})` : ''
  return steps.map(describeStep).join(', then ') + where
}

function describeStep({ kind, remaining, delayMs, status, retryAfter }: FaultStep): string {
  const details = [
    delayMs !== null && `${delayMs} ms`,
    status !== null && String(status),
    retryAfter !== null && `Retry-After ${retryAfter}`,
  ].filter(Boolean)
  const how = details.length > 0 ? ` with ${details.join(', ')}` : ''
  return `${kind}${how} for the next ${remaining}`
}
