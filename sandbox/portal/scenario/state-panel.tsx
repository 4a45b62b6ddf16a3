/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The whole state: take a snapshot, go back to it, begin again.
import { Hono } from 'hono'
import { z } from 'zod'
import { resetSandbox, resetTenant } from '../../commands/reset.ts'
import type { Sandbox } from '../../index.ts'
import type { Tenant } from '../../state/entities.ts'
import { snapshotNameSchema } from '../../state/snapshots.ts'
import { readForm } from '../form.ts'
import { goTo, type Portal } from '../portal.ts'
import { type PortalEnv, writeSession } from '../session.ts'
import { Confirm } from '../shell/confirm.tsx'

const snapshotFormSchema = z.object({
  name: z
    .string()
    .trim()
    .refine(
      (name) => snapshotNameSchema.safeParse(name).success,
      'A name has up to 64 letters, digits, hyphens and underscores.',
    ),
})

export function createStateRoutes(portal: Portal): Hono<PortalEnv> {
  const { sandbox } = portal
  const { snapshots, rateLimits } = sandbox
  const routes = new Hono<PortalEnv>()
  const back = '/portal/scenario#state'

  routes.post('/scenario/snapshots', async (c) => {
    const form = await readForm(c, snapshotFormSchema)
    if (!form.ok) return goTo(c, portal, back, { tone: 'problem', text: form.problem })
    snapshots.take(form.value.name)
    const text = `Snapshot “${form.value.name}” holds the whole sandbox as it is now.`
    return goTo(c, portal, back, { tone: 'done', text })
  })
  routes.post('/scenario/snapshots/:name/restore', async (c) => {
    const { id, tenantId } = c.get('session')
    const name = c.req.param('name')
    if (!snapshotNameSchema.safeParse(name).success || !snapshots.restore(name)) {
      return goTo(c, portal, back, { tone: 'problem', text: 'There is no such snapshot.' })
    }
    rateLimits.reset()
    // The key that signs cookies is part of the state.
    await writeSession(c, sandbox, tenantId, id)
    return goTo(c, portal, back, { tone: 'done', text: `Back to “${name}”.` })
  })
  routes.post('/scenario/reset/tenant', (c) => {
    const tenant = c.get('tenant')
    resetTenant(sandbox, tenant)
    const text = `${tenant.name} begins anew. Its templates, keys and endpoints are as they were.`
    return goTo(c, portal, back, { tone: 'done', text })
  })
  routes.post('/scenario/reset/all', async (c) => {
    const { id, tenantId } = c.get('session')
    resetSandbox(sandbox)
    await writeSession(c, sandbox, tenantId, id)
    return goTo(c, portal, back, { tone: 'done', text: 'The whole sandbox begins anew.' })
  })
  return routes
}

export function StatePanel({ sandbox, tenant }: { sandbox: Sandbox; tenant: Tenant }) {
  const names = sandbox.snapshots.names()
  return (
    <section class="panel" id="state" aria-labelledby="state-title">
      <h2 id="state-title">State</h2>
      <form class="inline-form" method="post" action="/portal/scenario/snapshots">
        <div class="field field-grow">
          <label for="snapshot">Snapshot of the whole sandbox</label>
          <input
            id="snapshot"
            name="name"
            required
            maxlength={64}
            pattern="[a-zA-Z0-9_\-]+"
            placeholder="before-the-demo"
          />
        </div>
        <button class="button button-primary" type="submit">
          Take snapshot
        </button>
      </form>
      {names.length > 0 && (
        <ul class="active-list" aria-label="Snapshots">
          {names.map((name) => (
            <li>
              <code>{name}</code>
              <Confirm
                label="Restore"
                subject={name}
                action={`/portal/scenario/snapshots/${name}/restore`}
                warning="All that happened since, for every tenant, is forgotten."
              />
            </li>
          ))}
        </ul>
      )}
      <div class="card-actions">
        <Confirm
          label={`Reset ${tenant.name}`}
          subject=""
          action="/portal/scenario/reset/tenant"
          warning="Its inquiries, deliveries, faults, settings and clock are forgotten. Templates, keys and endpoints stay."
        />
        <Confirm
          label="Reset everything"
          subject=""
          action="/portal/scenario/reset/all"
          warning="Every tenant is forgotten, and the sandbox is as it was when it first started."
        />
      </div>
    </section>
  )
}
