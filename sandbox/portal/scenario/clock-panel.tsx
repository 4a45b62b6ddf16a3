/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The tenant's clock: read, freeze, advance. It drives expiry, URL validity, retries and rate windows.
import { Hono } from 'hono'
import { z } from 'zod'
import { advanceClock } from '../../commands/advance-clock.ts'
import type { Sandbox } from '../../index.ts'
import type { Tenant } from '../../state/entities.ts'
import { readForm } from '../form.ts'
import { goTo, type Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { Badge } from '../shell/badge.tsx'
import { Instant } from '../shell/instant.tsx'

const UNIT_MS = { seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const
const STEPS = [
  ['5 minutes', '5', 'minutes'],
  ['1 hour', '1', 'hours'],
  ['1 day', '1', 'days'],
] as const

const MAX_AMOUNT = 10_000
const advanceFormSchema = z.object({
  amount: z.coerce
    .number('Give a number.')
    .positive('Time only moves forward.')
    .max(MAX_AMOUNT, `At most ${MAX_AMOUNT} at a time.`),
  unit: z.enum(['seconds', 'minutes', 'hours', 'days']),
})

export function createClockRoutes(portal: Portal): Hono<PortalEnv> {
  const { clock } = portal.sandbox
  const routes = new Hono<PortalEnv>()
  routes.post('/scenario/clock/advance', async (c) => {
    const form = await readForm(c, advanceFormSchema)
    if (!form.ok) {
      return goTo(c, portal, '/portal/scenario#clock', { tone: 'problem', text: form.problem })
    }
    const { amount, unit } = form.value
    await advanceClock(portal.sandbox, amount * UNIT_MS[unit], c.get('tenant').id)
    const text = `The clock moved ${amount} ${unit}. Everything that became due has been sent.`
    return goTo(c, portal, '/portal/scenario#clock', { tone: 'done', text })
  })
  routes.post('/scenario/clock/freeze', (c) => {
    clock.freeze(c.get('tenant').id)
    return goTo(c, portal, '/portal/scenario#clock', {
      tone: 'done',
      text: 'The clock stands still.',
    })
  })
  routes.post('/scenario/clock/resume', (c) => {
    // A tenant's clock stands on the sandbox's: it runs only when both do.
    clock.resume()
    clock.resume(c.get('tenant').id)
    return goTo(c, portal, '/portal/scenario#clock', {
      tone: 'done',
      text: 'The clock runs again.',
    })
  })
  return routes
}

export function ClockPanel({ sandbox, tenant }: { sandbox: Sandbox; tenant: Tenant }) {
  const isFrozen = sandbox.clock.isFrozen(tenant.id)
  return (
    <section class="panel" id="clock" aria-labelledby="clock-title">
      <div class="card-head">
        <h2 id="clock-title">Clock</h2>
        <Badge tone={isFrozen ? 'wait' : 'good'}>{isFrozen ? 'frozen' : 'running'}</Badge>
      </div>
      <p class="big-clock">
        <Instant at={sandbox.clock.nowIso(tenant.id)} ticks={!isFrozen} />
      </p>
      <div class="card-actions">
        <form method="post" action={`/portal/scenario/clock/${isFrozen ? 'resume' : 'freeze'}`}>
          <button class="button" type="submit">
            {isFrozen ? 'Let it run' : 'Freeze'}
          </button>
        </form>
        {STEPS.map(([label, amount, unit]) => (
          <form method="post" action="/portal/scenario/clock/advance">
            <input type="hidden" name="amount" value={amount} />
            <input type="hidden" name="unit" value={unit} />
            <button class="button" type="submit">
              +{label}
            </button>
          </form>
        ))}
      </div>
      <form class="inline-form" method="post" action="/portal/scenario/clock/advance">
        <div class="field">
          <label for="amount">Advance by</label>
          <input
            id="amount"
            name="amount"
            type="number"
            min="0"
            max={MAX_AMOUNT}
            step="any"
            required
            value="30"
          />
        </div>
        <div class="field">
          <label for="unit">Unit</label>
          <select id="unit" name="unit">
            {Object.keys(UNIT_MS).map((unit) => (
              <option value={unit} selected={unit === 'minutes'}>
                {unit}
              </option>
            ))}
          </select>
        </div>
        <button class="button" type="submit">
          Advance
        </button>
      </form>
      <p class="field-hint">
        This tenant’s time. It drives expiry, the five minutes of document URLs, retries and rate
        windows; it never goes back.
      </p>
    </section>
  )
}
