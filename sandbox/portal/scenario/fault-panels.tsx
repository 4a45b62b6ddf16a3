/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Faults for the next deliveries or the next merchant API responses.
import { Hono } from 'hono'
import type { z } from 'zod'
import type { Orders } from '../../commands/orders.ts'
import {
  apiFaultFormSchema,
  faultRequestSchema,
  webhookFaultFormSchema,
} from '../../commands/requests.ts'
import { API_FAULTS, WEBHOOK_FAULTS } from '../../scenario/faults.ts'
import { EVENT_KINDS, type Fault } from '../../state/entities.ts'
import { goTo, type Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { PressTile } from '../shell/pieces.tsx'
import { faultInWords } from '../shell/words.ts'
import { FAULT_PRESETS, isInEffect } from './fault-presets.ts'
import { nextOnes } from './in-effect.tsx'
import { readSchemaForm, SchemaFields } from './schema-form.tsx'

type Target = Fault['target']

const SCHEMAS = { webhook: webhookFaultFormSchema, api: apiFaultFormSchema }
const TEXTS = {
  webhook: { title: 'Break a webhook', lead: 'What happens to the next event.' },
  api: { title: 'Break the API', lead: 'What happens to the merchant’s next call.' },
}
const WHAT = { webhook: 'Webhooks', api: 'The API' }
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
      const text = `${WHAT[target]}: ${faultInWords(kind).toLowerCase()}, for ${nextOnes(target, count)}.`
      return goTo(c, portal, '/portal/scenario#newest-fault', { tone: 'done', text })
    })
  }
  routes.post('/scenario/faults/:faultId/remove', (c) => {
    orders.forgetFaults(c.get('tenant'), c.req.param('faultId'))
    return goTo(c, portal, '/portal/scenario', { tone: 'done', text: 'The fault is cleared.' })
  })
  return routes
}

export function FaultPanel(props: { target: Target; faults: readonly Fault[] }) {
  const { target } = props
  const faults = props.faults.filter((fault) => fault.target === target)
  const id = `${target}-faults`
  const action = `/portal/scenario/faults/${target}`
  const { title, lead } = TEXTS[target]
  return (
    <section class="panel" id={id} aria-labelledby={`${id}-title`}>
      <div>
        <h2 id={`${id}-title`}>{title}</h2>
        <p class="muted">{lead}</p>
      </div>
      {FAULT_PRESETS[target].map(({ title: group, presets }) => (
        <div>
          <h3 class="preset-group">{group}</h3>
          <ul class="presets presets-pairs">
            {presets.map((preset) => (
              <li>
                <form method="post" action={action}>
                  {Object.entries({ count: '1', ...preset.fields }).map(([field, value]) => (
                    <input type="hidden" name={field} value={value} />
                  ))}
                  <PressTile
                    id={`${target}-${preset.fields.kind}-preset`}
                    icon={preset.icon}
                    name={faultInWords(preset.fields.kind)}
                    effect={preset.effect}
                    isInEffect={isInEffect(preset, faults)}
                  />
                </form>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

/** Below both panels and as wide as the two, so that opening it leaves neither with a gap. */
export function MoreFaults() {
  return (
    <details class="panel fold" id="more-faults">
      <summary>
        <h2>More faults and conditions</h2>
        <span class="muted">Every kind, for a chosen inquiry, event or attempt</span>
      </summary>
      <div class="split-even fault-forms">
        <FaultForm target="webhook" />
        <FaultForm target="api" />
      </div>
    </details>
  )
}

function FaultForm({ target }: { target: Target }) {
  return (
    <section aria-labelledby={`${target}-form-title`}>
      <h3 id={`${target}-form-title`}>{WHAT[target]}</h3>
      <form method="post" action={`/portal/scenario/faults/${target}`}>
        <div class="form-grid">
          <SchemaFields
            schema={SCHEMAS[target]}
            id={target}
            except={CONDITIONS}
            inWords={(choice) =>
              Object.hasOwn(KINDS[target], choice) ? faultInWords(choice) : choice
            }
          />
        </div>
        <fieldset class="conditions">
          <legend>Only for</legend>
          <div class="form-grid">
            <SchemaFields
              schema={SCHEMAS[target]}
              id={target}
              only={CONDITIONS}
              suggest={{ eventType: EVENT_KINDS }}
            />
          </div>
        </fieldset>
        <button class="button form-end" type="submit">
          Add the fault
        </button>
      </form>
      <details class="source">
        <summary>What each kind does</summary>
        <dl class="facts">
          {Object.entries(KINDS[target]).map(([kind, effect]) => (
            <div>
              <dt>
                {faultInWords(kind)} <code>{kind}</code>
              </dt>
              <dd>{effect.replaceAll('`', '')}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  )
}

/** What a fault can be limited to. */
const CONDITIONS = ['operation', 'inquiryId', 'referenceId', 'eventType', 'attempt']
