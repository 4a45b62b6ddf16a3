/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The ambiguity matrix: what the contract leaves open, with this tenant's value for each gap (N1–N32).
import { Hono } from 'hono'
import type { Orders } from '../../commands/orders.ts'
import { type GapId, listGaps, settingsSchema } from '../../scenario/gaps/table.ts'
import type { Tenant } from '../../state/entities.ts'
import { readForm } from '../form.ts'
import { goTo, type Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { Badge } from '../shell/pieces.tsx'
import { gapValueInWords } from './gap-words.ts'

type Gap = ReturnType<typeof listGaps>[number]

const GROUPS = ['Statuses', 'Requests', 'Errors', 'Deliveries', 'Identity and web SDK'] as const
/** The type makes an option without a group a compile error. */
const GROUP_OF: Record<GapId, (typeof GROUPS)[number]> = {
  N1: 'Requests',
  N2: 'Requests',
  N3: 'Errors',
  N4: 'Errors',
  N5: 'Statuses',
  N6: 'Statuses',
  N7: 'Statuses',
  N8: 'Deliveries',
  N9: 'Deliveries',
  N10: 'Deliveries',
  N11: 'Deliveries',
  N12: 'Deliveries',
  N13: 'Deliveries',
  N14: 'Identity and web SDK',
  N15: 'Deliveries',
  N16: 'Deliveries',
  N17: 'Errors',
  N18: 'Errors',
  N19: 'Identity and web SDK',
  N20: 'Identity and web SDK',
  N21: 'Requests',
  N22: 'Errors',
  N23: 'Errors',
  N24: 'Requests',
  N25: 'Statuses',
  N26: 'Statuses',
  N27: 'Identity and web SDK',
  N28: 'Requests',
  N29: 'Statuses',
  N30: 'Deliveries',
  N31: 'Identity and web SDK',
  N32: 'Deliveries',
}

export function createGapRoutes(portal: Portal & { orders: Orders }): Hono<PortalEnv> {
  const { orders } = portal
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
    return goTo(c, portal, back, { tone: 'done', text: 'All options are back to their defaults.' })
  })
  return routes
}

export function GapPanel({ tenant }: { tenant: Tenant }) {
  const gaps = listGaps(tenant)
  const changed = gaps.filter((gap) => gap.current !== gap.default).length
  return (
    <details class="panel fold" id="gaps" open={changed > 0}>
      <summary>
        <h2>Behaviour the contract doesn’t define</h2>
        {changed > 0 ? (
          <Badge tone="wait">{`${changed} changed`}</Badge>
        ) : (
          <span class="muted">{gaps.length} options, all at their defaults</span>
        )}
      </summary>
      <p class="muted">
        An integration has to cope with every value. The first in each list is the default, and
        changed ones are highlighted.
      </p>
      <form method="post" action="/portal/scenario/settings">
        <div class="gap-groups">
          {GROUPS.map((group) => (
            <section aria-label={group}>
              <h3>{group}</h3>
              <ul class="gaps">
                {gaps
                  .filter(({ id }) => GROUP_OF[id] === group)
                  .map((gap) => (
                    <GapChoice gap={gap} />
                  ))}
              </ul>
            </section>
          ))}
        </div>
        <div class="card-actions">
          <button class="button button-primary" type="submit">
            Apply
          </button>
          <button class="button" type="submit" formaction="/portal/scenario/settings/defaults">
            Back to the defaults
          </button>
        </div>
      </form>
      <GapCodes gaps={gaps} />
    </details>
  )
}

function GapChoice({ gap: { id, gap, values, current, default: usual } }: { gap: Gap }) {
  return (
    <li class={current === usual ? undefined : 'gap-changed'}>
      <label for={`gap-${id}`}>
        {gap.charAt(0).toUpperCase() + gap.slice(1)} <span class="gap-id">{id}</span>
      </label>
      <select id={`gap-${id}`} name={id}>
        {[...new Set<string>([...values, current])].map((value) => (
          <option value={value} selected={value === current}>
            {gapValueInWords(value)}
          </option>
        ))}
      </select>
    </li>
  )
}

/** What a test sends to the control API for each of the words in the lists. */
function GapCodes({ gaps }: { gaps: readonly Gap[] }) {
  return (
    <details class="source">
      <summary>Codes for the control API</summary>
      <dl class="facts gap-codes">
        {gaps.map(({ id, values }) => (
          <div>
            <dt>{id}</dt>
            <dd>
              {values.map((value) => (
                <code>{value}</code>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
