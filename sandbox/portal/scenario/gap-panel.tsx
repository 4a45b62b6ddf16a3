/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The ambiguity matrix: what the contract leaves open, with this tenant's value for each gap (N1–N29).
import { Hono } from 'hono'
import type { Orders } from '../../commands/orders.ts'
import type { Preparation } from '../../commands/preparation.ts'
import { rateLimitSchema } from '../../commands/requests.ts'
import { listGaps, settingsSchema } from '../../scenario/gaps/table.ts'
import type { Tenant } from '../../state/entities.ts'
import { readForm } from '../form.ts'
import { goTo, type Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { Badge } from '../shell/pieces.tsx'
import { readSchemaForm, SchemaFields } from './schema-form.tsx'

export function createGapRoutes(
  portal: Portal & { orders: Orders; preparation: Preparation },
): Hono<PortalEnv> {
  const { orders, preparation } = portal
  const routes = new Hono<PortalEnv>()
  const back = '/portal/scenario#gaps'

  routes.post('/scenario/settings', async (c) => {
    const form = await readForm(c, settingsSchema)
    if (!form.ok) return goTo(c, portal, back, { tone: 'problem', text: form.problem })
    orders.setGaps(c.get('tenant'), form.value)
    return goTo(c, portal, back, { tone: 'done', text: 'The options apply from now on.' })
  })
  routes.post('/scenario/settings/defaults', (c) => {
    orders.resetGaps(c.get('tenant'))
    return goTo(c, portal, back, { tone: 'done', text: 'Every option has its default again.' })
  })
  routes.post('/scenario/rate-limit', async (c) => {
    const form = await readSchemaForm(c, rateLimitSchema)
    if (!form.ok) return goTo(c, portal, back, { tone: 'problem', text: form.problem })
    const limit = form.value.rateLimitPerMinute
    preparation.changeTenant(c.get('tenant'), { rateLimitPerMinute: limit })
    const text =
      limit === null ? 'There is no rate limit.' : `${limit} requests a minute for each key.`
    return goTo(c, portal, back, { tone: 'done', text })
  })
  return routes
}

export function GapPanel({ tenant }: { tenant: Tenant }) {
  const gaps = listGaps(tenant)
  const changed = gaps.filter((gap) => gap.current !== gap.default).length
  return (
    <details class="panel fold" id="gaps" open={changed > 0}>
      <summary>
        <h2>Options the contract leaves open</h2>
        {changed > 0 ? (
          <Badge tone="wait">{`${changed} changed`}</Badge>
        ) : (
          <span class="muted">{gaps.length} options, all at their defaults</span>
        )}
      </summary>
      <p class="muted">
        What the contract doesn’t say. A merchant must work with every value; the first is the
        sandbox’s default.
      </p>
      <form method="post" action="/portal/scenario/settings">
        <ul class="gaps">
          {gaps.map(({ id, gap, values, current, default: usual }) => (
            <li class={current === usual ? undefined : 'gap-changed'}>
              <label for={`gap-${id}`}>
                <span class="gap-id">{id}</span> {gap.charAt(0).toUpperCase() + gap.slice(1)}
              </label>
              <select id={`gap-${id}`} name={id}>
                {values.map((value) => (
                  <option value={value} selected={value === current}>
                    {value === usual ? `${value} (default)` : value}
                  </option>
                ))}
              </select>
            </li>
          ))}
        </ul>
        <div class="card-actions">
          <button class="button button-primary" type="submit">
            Apply
          </button>
        </div>
      </form>
      <div class="panel-foot">
        <form class="inline-form" method="post" action="/portal/scenario/rate-limit">
          <SchemaFields
            schema={rateLimitSchema}
            id="limit"
            values={{ rateLimitPerMinute: String(tenant.rateLimitPerMinute ?? '') }}
          />
          <button class="button" type="submit">
            Set limit
          </button>
        </form>
        <form method="post" action="/portal/scenario/settings/defaults">
          <button class="button" type="submit">
            Back to the defaults
          </button>
        </form>
      </div>
    </details>
  )
}
