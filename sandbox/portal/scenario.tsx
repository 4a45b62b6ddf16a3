/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The scenario page: buttons for the most common faults, outcomes and steps in time, a form for the gaps, and a box that
// sends anything else to the control API. All of them are calls of that API, which the page shows.
import { type Context, Hono } from 'hono'
import type { Child } from 'hono/jsx'
import { z } from 'zod'
import { listGaps } from '../scenario/gaps/table.ts'
import type { Fault, FaultStep, Inquiry, OutcomePlan, Tenant } from '../state/entities.ts'
import { GROUPS, gapGroupOf, gapValueInWords } from './gap-words.ts'
import { Icon, type IconName } from './icons.tsx'
import { Badge, Field, HiddenFields, Instant, More, Panel, Tile, toneOfStatus } from './kit.tsx'
import { renderPage } from './page.tsx'
import { goTo, type Portal, type PortalEnv, readForm } from './portal.ts'
import { writeSession } from './session.ts'
import { faultInWords, inWords, statusInWords } from './words.ts'

const SEND = '/portal/scenario/send'

const sendFormSchema = z.object({
  /** `POST /faults`. The body belongs to the last call. */
  call: z
    .array(z.string().regex(/^(POST|PUT|PATCH|DELETE) \/\S*$/, 'A call is: POST /path'))
    .min(1),
  body: z.string().max(32_768).default(''),
  /** What a button says that it did. */
  done: z.string().max(200).optional(),
  back: z
    .string()
    .regex(/^\/(scenario|inquiries\/[\w-]+)$/)
    .catch('/scenario'),
})

export function createScenarioPages(portal: Portal): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>()
  routes.get('/scenario', (c) => renderScenario(c, portal))

  routes.post('/scenario/send', async (c) => {
    const form = await readForm(c, sendFormSchema, ['call'])
    const problem = (text: string) =>
      goTo(c, portal, `/portal${form.ok ? form.value.back : '/scenario'}`, {
        tone: 'problem',
        text,
      })
    if (!form.ok) return problem(form.problem)
    const { call: calls, body, done, back } = form.value
    const { id, tenantId } = c.get('session')
    for (const [index, call] of calls.entries()) {
      const [method = '', path = ''] = call.split(' ')
      const init = { method, headers: { 'content-type': 'application/json' } }
      const hasBody = body !== '' && index === calls.length - 1
      const response = await portal.control(path, hasBody ? { ...init, body } : init)
      if (!response.ok) return problem(`${call}: ${response.status} ${await messageOf(response)}`)
    }
    // A reset brings another key to sign the cookie with.
    await writeSession(c, portal, tenantId, id)
    const text = done ?? `${calls.join(', ')}: done.`
    return goTo(c, portal, `/portal${back}`, { tone: 'done', text })
  })
  routes.post('/scenario/settings', async (c) => {
    const form = await readForm(c, z.record(z.string(), z.string()))
    const settings = form.ok ? form.value : {}
    const body = JSON.stringify({ tenantId: c.get('tenant').id, settings })
    const headers = { 'content-type': 'application/json' }
    const response = await portal.control('/settings', { method: 'PATCH', headers, body })
    const notice = response.ok
      ? ({ tone: 'done', text: 'The options apply from now on.' } as const)
      : ({ tone: 'problem', text: await messageOf(response) } as const)
    return goTo(c, portal, '/portal/scenario', notice)
  })
  return routes
}

const refusalSchema = z.object({ message: z.string() })

async function messageOf(response: Response): Promise<string> {
  const refusal = refusalSchema.safeParse(await response.json().catch(() => null))
  return refusal.success ? refusal.data.message : ''
}

