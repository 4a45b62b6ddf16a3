/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The scenario page: buttons for the most common faults, outcomes and steps in time, a form for the gaps, and a box that
// sends anything else to the control API. All of them are calls of that API.
import { type Context, Hono } from 'hono'
import type { Child } from 'hono/jsx'
import { z } from 'zod'
import { GAPS, listGaps } from '../scenario/gaps/table.ts'
import type { Fault, Inquiry, Tenant } from '../state/entities.ts'
import { Field, HiddenFields, Icon, Instant, More, Panel, type Tone, toneOfStatus } from './kit.tsx'
import { renderPage } from './page.tsx'
import { goTo, type Portal, type PortalEnv, readForm } from './portal.ts'
import { writeSession } from './session.tsx'
import { inWords } from './words.ts'

const SEND = '/portal/scenario/send'

const sendFormSchema = z.object({
  /** `POST /faults` */
  call: z.string().regex(/^(POST|PUT|PATCH|DELETE) \/\S*$/, 'A call is: POST /path'),
  body: z.string().max(32_768).default(''),
  /** What a button says that it did. */
  done: z.string().optional(),
  back: z
    .string()
    .regex(/^\/(scenario|inquiries\/[\w-]+)$/)
    .catch('/scenario'),
})

export function createScenarioPages(portal: Portal): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>()
  routes.get('/scenario', (c) => renderScenario(c, portal))

  /** Calls the control API, and says on the next page what became of it. */
  async function send(
    c: Context<PortalEnv>,
    call: string,
    body: string,
    done = call,
    back = '/scenario',
  ) {
    const [method = '', path = ''] = call.split(' ')
    const headers = { 'content-type': 'application/json' }
    const response = await portal.control(path, { method, headers, ...(body && { body }) })
    // A reset brings another key to sign the cookie with.
    await writeSession(c, portal, c.get('session').tenantId, c.get('session').id)
    return goTo(
      c,
      portal,
      `/portal${back}`,
      response.ok
        ? { tone: 'good', text: `Done: ${done}.` }
        : { tone: 'bad', text: `${done}: ${response.status} ${await messageOf(response)}` },
    )
  }
  routes.post('/scenario/send', async (c) => {
    const form = await readForm(c, sendFormSchema)
    if (!form.ok) return goTo(c, portal, '/portal/scenario', { tone: 'bad', text: form.problem })
    const { call, body, done, back } = form.value
    return send(c, call, body, done, back)
  })
  routes.post('/scenario/settings', async (c) => {
    const form = await readForm(c, z.record(z.string(), z.string()))
    const settings = form.ok ? form.value : {}
    const body = JSON.stringify({ tenantId: c.get('tenant').id, settings })
    return send(c, 'PATCH /settings', body, 'Behaviour changed')
  })
  return routes
}

const refusalSchema = z.object({ message: z.string() })

async function messageOf(response: Response): Promise<string> {
  const refusal = refusalSchema.safeParse(await response.json().catch(() => null))
  return refusal.success ? refusal.data.message : ''
}

/** A call of the control API, behind a button. */
interface Preset {
  name: string
  effect?: string
  tone?: Tone
  call: string
  body?: object
}

function renderScenario(c: Context<PortalEnv>, portal: Portal) {
  const { clock } = portal
  const tenant = c.get('tenant')
  return renderPage(c, portal, {
    title: 'Scenario',
    section: 'scenario',
    lead: `Break things for ${tenant.name} on purpose. Tests do the same through the control API.`,
    content: (
      <>
        <InEffect effects={listEffects(portal, tenant)} />
        <div class="grid halves">
          <Panel id="webhook" title="Break a webhook" lead="What happens to the next event.">
            <Tiles presets={faultTiles(tenant, 'webhook', WEBHOOK_FAULTS)} />
          </Panel>
          <Panel id="api" title="Break the API" lead="What happens to the merchant’s next call.">
            <Tiles presets={faultTiles(tenant, 'api', API_FAULTS)} />
          </Panel>
          <Panel
            id="outcome"
            title="Outcome of the next inquiry"
            lead={
              <>
                When the customer submits. A referenceId can set it too:{' '}
                <code>…sandbox:FAILED</code>, or <code>…sandbox-auto:FAILED</code>, which submits by
                itself.
              </>
            }
          >
            <Tiles presets={outcomeTiles({ call: 'POST /outcomes', tenantId: tenant.id })} />
          </Panel>
          <Panel id="clock" title="Move time" lead={<Instant at={clock.nowIso(tenant.id)} />}>
            <Tiles
              presets={[
                ...CLOCK_STEPS.map(([name, effect, seconds]) => ({
                  name,
                  effect,
                  call: 'POST /clock/advance',
                  body: { tenantId: tenant.id, seconds },
                })),
                {
                  name: 'Freeze',
                  effect: 'Time stands still',
                  call: 'POST /clock/freeze',
                  body: { tenantId: tenant.id },
                },
              ]}
            />
          </Panel>
        </div>
        <GapForm tenant={tenant} />
        <More title="Anything else" hint="Send JSON to the control API">
          <form class="stack" method="post" action={SEND}>
            <Field id="call" label="Call">
              <input id="call" name="call" required value="POST /faults" />
            </Field>
            <Field id="body" label="JSON body">
              <textarea id="body" name="body" rows={8} spellcheck={false} class="code">
                {JSON.stringify(
                  { tenantId: tenant.id, target: 'api', kind: 'slow', delayMs: 3000, count: 2 },
                  null,
                  2,
                )}
              </textarea>
            </Field>
            <button class="button" type="submit">
              Send
            </button>
          </form>
        </More>
      </>
    ),
  })
}

