/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// How many requests a key may send in a minute.
import { Hono } from 'hono'
import type { Preparation } from '../../commands/preparation.ts'
import { rateLimitSchema } from '../../commands/requests.ts'
import type { Tenant } from '../../state/entities.ts'
import { goTo, type Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { readSchemaForm, SchemaFields } from './schema-form.tsx'

export function createRateLimitRoutes(
  portal: Portal & { preparation: Preparation },
): Hono<PortalEnv> {
  const { preparation } = portal
  const routes = new Hono<PortalEnv>()
  const back = '/portal/scenario#rate-limit'
  routes.post('/scenario/rate-limit', async (c) => {
    const form = await readSchemaForm(c, rateLimitSchema)
    if (!form.ok) return goTo(c, portal, back, { tone: 'problem', text: form.problem })
    const limit = form.value.rateLimitPerMinute
    preparation.changeTenant(c.get('tenant'), { rateLimitPerMinute: limit })
    const text = limit === null ? 'No rate limit.' : `${limit} requests per minute for each key.`
    return goTo(c, portal, back, { tone: 'done', text })
  })
  return routes
}

export function RateLimitPanel({ tenant: { rateLimitPerMinute } }: { tenant: Tenant }) {
  return (
    <section class="panel" id="rate-limit" aria-labelledby="rate-limit-title">
      <div>
        <h2 id="rate-limit-title">Rate limit</h2>
        <p class="muted">Per API key. Leave it empty for no limit.</p>
      </div>
      <form class="inline-form" method="post" action="/portal/scenario/rate-limit">
        <SchemaFields
          schema={rateLimitSchema}
          id="limit"
          values={{ rateLimitPerMinute: String(rateLimitPerMinute ?? '') }}
        />
        <button class="button" type="submit">
          Set limit
        </button>
      </form>
    </section>
  )
}
