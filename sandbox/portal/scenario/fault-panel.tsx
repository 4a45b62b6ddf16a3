/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Faults for the next deliveries or the next answers of the merchant API, each named and counted.
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Sandbox } from '../../index.ts'
import { API_FAULTS, isApiFaultKind } from '../../merchant-api/api-faults.ts'
import { GAPS } from '../../scenario/gaps.ts'
import { isWebhookFaultKind, WEBHOOK_FAULTS } from '../../scenario/webhook-faults.ts'
import type { Fault, Tenant } from '../../state/entities.ts'
import { readForm } from '../form.ts'
import { goTo, type Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { countSchema } from './count.ts'

const MAX_DELAY_S = 600
const SERVER_ERRORS = ['500', '502', '503', '504'] as const
const OPERATIONS = ['any', 'open', 'status', 'documents'] as const

const countedSchema = z.object({
  count: countSchema,
  delayS: z.coerce
    .number('Give the delay in seconds.')
    .min(0, 'A delay cannot be negative.')
    .max(MAX_DELAY_S, `At most ${MAX_DELAY_S} seconds.`),
})
const webhookFaultFormSchema = countedSchema.extend({
  kind: z.string().refine(isWebhookFaultKind, 'Choose a fault.'),
})
const apiFaultFormSchema = countedSchema.extend({
  kind: z.string().refine(isApiFaultKind, 'Choose a fault.'),
  status: z.enum(SERVER_ERRORS).transform(Number),
  operation: z.enum(OPERATIONS),
  retryAfter: z.enum(GAPS.N17.values),
})

export function createFaultRoutes(portal: Portal): Hono<PortalEnv> {
  const { store } = portal.sandbox
  const routes = new Hono<PortalEnv>()
  const put = (tenantId: string, fault: Omit<Fault, 'id' | 'tenantId'>) =>
    store.faults.put({ id: randomUUID(), tenantId, ...fault })

  routes.post('/scenario/faults/webhook', async (c) => {
    const back = '/portal/scenario#webhook-faults'
    const form = await readForm(c, webhookFaultFormSchema)
    if (!form.ok) return goTo(c, portal, back, { tone: 'problem', text: form.problem })
    const { kind, count, delayS } = form.value
    put(c.get('tenant').id, {
      target: 'webhook',
      kind,
      remaining: count,
      delayMs: kind === 'delay' ? delayS * 1000 : null,
      status: null,
      operation: null,
      retryAfter: null,
    })
    return goTo(c, portal, back, { tone: 'done', text: `The next ${count}: ${kind}.` })
  })
  routes.post('/scenario/faults/api', async (c) => {
    const back = '/portal/scenario#api-faults'
    const form = await readForm(c, apiFaultFormSchema)
    if (!form.ok) return goTo(c, portal, back, { tone: 'problem', text: form.problem })
    const { kind, count, delayS, status, operation, retryAfter } = form.value
    put(c.get('tenant').id, {
      target: 'api',
      kind,
      remaining: count,
      delayMs: kind === 'slow' ? delayS * 1000 : null,
      status: kind === 'server-error' ? status : null,
      operation: operation === 'any' ? null : operation,
      retryAfter: kind === 'rate-limited' ? retryAfter : null,
    })
    return goTo(c, portal, back, { tone: 'done', text: `The next ${count}: ${kind}.` })
  })
  routes.post('/scenario/faults/:faultId/remove', (c) => {
    const fault = store.faults.get(c.req.param('faultId'))
    if (fault?.tenantId === c.get('tenant').id) store.faults.delete(fault.id)
    const text = 'The fault is removed.'
    const back = `/portal/scenario#${fault?.target ?? 'api'}-faults` as const
    return goTo(c, portal, back, { tone: 'done', text })
  })
  return routes
}

export function WebhookFaultPanel({ sandbox, tenant }: { sandbox: Sandbox; tenant: Tenant }) {
  return (
    <section class="panel" id="webhook-faults" aria-labelledby="webhook-faults-title">
      <h2 id="webhook-faults-title">Webhook faults</h2>
      <form class="stack" method="post" action="/portal/scenario/faults/webhook">
        <KindField id="webhook-kind" label="The next deliveries" kinds={WEBHOOK_FAULTS} />
        <div class="inline-form">
          <CountField id="webhook-count" />
          <DelayField id="webhook-delay" label="Delay, for delay" />
          <button class="button button-primary" type="submit">
            Break them
          </button>
        </div>
      </form>
      <ActiveFaults sandbox={sandbox} tenant={tenant} target="webhook" />
    </section>
  )
}

export function ApiFaultPanel({ sandbox, tenant }: { sandbox: Sandbox; tenant: Tenant }) {
  return (
    <section class="panel" id="api-faults" aria-labelledby="api-faults-title">
      <h2 id="api-faults-title">API faults</h2>
      <form class="stack" method="post" action="/portal/scenario/faults/api">
        <KindField id="api-kind" label="The next answers" kinds={API_FAULTS} />
        <div class="inline-form">
          <CountField id="api-count" />
          <ChoiceField id="api-operation" name="operation" label="Of" values={OPERATIONS} />
          <DelayField id="api-delay" label="Delay, for slow" />
          <ChoiceField
            id="api-status"
            name="status"
            label="Status, for server-error"
            values={SERVER_ERRORS}
          />
          <ChoiceField
            id="api-retry-after"
            name="retryAfter"
            label="Retry-After, for rate-limited"
            values={GAPS.N17.values}
          />
          <button class="button button-primary" type="submit">
            Break them
          </button>
        </div>
      </form>
      <ActiveFaults sandbox={sandbox} tenant={tenant} target="api" />
    </section>
  )
}

function ActiveFaults(props: { sandbox: Sandbox; tenant: Tenant; target: Fault['target'] }) {
  const faults = props.sandbox.store.faults
    .listBy('tenant', props.tenant.id)
    .filter(({ target }) => target === props.target)
  if (faults.length === 0) return null
  return (
    <ul class="active-list" aria-label="Faults to come">
      {faults.map(({ id, kind, remaining, delayMs, status, operation, retryAfter }) => (
        <li>
          <span>
            <code>{kind}</code> for the next {remaining}
            {operation !== null && ` of ${operation}`}
            {delayMs !== null && `, ${delayMs / 1000} s`}
            {status !== null && `, ${status}`}
            {retryAfter !== null && `, Retry-After: ${retryAfter}`}
          </span>
          <form method="post" action={`/portal/scenario/faults/${id}/remove`}>
            <button class="button button-quiet" type="submit">
              Remove<span class="visually-hidden"> the fault {kind}</span>
            </button>
          </form>
        </li>
      ))}
    </ul>
  )
}

function KindField(props: { id: string; label: string; kinds: Record<string, string> }) {
  return (
    <div class="field">
      <label for={props.id}>{props.label}</label>
      <select id={props.id} name="kind">
        {Object.entries(props.kinds).map(([kind, effect]) => (
          <option value={kind}>
            {kind}: {effect.replaceAll('`', '')}
          </option>
        ))}
      </select>
    </div>
  )
}

function CountField({ id }: { id: string }) {
  return (
    <div class="field field-narrow">
      <label for={id}>How many</label>
      <input id={id} name="count" type="number" min="1" max="10000" value="1" required />
    </div>
  )
}

function DelayField({ id, label }: { id: string; label: string }) {
  return (
    <div class="field">
      <label for={id}>{label} (s)</label>
      <input
        id={id}
        name="delayS"
        type="number"
        min="0"
        max={MAX_DELAY_S}
        value="3"
        step="any"
        required
      />
    </div>
  )
}

function ChoiceField(props: {
  id: string
  name: string
  label: string
  values: readonly string[]
}) {
  return (
    <div class="field">
      <label for={props.id}>{props.label}</label>
      <select id={props.id} name={props.name}>
        {props.values.map((value) => (
          <option value={value}>{value}</option>
        ))}
      </select>
    </div>
  )
}
