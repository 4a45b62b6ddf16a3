/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Switches the tenant and signs out: in the top bar on a desktop, and in the menu on a narrow screen.
import type { Tenant } from '../../state/entities.ts'
import type { Portal } from '../portal.ts'

/** Each test creates a tenant, so only the newest are offered. */
const MAX_TENANTS_OFFERED = 50

interface TenantFormProps {
  /** The page has one for each, of which the style sheet shows one. */
  at: 'desk' | 'phone'
  portal: Portal
  tenant: Tenant
}

export function TenantForm({ at, portal, tenant }: TenantFormProps) {
  const tenants = portal.store.tenants.values()
  const offered = new Set([...tenants.slice(0, 2), tenant, ...tenants.slice(-MAX_TENANTS_OFFERED)])
  return (
    <form class="tenant-form" method="post" action="/portal/tenant">
      <label for={`tenant-${at}`}>Tenant</label>
      <select id={`tenant-${at}`} name="tenantId" autocomplete="off" data-submit-on-change>
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
  )
}

export function SignOutForm() {
  return (
    <form class="sign-out" method="post" action="/portal/sign-out">
      <button class="button button-quiet" type="submit">
        Sign out
      </button>
    </form>
  )
}
