/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The scenario page offers lists of what the sandbox can do on request, and a box for any other call. All of them call the control
// API.
import { type Context, Hono } from 'hono'
import type { Child } from 'hono/jsx'
import { z } from 'zod'
import { API_FAULTS, ATTEMPT_FAULTS, WEBHOOK_FAULTS } from '../scenario/faults.ts'
import { listGaps } from '../scenario/gaps/table.ts'
import type { Delivery, Fault, Inquiry, Tenant } from '../state/entities.ts'
import { Field, HiddenFields, Icon, More, Panel } from './kit.tsx'
import { renderPage } from './page.tsx'
import { goTo, type Portal, type PortalEnv, readForm } from './portal.ts'
import { inWords } from './words.ts'

const SEND = '/portal/scenario/send'

const sendFormSchema = z.object({
  /** `POST /faults` */
  call: z.string().regex(/^(POST|PUT|PATCH|DELETE) \/\S*$/, 'A call is: POST /path'),
  body: z.string().max(32_768).default(''),
  back: z
    .string()
    .regex(/^\/(scenario|wire|inquiries\/[\w-]+)$/)
    .catch('/scenario'),
})

export function createScenarioPages(portal: Portal): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>()
  routes.get('/scenario', (c) => renderScenario(c, portal))

  /** Calls the control API. The next page shows the result. */
  routes.post('/scenario/send', async (c) => {
    const form = await readForm(c, sendFormSchema)
    if (!form.ok) return goTo(c, portal, '/portal/scenario', { tone: 'bad', text: form.problem })
    const { call, body, back } = form.value
    const [method = '', path = ''] = call.split(' ')
    const headers = { 'content-type': 'application/json' }
    const response = await portal.control(path, { method, headers, ...(body && { body }) })
    return goTo(
      c,
      portal,
      `/portal${back}`,
      response.ok
        ? { tone: 'good', text: 'Done.' }
        : { tone: 'bad', text: `${call}: ${response.status} ${await messageOf(response)}` },
    )
  })
  return routes
}

const refusalSchema = z.object({ message: z.string() })

async function messageOf(response: Response): Promise<string> {
  const refusal = refusalSchema.safeParse(await response.json().catch(() => null))
  return refusal.success ? refusal.data.message : ''
}