/** Each does one thing at once. The effect isn't part of its name, which stays short. */
function Tiles({ presets, back = '/scenario' }: { presets: readonly Preset[]; back?: string }) {
  return (
    <ul class="grid">
      {presets.map(({ effect, tone, ...preset }) => (
        <li>
          <PresetForm look="tile" preset={preset} back={back}>
            <strong>
              {tone && (
                <span class={`tone-${tone}`}>
                  <Icon name={tone} />
                </span>
              )}{' '}
              {preset.name}
            </strong>
            <small class="soft" aria-hidden="true">
              {effect}
            </small>
          </PresetForm>
        </li>
      ))}
    </ul>
  )
}

function PresetForm(props: { look: string; preset: Preset; back: string; children: Child }) {
  const { look, preset, back, children } = props
  const { name: done, call, body } = preset
  return (
    <form method="post" action={SEND}>
      <HiddenFields fields={{ call, body: body ? JSON.stringify(body) : '', done, back }} />
      <button class={look} type="submit">
        {children}
      </button>
    </form>
  )
}

// What is in effect

/** Everything that makes the sandbox differ from a working service, with the call that ends it. */
function listEffects({ store, clock }: Portal, tenant: Tenant): Preset[] {
  const query = `?tenantId=${tenant.id}`
  const changed = listGaps(tenant).filter((gap) => gap.current !== gap.default)
  return [
    ...store.faults.listBy('tenant', tenant.id).map((fault) => ({
      name: describeFault(fault),
      call: `DELETE /faults/${fault.id}${query}`,
    })),
    ...store.outcomePlans.listBy('tenant', tenant.id).map(({ id, outcome, remaining }) => ({
      name: `Next inquiry: ${outcome === null ? 'as the checks say' : inWords(outcome)}${times(remaining)}`,
      call: `DELETE /outcomes/${id}${query}`,
    })),
    ...(changed.length > 0
      ? [
          {
            name: `Behaviour: ${changed.map(({ id, current }) => `${id} ${current}`).join(', ')}`,
            call: `DELETE /settings${query}`,
          },
        ]
      : []),
    ...(clock.isFrozen(tenant.id)
      ? [
          {
            name: 'Clock: frozen',
            call: 'POST /clock/resume',
            // A tenant's clock is based on the sandbox's, and runs only if both do.
            body: clock.isFrozen(null) ? {} : { tenantId: tenant.id },
          },
        ]
      : []),
  ]
}

function describeFault({ target, kind, remaining, match }: Fault): string {
  // An entity in memory may have undefined fields, which the journal omits.
  const only = Object.values(match).filter((condition) => condition !== undefined)
  const where = target === 'api' ? 'API' : 'Webhook'
  return `${where}: ${inWords(kind)}${times(remaining)}${only.length > 0 ? ` (only ${only.join(', ')})` : ''}`
}

const times = (count: number): string => (count === 1 ? '' : `, ${count} times`)

