/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The tenant's clock: read, freeze, advance. It drives expiry, URL validity, retries and rate windows.
import { Hono } from 'hono'
import { advanceClock } from '../../commands/advance-clock.ts'
import type { DeliverySender } from '../../commands/delivery/sender.ts'
import { advanceSchema } from '../../commands/requests.ts'
import { goTo, type Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { Badge, Instant } from '../shell/pieces.tsx'
import { readSchemaForm, SchemaFields } from './schema-form.tsx'

const HOUR_S = 60 * 60
const STEPS = [
  ['5 minutes', 5 * 60],
  ['1 hour', HOUR_S],
  ['1 day', 24 * HOUR_S],
] as const

export function createClockRoutes(
  portal: Portal & { deliveries: DeliverySender },
): Hono<PortalEnv> {
  const { clock } = portal
  const routes = new Hono<PortalEnv>()
  const back = '/portal/scenario#clock'
  routes.post('/scenario/clock/advance', async (c) => {
    const form = await readSchemaForm(c, advanceSchema)
    if (!form.ok) return goTo(c, portal, back, { tone: 'problem', text: form.problem })
    const { seconds } = form.value
    await advanceClock(portal, seconds * 1000, c.get('tenant').id)
    const text = `The clock moved ${seconds} seconds. Everything that became due has been sent.`
    return goTo(c, portal, back, { tone: 'done', text })
  })
  routes.post('/scenario/clock/freeze', (c) => {
    clock.freeze(c.get('tenant').id)
    return goTo(c, portal, back, { tone: 'done', text: 'The clock is frozen.' })
  })
  routes.post('/scenario/clock/resume', (c) => {
    // A tenant's clock runs on the sandbox's, so it runs only when both do.
    clock.resume()
    clock.resume(c.get('tenant').id)
    return goTo(c, portal, back, { tone: 'done', text: 'The clock is running again.' })
  })
  return routes
}

export function ClockPanel({ now, isFrozen }: { now: string; isFrozen: boolean }) {
  return (
    <section class="panel" id="clock" aria-labelledby="clock-title">
      <div class="card-head">
        <h2 id="clock-title">Move time</h2>
        <Badge tone={isFrozen ? 'wait' : 'good'}>{isFrozen ? 'Frozen' : 'Running'}</Badge>
      </div>
      <p class="big-clock">
        <Instant at={now} ticks={!isFrozen} />
      </p>
      <div class="button-grid">
        {STEPS.map(([label, seconds]) => (
          <form method="post" action="/portal/scenario/clock/advance">
            <input type="hidden" name="seconds" value={seconds} />
            <button class="button" type="submit">
              +{label}
            </button>
          </form>
        ))}
        <form method="post" action={`/portal/scenario/clock/${isFrozen ? 'resume' : 'freeze'}`}>
          <button class="button" type="submit">
            {isFrozen ? 'Let it run' : 'Freeze'}
          </button>
        </form>
      </div>
      <details class="source">
        <summary>Another step</summary>
        <form class="inline-form" method="post" action="/portal/scenario/clock/advance">
          <SchemaFields schema={advanceSchema} id="advance" values={{ seconds: '30' }} />
          <button class="button" type="submit">
            Advance
          </button>
        </form>
      </details>
      <p class="field-hint">
        Moves expiry, the five minutes of document URLs, retries and rate windows. Everything due on
        the way happens at its own time; time never goes back.
      </p>
    </section>
  )
}