function renderScenario(c: Context<PortalEnv>, portal: Portal) {
  const tenant = c.get('tenant')
  return renderPage(c, portal, {
    title: 'Scenario',
    section: 'scenario',
    lead: `Break things for ${tenant.name} on purpose. Tests do the same through the control API.`,
    content: (
      <>
        <InEffect effects={listEffects(portal, tenant)} />
        <Presets tenantId={tenant.id} />
        <Panel id="next" title="What happens next">
          <Choice
            label="Break an event or a call"
            call="POST /faults"
            choices={faultChoices(tenant)}
          >
            Break it
          </Choice>
          <Choice
            label="Outcome of the next inquiry"
            call="POST /outcomes"
            choices={outcomeChoices({ tenantId: tenant.id })}
          >
            Plan it
          </Choice>
          <p class="hint">
            When the customer submits. A referenceId can set it too: <code>…sandbox:FAILED</code>,
            or <code>…sandbox-auto:FAILED</code>, which also submits the check.
          </p>
          <Choice
            label="Move the clock by"
            call="POST /clock/advance"
            choices={CLOCK_STEPS.map(([name, seconds]) => ({
              name,
              body: { tenantId: tenant.id, seconds },
            }))}
          >
            Move
          </Choice>
          <CallForm call="POST /clock/freeze" body={{ tenantId: tenant.id }}>
            Freeze the clock
          </CallForm>
          <Choice
            label="Behaviour the contract doesn’t define"
            call="PATCH /settings"
            choices={listGaps(tenant).flatMap(({ id, gap, values }) =>
              values.map((value) => ({
                name: `${id} ${gap}: ${value}`,
                body: { tenantId: tenant.id, settings: { [id]: value } },
              })),
            )}
          >
            Change it
          </Choice>
        </Panel>
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

/** What most people come for, each with one press. */
function Presets({ tenantId }: { tenantId: string }) {
  const fault = (target: string, kind: string, more: object = {}) => ({
    call: 'POST /faults',
    body: { tenantId, target, kind, ...more },
  })
  const presets = [
    {
      name: 'Lose an event',
      effect: 'The next event is never delivered. The app has to ask by itself.',
      ...fault('webhook', 'drop'),
    },
    {
      name: 'Send an event twice',
      effect: 'The next event arrives under two delivery ids. It must act once.',
      ...fault('webhook', 'duplicate'),
    },
    {
      name: 'Forge a signature',
      effect: 'The next event is signed with a wrong secret. The app must refuse it.',
      ...fault('webhook', 'wrong-secret'),
    },
    {
      name: 'Take the service down',
      effect: 'Its next five answers are errors. No customer should notice.',
      ...fault('api', 'server-error', { count: 5 }),
    },
    {
      name: 'Send someone to review',
      effect: 'The next check needs a person, who decides in the review queue.',
      call: 'POST /outcomes',
      body: { tenantId, outcome: 'NEEDS_REVIEW' },
    },
  ]
  return (
    <section class="stack" aria-labelledby="presets">
      <h2 id="presets">Set a scene</h2>
      <ul class="grid scenes">
        {presets.map(({ name, effect, call, body }) => (
          <li>
            <form class="panel stack preset" method="post" action={SEND}>
              <HiddenFields fields={{ call, body: JSON.stringify(body), back: '/scenario' }} />
              <h3>{name}</h3>
              <p class="soft">{effect}</p>
              <button class="button" type="submit">
                Do it<span class="visually-hidden">: {name}</span>
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ChoiceProps {
  label: string
  /** Distinguishes several elements with the same label. */
  id?: string
  call: string
  /** Each choice is a body of the call. */
  choices: readonly { name: string; body: object }[]
  back?: string
  children: string
}

function Choice(props: ChoiceProps) {
  const { label, id = label.replaceAll(' ', '-'), call, choices, back = '/scenario' } = props
  return (
    <form class="row" method="post" action={SEND}>
      <HiddenFields fields={{ call, back }} />
      <Field id={id} label={label}>
        <select id={id} name="body">
          {choices.map(({ name, body }) => (
            <option value={JSON.stringify(body)}>{name}</option>
          ))}
        </select>
      </Field>
      <button class="button" type="submit">
        {props.children}
      </button>
    </form>
  )
}

interface CallFormProps {
  call: string
  body?: object | undefined
  back?: string
  children: Child
}

function CallForm({ call, body, back = '/scenario', children }: CallFormProps) {
  return (
    <form method="post" action={SEND}>
      <HiddenFields fields={{ call, body: body ? JSON.stringify(body) : '', back }} />
      <button class="button small" type="submit">
        {children}
      </button>
    </form>
  )
}

// What is in effect

interface Effect {
  name: string
  /** The call that ends it. */
  call: string
  body?: object
}

/** Lists everything that makes this sandbox differ from a normal service. */
function listEffects({ store, clock }: Portal, tenant: Tenant): Effect[] {
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
            body: { tenantId: tenant.id },
          },
        ]
      : []),
  ]
}

function describeFault({ target, kind, remaining, match }: Fault): string {
  // In memory, an entity can have undefined fields. The journal omits them.
  const only = Object.values(match).filter((condition) => condition !== undefined)
  return `${target} ${kind}${times(remaining)}${only.length > 0 ? ` (only ${only.join(', ')})` : ''}`
}

const times = (count: number): string => (count === 1 ? '' : `, ${count} times`)

function InEffect({ effects }: { effects: readonly Effect[] }) {
  const isHealthy = effects.length === 0
  return (
    <section class={`notice tone-${isHealthy ? 'good' : 'wait'}`} aria-labelledby="in-effect">
      <h2 id="in-effect">
        <Icon name={isHealthy ? 'good' : 'wait'} /> In effect now
      </h2>
      {isHealthy && <p>Nothing. The sandbox behaves like a healthy service.</p>}
      <ul class="list">
        {effects.map(({ name, call, body }) => (
          <li class="row">
            <strong>{name}</strong>
            <span class="end">
              <CallForm call={call} body={body}>
                Clear<span class="visually-hidden"> {name}</span>
              </CallForm>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

// The choices

const faultChoices = ({ id: tenantId }: Tenant) =>
  Object.entries({ webhook: WEBHOOK_FAULTS, api: API_FAULTS }).flatMap(([target, effects]) =>
    Object.entries(effects).map(([kind, effect]) => ({
      name: `${target} ${kind}: ${effect}`,
      body: { tenantId, target, kind },
    })),
  )

const OUTCOMES = [
  ['APPROVED', 'all checks pass'],
  ['NEEDS_REVIEW', 'a reviewer decides'],
  ['DECLINED', 'after a review'],
  ['FAILED', 'a check fails, no event'],
  ['COMPLETED', 'not decided yet'],
  ['ESCALATED', 'not in the contract'],
] as const

const outcomeChoices = (scope: { tenantId?: string }) =>
  OUTCOMES.map(([outcome, effect]) => ({
    name: `${inWords(outcome)}: ${effect}`,
    body: { ...scope, outcome },
  }))

/** Forms on an open inquiry's page: submit specimens with an outcome, or let it expire. */
export function ActForCustomer({ inquiry }: { inquiry: Inquiry }) {
  const back = `/inquiries/${inquiry.id}`
  return (
    <Panel id="act" title="Act for the customer" lead="Submits specimens with an outcome.">
      <Choice
        label="Outcome"
        call={`POST ${back}/complete`}
        choices={outcomeChoices({})}
        back={back}
      >
        Submit
      </Choice>
      <CallForm call={`POST ${back}/expire`} back={back}>
        Let it expire
      </CallForm>
    </Panel>
  )
}

/** Without the faults that apply when a delivery is created, because a resend is a single attempt. */
const RESENDS = [
  { name: 'Unchanged', body: {} },
  ...Object.entries(ATTEMPT_FAULTS).map(([fault, effect]) => ({
    name: `${fault}: ${effect}`,
    body: { fault },
  })),
]

export function Resend({ delivery: { id } }: { delivery: Delivery }) {
  return (
    <Choice
      label="Send it again"
      id={`resend-${id}`}
      call={`POST /deliveries/${id}/resend`}
      choices={RESENDS}
      back="/wire"
    >
      Send
    </Choice>
  )
}

const HOUR_S = 60 * 60
const CLOCK_STEPS = [
  ['1 minute: rate limits reset', 60],
  ['5 minutes: document URLs expire', 5 * 60],
  ['1 hour: retries fall due', HOUR_S],
  ['1 day', 24 * HOUR_S],
  ['7 days: open inquiries expire', 7 * 24 * HOUR_S],
] as const