function InEffect({ effects }: { effects: readonly Preset[] }) {
  const isHealthy = effects.length === 0
  return (
    <section class={`notice tone-${isHealthy ? 'good' : 'wait'}`} aria-labelledby="in-effect">
      <h2 id="in-effect">
        <Icon name={isHealthy ? 'good' : 'wait'} /> In effect now
      </h2>
      {isHealthy && <p>Nothing. The sandbox behaves like a healthy service.</p>}
      <ul class="list">
        {effects.map((preset) => (
          <li class="row">
            <strong>{preset.name}</strong>
            <span class="end">
              <PresetForm look="button small" preset={preset} back="/scenario">
                Clear<span class="visually-hidden"> {preset.name}</span>
              </PresetForm>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

// The tiles

interface FaultPreset {
  kind: string
  effect: string
  delayMs?: number
  count?: number
}

const WEBHOOK_FAULTS: readonly FaultPreset[] = [
  { kind: 'drop', effect: 'The event is lost' },
  { kind: 'duplicate', effect: 'With two delivery IDs' },
  { kind: 'delay', effect: 'After one minute', delayMs: 60_000 },
  { kind: 'reorder', effect: 'A later one overtakes it' },
  { kind: 'wrong-secret', effect: 'No endpoint has it' },
  { kind: 'flip-byte', effect: 'After signing' },
]
const API_FAULTS: readonly FaultPreset[] = [
  { kind: 'slow', effect: 'Five seconds', delayMs: 5_000 },
  { kind: 'reset-after-commit', effect: 'Processed, then reset' },
  { kind: 'timeout-after-commit', effect: 'Processed, no response' },
  { kind: 'malformed', effect: 'Truncated JSON' },
  { kind: 'server-error', effect: '503 for 20 calls', count: 20 },
  { kind: 'rate-limited', effect: '429 for one call' },
]

function faultTiles(
  tenant: Tenant,
  target: Fault['target'],
  faults: readonly FaultPreset[],
): Preset[] {
  return faults.map(({ kind, effect, ...details }) => ({
    name: inWords(kind),
    effect,
    call: 'POST /faults',
    body: { tenantId: tenant.id, target, kind, ...details },
  }))
}

const OUTCOMES = [
  ['APPROVED', 'All checks pass'],
  ['NEEDS_REVIEW', 'A reviewer decides'],
  ['DECLINED', 'After a review'],
  ['FAILED', 'Fails, no event'],
  ['COMPLETED', 'Not decided yet'],
  ['ESCALATED', 'Not in the contract'],
] as const

function outcomeTiles({ call, tenantId }: { call: string; tenantId?: string }): Preset[] {
  return OUTCOMES.map(([outcome, effect]) => ({
    name: inWords(outcome),
    effect,
    tone: toneOfStatus(outcome),
    call,
    body: { tenantId, outcome },
  }))
}

/** On an open inquiry's page: submit specimens with an outcome, or let it expire. */
export function ActForCustomer({ inquiry }: { inquiry: Inquiry }) {
  const back = `/inquiries/${inquiry.id}`
  return (
    <Panel
      id="act"
      title="Act for the customer"
      lead="Submits specimens with one of these outcomes, or lets the inquiry expire."
    >
      <Tiles
        back={back}
        presets={[
          ...outcomeTiles({ call: `POST ${back}/complete` }),
          { name: 'Expire now', effect: 'The flow closes, no event', call: `POST ${back}/expire` },
        ]}
      />
    </Panel>
  )
}

const HOUR_S = 60 * 60
const CLOCK_STEPS = [
  ['+1 minute', 'Rate limits reset', 60],
  ['+5 minutes', 'Document URLs expire', 5 * 60],
  ['+1 hour', 'Retries fall due', HOUR_S],
  ['+1 day', 'Tomorrow', 24 * HOUR_S],
  ['+7 days', 'Open inquiries expire', 7 * 24 * HOUR_S],
] as const

// Gaps

function GapForm({ tenant }: { tenant: Tenant }) {
  return (
    <More
      title="Behaviour the contract doesn’t define"
      hint={`${Object.keys(GAPS).length} options`}
    >
      <form class="stack" method="post" action="/portal/scenario/settings">
        <p class="soft">
          An integration has to cope with every value. The first in each list is the default.
        </p>
        <div class="grid gaps">
          {listGaps(tenant).map(({ id, gap, values, current }) => (
            <Field id={`gap-${id}`} label={`${id}, ${gap}`}>
              <select id={`gap-${id}`} name={id}>
                {[...new Set<string>([...values, current])].map((value) => (
                  <option value={value} selected={value === current}>
                    {value}
                  </option>
                ))}
              </select>
            </Field>
          ))}
        </div>
        <button class="button primary" type="submit">
          Apply
        </button>
      </form>
    </More>
  )
}
