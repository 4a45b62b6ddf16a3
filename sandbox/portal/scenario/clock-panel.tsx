/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The tenant's clock: read, freeze, advance. It drives expiry, URL validity, retries and rate windows.
import { Hono } from 'hono'
import { advanceClock } from '../../commands/advance-clock.ts'
import type { DeliverySender } from '../../commands/delivery/sender.ts'
import { advanceSchema } from '../../commands/requests.ts'
import { goTo, type Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { formatSpan } from '../shell/instants.ts'
import { Badge, Instant, PressTile } from '../shell/pieces.tsx'
import { readSchemaForm, SchemaFields } from './schema-form.tsx'

const HOUR_S = 60 * 60
const DAY_S = 24 * HOUR_S
const STEPS = [
  { name: '+1 minute', effect: 'Rate limits reset', seconds: 60 },
  { name: '+5 minutes', effect: 'Document URLs expire', seconds: 5 * 60 },
  { name: '+1 hour', effect: 'Retries fall due', seconds: HOUR_S },
  { name: '+1 day', effect: 'Tomorrow', seconds: DAY_S },
  { name: '+7 days', effect: 'Open inquiries expire', seconds: 7 * DAY_S },
  { name: '+30 days', effect: 'A month later', seconds: 30 * DAY_S },
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
    if (!(await advanceClock(portal, seconds * 1000, c.get('tenant').id))) {
      return goTo(c, portal, back, { tone: 'problem', text: 'The clock ends in the year 9900.' })
    }
    const text = `The clock moved forward by ${formatSpan(seconds * 1000)}. Everything that fell due has been sent.`
    return goTo(c, portal, back, { tone: 'done', text })
  })
  routes.post('/scenario/clock/freeze', (c) => {
    clock.freeze(c.get('tenant').id)
    return goTo(c, portal, back, { tone: 'done', text: 'The clock is frozen.' })
  })
  routes.post('/scenario/clock/resume', (c) => {
    // A tenant's clock is based on the sandbox's, so it runs only if both do.
    clock.resume()
    clock.resume(c.get('tenant').id)
    return goTo(c, portal, back, { tone: 'done', text: 'The clock is running again.' })
  })
  return routes
}

export function ClockPanel({ now, isFrozen }: { now: string; isFrozen: boolean }) {
  return (
    <section class="panel" id="clock" aria-labelledby="clock-title">
      <div class="clock-head">
        <div>
          <h2 id="clock-title">Move time</h2>
          <p class="muted">
            <Instant at={now} ticks={!isFrozen} /> {isFrozen && <Badge tone="wait">Frozen</Badge>}
          </p>
        </div>
        <form method="post" action={`/portal/scenario/clock/${isFrozen ? 'resume' : 'freeze'}`}>
          <button class="button" type="submit">
            {isFrozen ? 'Resume' : 'Freeze'}
            <span class="visually-hidden"> the clock</span>
          </button>
        </form>
      </div>
      <ul class="presets presets-steps">
        {STEPS.map(({ name, effect, seconds }, index) => (
          <li>
            <form method="post" action="/portal/scenario/clock/advance">
              <input type="hidden" name="seconds" value={seconds} />
              <PressTile id={`step-${index}`} name={name} effect={effect} />
            </form>
          </li>
        ))}
      </ul>
      <form class="inline-form step-form" method="post" action="/portal/scenario/clock/advance">
        <SchemaFields schema={advanceSchema} id="advance" values={{ seconds: '30' }} />
        <button class="button" type="submit">
          Advance
        </button>
        <p class="field-hint">
          Anything due in between happens on schedule. You can’t go back in time.
        </p>
      </form>
    </section>
  )
}