function renderScenario(c: Context<PortalEnv>, portal: Portal) {
  const { clock, orders } = portal
  const tenant = c.get('tenant')
  const isFrozen = clock.isFrozen(tenant.id)
  const faults = orders.listFaults(tenant)
  const plans = orders.listOutcomes(tenant)
  return renderPage(c, portal, {
    title: 'Scenario',
    section: 'scenario',
    lead: `Break things for ${tenant.name} on purpose. Tests do the same through the control API.`,
    content: (
      <>
        <InEffect {...{ tenant, faults, plans, isFrozen }} />
        <div class="grid halves">
          {FAULTS.map(({ target, title, lead, presets }) => (
            <Panel id={`${target}-faults`} title={title} lead={lead}>
              <ul class="grid tiles">
                {presets.map((preset) => (
                  <FaultTile tenant={tenant} target={target} preset={preset} faults={faults} />
                ))}
              </ul>
            </Panel>
          ))}
          <Panel
            id="outcome"
            title="Outcome of the next inquiry"
            lead="Takes effect when the customer submits."
          >
            <OutcomeTiles
              fields={(outcome) => ({
                call: 'POST /outcomes',
                body: JSON.stringify({ tenantId: tenant.id, outcome }),
                done: `${statusInWords(outcome)} for the next inquiry.`,
              })}
              inEffect={plans.map(({ outcome }) => outcome)}
            />
            <p class="hint">
              You can also set it in the referenceId: <code>…sandbox:FAILED</code> decides when the
              customer submits, <code>…sandbox-auto:FAILED</code> submits automatically.
            </p>
          </Panel>
          <ClockPanel tenant={tenant} now={clock.nowIso(tenant.id)} isFrozen={isFrozen} />
        </div>
        <GapPanel tenant={tenant} />
        <SendPanel tenant={tenant} />
      </>
    ),
  })
}

// What is in effect

interface Effect {
  where: string
  what: string
  /** How often it still applies, and what it's limited to. */
  details: string
  call: string
  body?: object
}

interface InEffectProps {
  tenant: Tenant
  faults: readonly Fault[]
  plans: readonly OutcomePlan[]
  isFrozen: boolean
}

