/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The ambiguity matrix: what the contract does not show, with the value that this tenant meets (N1–N29).
import { Hono } from 'hono'
import { z } from 'zod'
import { hasGapValue, isGapId, listGaps } from '../../scenario/gaps.ts'
import type { Tenant } from '../../state/entities.ts'
import { readForm } from '../form.ts'
import { goTo, type Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { Badge } from '../shell/badge.tsx'

const settingsFormSchema = z
  .record(z.string(), z.string())
  .refine(
    (settings) =>
      Object.entries(settings).every(([id, value]) => isGapId(id) && hasGapValue(id, value)),
    'A setting has a value that it does not know.',
  )
/** Empty lifts the limit, which load tests want. */
const rateFormSchema = z.object({
  limit: z.union([
    z.literal('').transform(() => null),
    z.coerce.number('Give a number.').int().min(1, 'At least one request a minute.').max(1_000_000),
  ]),
})

export function createGapRoutes(portal: Portal): Hono<PortalEnv> {
  const { store, settings } = portal.sandbox
  const routes = new Hono<PortalEnv>()
  const back = '/portal/scenario#gaps'

  routes.post('/scenario/settings', async (c) => {
    const form = await readForm(c, settingsFormSchema)
    if (!form.ok) return goTo(c, portal, back, { tone: 'problem', text: form.problem })
    const tenant = c.get('tenant')
    store.tenants.put({ ...tenant, settings: { ...tenant.settings, ...form.value } })
    return goTo(c, portal, back, { tone: 'done', text: 'The gap settings are in force.' })
  })
  routes.post('/scenario/settings/defaults', (c) => {
    store.tenants.put({ ...c.get('tenant'), settings })
    return goTo(c, portal, back, { tone: 'done', text: 'Every gap has its default again.' })
  })
  routes.post('/scenario/rate-limit', async (c) => {
    const form = await readForm(c, rateFormSchema)
    if (!form.ok) return goTo(c, portal, back, { tone: 'problem', text: form.problem })
    const { limit } = form.value
    store.tenants.put({ ...c.get('tenant'), rateLimitPerMinute: limit })
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
    <section class="panel" id="gaps" aria-labelledby="gaps-title">
      <div class="card-head">
        <h2 id="gaps-title">Gap settings</h2>
        {changed > 0 && <Badge tone="wait">{`${changed} changed`}</Badge>}
      </div>
      <p class="muted">
        What the contract does not show. A merchant must work with every value; the first is the
        sandbox’s default.
      </p>
      <form method="post" action="/portal/scenario/settings">
        <ul class="gaps">
          {gaps.map(({ id, gap, values, current, default: usual }) => (
            <li class={current === usual ? undefined : 'gap-changed'}>
              <label for={`gap-${id}`}>
                <span class="gap-id">{id}</span> {gap}
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
          <div class="field">
            <label for="limit">Requests a minute for each key (N17)</label>
            <input
              id="limit"
              name="limit"
              type="number"
              min="1"
              max="1000000"
              placeholder="No limit"
              value={tenant.rateLimitPerMinute ?? ''}
            />
          </div>
          <button class="button" type="submit">
            Set limit
          </button>
        </form>
        <form method="post" action="/portal/scenario/settings/defaults">
          <button class="button" type="submit">
            All gaps to their defaults
          </button>
        </form>
      </div>
    </section>
  )
}
