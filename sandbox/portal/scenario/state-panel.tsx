/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The whole state: snapshot, restore and reset.
import { Hono } from 'hono'
import { snapshotRequestSchema } from '../../commands/requests.ts'
import type { State } from '../../commands/state.ts'
import type { Tenant } from '../../state/entities.ts'
import { snapshotNameSchema } from '../../state/snapshots.ts'
import { goTo, type Portal } from '../portal.ts'
import { type PortalEnv, writeSession } from '../session.ts'
import { Confirm } from '../shell/pieces.tsx'
import { readSchemaForm, SchemaFields } from './schema-form.tsx'

export function createStateRoutes(portal: Portal & { state: State }): Hono<PortalEnv> {
  const { state } = portal
  const routes = new Hono<PortalEnv>()
  const back = '/portal/scenario#state'

  routes.post('/scenario/snapshots', async (c) => {
    const form = await readSchemaForm(c, snapshotRequestSchema)
    if (!form.ok) return goTo(c, portal, back, { tone: 'problem', text: form.problem })
    state.take(form.value.name, null)
    const text = `Snapshot “${form.value.name}” saves the whole sandbox as it is now.`
    return goTo(c, portal, back, { tone: 'done', text })
  })
  routes.post('/scenario/snapshots/:name/restore', async (c) => {
    const { id, tenantId } = c.get('session')
    const name = c.req.param('name')
    if (!snapshotNameSchema.safeParse(name).success || !state.restore(name, null)) {
      return goTo(c, portal, back, { tone: 'problem', text: 'There is no such snapshot.' })
    }
    // The key that signs cookies is part of the state.
    await writeSession(c, portal, tenantId, id)
    return goTo(c, portal, back, { tone: 'done', text: `Back to “${name}”.` })
  })
  routes.post('/scenario/reset/tenant', (c) => {
    const tenant = c.get('tenant')
    state.resetTenant(tenant)
    const text = `${tenant.name} was reset. Its templates, keys and endpoints are unchanged.`
    return goTo(c, portal, back, { tone: 'done', text })
  })
  routes.post('/scenario/reset/all', async (c) => {
    const { id, tenantId } = c.get('session')
    state.resetAll()
    await writeSession(c, portal, tenantId, id)
    return goTo(c, portal, back, { tone: 'done', text: 'The whole sandbox was reset.' })
  })
  return routes
}

export function StatePanels({ names, tenant }: { names: readonly string[]; tenant: Tenant }) {
  return (
    <>
      <section class="panel" aria-labelledby="snapshots-title">
        <div>
          <h2 id="snapshots-title">Snapshots</h2>
          <p class="muted">Each holds the data of every tenant.</p>
        </div>
        <form class="inline-form" method="post" action="/portal/scenario/snapshots">
          <SchemaFields schema={snapshotRequestSchema} id="snapshot" />
          <button class="button" type="submit">
            Take a snapshot
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
                  warning="Every tenant loses everything that happened since."
                />
              </li>
            ))}
          </ul>
        )}
      </section>
      <section class="panel" aria-labelledby="over-title">
        <div>
          <h2 id="over-title">Start over</h2>
          <p class="muted">A reset can’t be undone. Take a snapshot first.</p>
        </div>
        <div class="card-actions">
          <Confirm
            danger
            label={`Reset ${tenant.name}`}
            subject=""
            action="/portal/scenario/reset/tenant"
            warning="Deletes its inquiries, deliveries and faults, and resets its options and clock. Templates, keys and endpoints stay."
          />
          <Confirm
            danger
            label="Reset everything"
            subject=""
            action="/portal/scenario/reset/all"
            warning="Deletes every tenant and resets the sandbox to how it first started."
          />
        </div>
      </section>
    </>
  )
}
