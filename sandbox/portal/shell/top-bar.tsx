/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Whose portal it is, what time it is there, and the way out.

import type { Sandbox } from '../../index.ts'
import type { Tenant } from '../../state/entities.ts'
import { Instant } from './instant.tsx'

/** Tests make a tenant each; the newest of them are enough to choose from. */
const MAX_TENANTS_OFFERED = 50

export function TopBar({ sandbox, tenant }: { sandbox: Sandbox; tenant: Tenant }) {
  const tenants = sandbox.store.tenants.values()
  const offered = new Set([...tenants.slice(0, 2), tenant, ...tenants.slice(-MAX_TENANTS_OFFERED)])
  const frozen = sandbox.clock.isFrozen(tenant.id)
  return (
    <header class="top-bar">
      <form class="tenant-form" method="post" action="/portal/tenant">
        <label for="tenant">Tenant</label>
        <select id="tenant" name="tenantId" autocomplete="off" data-submit-on-change>
          {[...offered].map(({ id, name }) => (
            <option value={id} selected={id === tenant.id}>
              {name}
            </option>
          ))}
        </select>
        <button class="button button-quiet" type="submit" data-script-replaces>
          Switch
        </button>
      </form>
      <p class="clock" data-frozen={frozen ? '' : undefined}>
        <span class="clock-label">{frozen ? 'Clock frozen' : 'Sandbox time'}</span>
        <Instant at={sandbox.clock.nowIso(tenant.id)} ticks={!frozen} />
      </p>
      <form method="post" action="/portal/sign-out">
        <button class="button button-quiet" type="submit">
          Sign out
        </button>
      </form>
    </header>
  )
}