/** Everything that makes the sandbox differ from a working service. One click clears each entry, another clears all. */
function InEffect({ tenant, faults, plans, isFrozen }: InEffectProps) {
  const query = `?tenantId=${tenant.id}`
  const effects: Effect[] = [
    ...faults.map((fault) => effectOfFault(fault, query)),
    ...plans.map(({ id, outcome, remaining }) => ({
      where: 'Outcome',
      what: outcome === null ? 'As the checks say' : statusInWords(outcome),
      details: nextOnes('outcome', remaining),
      call: `DELETE /outcomes/${id}${query}`,
    })),
    ...listGaps(tenant)
      .filter((gap) => gap.current !== gap.default)
      .map(({ id, gap, current, default: usual }) => ({
        where: `Gap ${id}`,
        what: `${gap.charAt(0).toUpperCase()}${gap.slice(1)}`,
        details: current,
        call: 'PATCH /settings',
        body: { tenantId: tenant.id, settings: { [id]: usual } },
      })),
    ...(isFrozen ? [{ where: 'Clock', what: 'Frozen', details: '', ...resume(tenant) }] : []),
  ]
  const isHealthy = effects.length === 0
  return (
    <section class={isHealthy ? 'panel' : 'panel in-effect'} aria-labelledby="in-effect">
      <div class="row">
        <span class={isHealthy ? 'tone-good' : 'tone-wait'}>
          <Icon name={isHealthy ? 'good' : 'wait'} />
        </span>
        <h2 id="in-effect">In effect now</h2>
        {isHealthy && <p class="soft">Nothing. The sandbox behaves like a healthy service.</p>}
        {effects.length > 1 && (
          <form class="end" method="post" action={SEND}>
            {['faults', 'outcomes', 'settings'].map((what) => (
              <input type="hidden" name="call" value={`DELETE /${what}${query}`} />
            ))}
            <input type="hidden" name="call" value="POST /clock/resume" />
            <HiddenFields
              fields={{
                done: 'The sandbox behaves like a healthy service again.',
                ...resumeFields(tenant),
              }}
            />
            <button class="button" type="submit">
              Clear all
            </button>
          </form>
        )}
      </div>
      {!isHealthy && (
        <ul class="list">
          {effects.map(({ where, what, details, call, body }) => (
            <li class="row">
              <span class="tone-wait">{where}</span>
              <span>
                <strong>{what}</strong> <small class="soft">{details}</small>
              </span>
              <form class="end" method="post" action={SEND}>
                <HiddenFields
                  fields={{
                    call,
                    body: body ? JSON.stringify(body) : '',
                    done: `${what} is cleared.`,
                  }}
                />
                <button class="button quiet small" type="submit">
                  Clear<span class="visually-hidden"> {what}</span>
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const resume = ({ id }: Tenant) => ({ call: 'POST /clock/resume', body: { tenantId: id } })

const resumeFields = (tenant: Tenant) => {
  const { call, body } = resume(tenant)
  return { call, body: JSON.stringify(body) }
}

const WHERE = { webhook: 'Webhook', api: 'API' }

function effectOfFault({ id, target, steps, match }: Fault, query: string): Effect {
  // An entity in memory may have undefined fields, which the journal omits.
  const conditions = Object.entries(match)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        `only for ${inWords(name.replaceAll(/[A-Z]/g, '-$&')).toLowerCase()} ${value}`,
    )
  const [first, ...later] = steps
  const details = [
    first && describeStep(target, first),
    ...later.map(
      (step) => `then ${faultInWords(step.kind).toLowerCase()}, ${describeStep(target, step)}`,
    ),
    ...conditions,
  ]
  return {
    where: WHERE[target],
    what: first ? faultInWords(first.kind) : 'Nothing more',
    details: details.filter(Boolean).join(' · '),
    call: `DELETE /faults/${id}${query}`,
  }
}

const NOUNS = {
  webhook: ['event', 'events'],
  api: ['call', 'calls'],
  outcome: ['inquiry', 'inquiries'],
}

/** `the next event`, `the next 20 calls` */
function nextOnes(of: keyof typeof NOUNS, count: number): string {
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

// Faults

interface FaultPreset {
  icon: IconName
  effect: string
  kind: string
  delayMs?: number
  count?: number
}

const FAULTS = [
  {
    target: 'webhook',
    title: 'Break a webhook',
    lead: 'What happens to the next event.',
    presets: [
      { icon: 'lost', effect: 'The event is lost', kind: 'drop' },
      { icon: 'copy', effect: 'With two delivery IDs', kind: 'duplicate' },
      { icon: 'clock', effect: 'After one minute', kind: 'delay', delayMs: 60_000 },
      { icon: 'order', effect: 'A later one overtakes it', kind: 'reorder' },
      { icon: 'keys', effect: 'No endpoint has it', kind: 'wrong-secret' },
      { icon: 'edit', effect: 'After signing', kind: 'flip-byte' },
    ],
  },
  {
    target: 'api',
    title: 'Break the API',
    lead: 'What happens to the merchant’s next call.',
    presets: [
      { icon: 'clock', effect: 'Five seconds', kind: 'slow', delayMs: 5_000 },
      { icon: 'broken', effect: 'Processed, then reset', kind: 'reset-after-commit' },
      { icon: 'plain', effect: 'Processed, no response', kind: 'timeout-after-commit' },
      { icon: 'cut', effect: 'Truncated JSON', kind: 'malformed' },
      { icon: 'lost', effect: '503 for 20 calls', kind: 'server-error', count: 20 },
      { icon: 'limit', effect: '429 for one call', kind: 'rate-limited' },
    ],
  },
] as const satisfies readonly {
  target: Fault['target']
  title: string
  lead: string
  presets: readonly FaultPreset[]
}[]

function FaultTile(props: {
  tenant: Tenant
  target: Fault['target']
  preset: FaultPreset
  faults: readonly Fault[]
}) {
  const { tenant, target, preset, faults } = props
  const { icon, effect, kind, delayMs = null, count = 1 } = preset
  const isInEffect = faults.some(
    ({ target: of, steps: [step], match }) =>
      of === target &&
      step?.kind === kind &&
      (delayMs === null || step.delayMs === delayMs) &&
      Object.values(match).every((condition) => condition === undefined),
  )
  const body = { tenantId: tenant.id, target, kind, count, ...(delayMs !== null && { delayMs }) }
  const what = faultInWords(kind)
  return (
    <Tile
      id={`${target}-${kind}`}
      name={what}
      effect={effect}
      icon={icon}
      action={SEND}
      fields={{
        call: 'POST /faults',
        body: JSON.stringify(body),
        done: `${what}, for ${nextOnes(target, count)}.`,
      }}
      isInEffect={isInEffect}
    />
  )
}

// Outcomes

const OUTCOMES: readonly (readonly [string, IconName, string])[] = [
  ['APPROVED', 'good', 'All checks pass'],
  ['NEEDS_REVIEW', 'wait', 'A reviewer decides'],
  ['DECLINED', 'bad', 'After a review'],
  ['FAILED', 'lost', 'Fails, no event'],
  ['COMPLETED', 'plain', 'Not decided yet'],
  ['ESCALATED', 'up', 'Not in the contract'],
]

function OutcomeTiles(props: {
  fields: (outcome: string) => Record<string, string>
  inEffect?: readonly (string | null)[]
  children?: Child
}) {
  const { fields, inEffect = [], children } = props
  return (
    <ul class="grid tiles">
      {OUTCOMES.map(([outcome, icon, effect]) => (
        <Tile
          id={`outcome-${outcome}`}
          name={statusInWords(outcome)}
          effect={effect}
          icon={icon}
          tone={toneOfStatus(outcome)}
          action={SEND}
          fields={fields(outcome)}
          isInEffect={inEffect.includes(outcome)}
        />
      ))}
      {children}
    </ul>
  )
}

/** On an open inquiry's page: submit specimens with an outcome, or let it expire. */
export function ActForCustomer({ inquiry }: { inquiry: Inquiry }) {
  const back = `/inquiries/${inquiry.id}`
  const { plannedOutcome } = inquiry
  const planned =
    plannedOutcome === null
      ? ''
      : ` Planned for when the customer submits: ${statusInWords(plannedOutcome)}.`
  return (
    <Panel
      id="act"
      title="Act for the customer"
      lead={`Submits specimens with one of these outcomes.${planned}`}
    >
      <OutcomeTiles
        fields={(outcome) => ({
          call: `POST ${back}/complete`,
          body: JSON.stringify({ outcome }),
          done: 'Completed with specimens on the customer’s behalf.',
          back,
        })}
      >
        <Tile
          id="expire"
          name="Expire now"
          effect="The flow closes, no event"
          icon="clock"
          action={SEND}
          fields={{ call: `POST ${back}/expire`, done: 'The inquiry has expired.', back }}
        />
      </OutcomeTiles>
    </Panel>
  )
}

// Time

const HOUR_S = 60 * 60
const STEPS: readonly (readonly [string, string, number])[] = [
  ['+1 minute', 'Rate limits reset', 60],
  ['+5 minutes', 'Document URLs expire', 5 * 60],
  ['+1 hour', 'Retries fall due', HOUR_S],
  ['+1 day', 'Tomorrow', 24 * HOUR_S],
  ['+7 days', 'Open inquiries expire', 7 * 24 * HOUR_S],
  ['+30 days', 'A month later', 30 * 24 * HOUR_S],
]

function ClockPanel(props: { tenant: Tenant; now: string; isFrozen: boolean }) {
  const { tenant, now, isFrozen } = props
  const freeze = {
    call: 'POST /clock/freeze',
    body: JSON.stringify({ tenantId: tenant.id }),
    done: 'The clock is frozen.',
  }
  return (
    <Panel
      id="clock"
      title="Move time"
      lead={
        <>
          <Instant at={now} ticks={!isFrozen} /> {isFrozen && <Badge tone="wait">Frozen</Badge>}
        </>
      }
      end={
        <form method="post" action={SEND}>
          {/* A tenant's clock is based on the sandbox's, so it runs only if both do. */}
          {isFrozen && <input type="hidden" name="call" value="POST /clock/resume" />}
          <HiddenFields
            fields={
              isFrozen ? { ...resumeFields(tenant), done: 'The clock is running again.' } : freeze
            }
          />
          <button class="button small" type="submit">
            {isFrozen ? 'Resume' : 'Freeze'}
            <span class="visually-hidden"> the clock</span>
          </button>
        </form>
      }
    >
      <ul class="grid tiles">
        {STEPS.map(([name, effect, seconds]) => (
          <Tile
            id={`step-${seconds}`}
            name={name}
            effect={effect}
            icon="clock"
            action={SEND}
            fields={{
              call: 'POST /clock/advance',
              body: JSON.stringify({ tenantId: tenant.id, seconds }),
              done: `The clock moved: ${name}. Everything that fell due has been sent.`,
            }}
          />
        ))}
      </ul>
    </Panel>
  )
}

// Gaps

function GapPanel({ tenant }: { tenant: Tenant }) {
  const gaps = listGaps(tenant)
  const changed = gaps.filter((gap) => gap.current !== gap.default).length
  return (
    <More
      title="Behaviour the contract doesn’t define"
      hint={changed > 0 ? `${changed} of ${gaps.length} changed` : `${gaps.length} options`}
      open={changed > 0}
    >
      <p class="soft">
        An integration has to cope with every value. The first in each list is the default.
      </p>
      <form class="stack" method="post" action="/portal/scenario/settings">
        {GROUPS.map((group) => (
          <section aria-label={group}>
            <h3>{group}</h3>
            <div class="grid gaps">
              {gaps
                .filter(({ id }) => gapGroupOf(id) === group)
                .map(({ id, gap, values, current, default: usual }) => (
                  <div class={current === usual ? 'field' : 'field changed'}>
                    <label for={`gap-${id}`}>
                      {gap.charAt(0).toUpperCase() + gap.slice(1)} <small class="soft">{id}</small>
                    </label>
                    <select id={`gap-${id}`} name={id}>
                      {[...new Set<string>([...values, current])].map((value) => (
                        <option value={value} selected={value === current}>
                          {gapValueInWords(value)}
                        </option>
                      ))}
                    </select>
                  </div>
                ))}
            </div>
          </section>
        ))}
        <button class="button primary" type="submit">
          Apply
        </button>
      </form>
    </More>
  )
}

// Everything else

function SendPanel({ tenant }: { tenant: Tenant }) {
  const example = {
    tenantId: tenant.id,
    target: 'api',
    match: { operation: 'status' },
    sequence: [
      { kind: 'server-error', count: 2 },
      { kind: 'slow', delayMs: 3000 },
    ],
  }
  const calls = [
    ['POST /faults', 'queues a fault, or a sequence of them'],
    ['POST /outcomes', 'plans outcomes and the customer’s data'],
    ['PATCH /settings', 'changes gaps'],
    [`PATCH /tenants/${tenant.id}`, 'sets the name, the rate limit or the brand'],
    ['POST /clock/advance', 'moves time by any number of seconds'],
    ['POST /reset', 'starts over: the tenant in the body, or everything'],
  ] as const
  return (
    <More title="Anything else" hint="Send JSON to the control API">
      <form class="stack" method="post" action={SEND}>
        <Field id="call" label="Call">
          <input id="call" name="call" required value="POST /faults" list="calls" />
        </Field>
        <datalist id="calls">
          {calls.map(([call, effect]) => (
            <option value={call}>{effect}</option>
          ))}
        </datalist>
        <Field id="body" label="JSON body">
          <textarea id="body" name="body" rows={12} spellcheck={false} class="code">
            {JSON.stringify(example, null, 2)}
          </textarea>
        </Field>
        <button class="button" type="submit">
          Send
        </button>
      </form>
    </More>
  )
}
