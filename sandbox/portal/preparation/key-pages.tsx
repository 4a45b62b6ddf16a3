/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// API keys (P2): create, expire and revoke them. Each is shown once.

import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Preparation } from '../../commands/preparation.ts'
import type { ApiKey } from '../../state/entities.ts'
import { readForm } from '../form.ts'
import { goTo, type Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { renderNotFound, renderPage } from '../shell/page.tsx'
import { Badge, Confirm, NewThing, Since } from '../shell/pieces.tsx'

const DAY_MS = 24 * 60 * 60 * 1000
const LIFETIMES = [
  { value: 'never', label: 'Never', days: null },
  { value: '1', label: 'In 1 day', days: 1 },
  { value: '30', label: 'In 30 days', days: 30 },
  { value: '365', label: 'In 1 year', days: 365 },
] as const

const keyFormSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Give the key a name, so that you can tell it from others.')
    .max(100, 'The name may have 100 characters.'),
  lifetime: z.enum(LIFETIMES.map(({ value }) => value)),
})

export function createKeyPages(portal: Portal & { preparation: Preparation }): Hono<PortalEnv> {
  const { store, preparation, clock } = portal
  const routes = new Hono<PortalEnv>()

  /** The key, if it belongs to this tenant. */
  const findKey = (c: Context<PortalEnv>) => {
    const key = store.apiKeys.get(c.req.param('keyId') ?? '')
    return key?.tenantId === c.get('tenant').id ? key : null
  }

  routes.get('/keys', (c) => renderKeys(c, portal))
  routes.post('/keys', async (c) => {
    const form = await readForm(c, keyFormSchema)
    if (!form.ok) return renderKeys(c, portal, form.problem)
    const { name, lifetime } = form.value
    const days = LIFETIMES.find(({ value }) => value === lifetime)?.days ?? null
    const tenant = c.get('tenant')
    const expiresAt =
      days === null ? null : new Date(clock.nowMs(tenant.id) + days * DAY_MS).toISOString()
    const { plaintext } = preparation.createKey(tenant, { name, expiresAt })
    return goTo(c, portal, '/portal/keys', {
      tone: 'done',
      text: `The key “${name}” is ready.`,
      secret: { label: 'API key', value: plaintext },
    })
  })
  routes.post('/keys/:keyId/revoke', (c) => {
    const key = findKey(c)
    if (!key) return renderNotFound(c, portal, 'keys')
    preparation.revokeKey(key)
    const text = `“${key.name}” is revoked: every request with it is answered 401 from now on.`
    return goTo(c, portal, '/portal/keys', { tone: 'done', text })
  })
  routes.post('/keys/:keyId/expire', (c) => {
    const key = findKey(c)
    if (!key) return renderNotFound(c, portal, 'keys')
    preparation.expireKey(key)
    const text = `“${key.name}” has expired: every request with it is answered 401 from now on.`
    return goTo(c, portal, '/portal/keys', { tone: 'done', text })
  })
  return routes
}

function renderKeys(c: Context<PortalEnv>, portal: Portal, problem?: string) {
  const { store, clock } = portal
  const tenant = c.get('tenant')
  const keys = store.apiKeys.listBy('tenant', tenant.id).toReversed()
  const nowMs = clock.nowMs(tenant.id)
  return renderPage(c, portal, {
    title: 'API keys',
    section: 'keys',
    status: problem ? 422 : 200,
    lead: (
      <>
        A merchant sends its key in the header <code>X-Api-Key</code>. We keep a hash of it. Sandbox
        keys have the form of real ones, <code>svc_live_…</code>, and open nothing but this sandbox.
      </>
    ),
    actions: (
      <NewThing thing="key" isOpen={problem !== undefined}>
        <KeyForm problem={problem} />
      </NewThing>
    ),
    content:
      keys.length === 0 ? (
        <p class="empty">No key yet. Without one, every request is answered 401.</p>
      ) : (
        <div class="table-frame">
          <table class="list">
            <caption class="visually-hidden">Keys of {tenant.name}</caption>
            <thead>
              <tr>
                <th scope="col">Key</th>
                <th scope="col">Status</th>
                <th scope="col">Created</th>
                <th scope="col">Expires</th>
                <th scope="col">
                  <span class="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {keys.map((key) => (
                <KeyRow apiKey={key} nowMs={nowMs} />
              ))}
            </tbody>
          </table>
        </div>
      ),
  })
}

function KeyForm({ problem }: { problem: string | undefined }) {
  return (
    <form class="inline-form" method="post" action="/portal/keys">
      <div class="field field-grow">
        <label for="name">Name</label>
        <input
          id="name"
          name="name"
          maxlength={100}
          required
          placeholder="e.g. Production backend"
          aria-invalid={problem ? 'true' : undefined}
          aria-describedby={problem ? 'name-problem' : undefined}
        />
        {problem && (
          <p class="field-problem" id="name-problem" role="alert">
            {problem}
          </p>
        )}
      </div>
      <div class="field">
        <label for="lifetime">Expires</label>
        <select id="lifetime" name="lifetime">
          {LIFETIMES.map(({ value, label }) => (
            <option value={value}>{label}</option>
          ))}
        </select>
      </div>
      <button class="button button-primary" type="submit">
        Create key
      </button>
    </form>
  )
}

type KeyState = 'active' | 'expired' | 'revoked'

function stateOf(key: ApiKey, nowMs: number): KeyState {
  if (key.revokedAt !== null) return 'revoked'
  return key.expiresAt !== null && Date.parse(key.expiresAt) <= nowMs ? 'expired' : 'active'
}

function KeyRow({ apiKey, nowMs }: { apiKey: ApiKey; nowMs: number }) {
  const { id, name, hint, createdAt, expiresAt } = apiKey
  const state = stateOf(apiKey, nowMs)
  return (
    <tr>
      <th scope="row">
        <span class="row-name">{name}</span>
        <small>
          <code>svc_live_••••{hint}</code>
        </small>
      </th>
      <td data-label="Status">
        <Badge tone={state === 'active' ? 'good' : 'plain'}>{state}</Badge>
      </td>
      <td data-label="Created">
        <Since at={createdAt} nowMs={nowMs} />
      </td>
      <td data-label="Expires">
        {expiresAt === null ? (
          <span class="muted">Never</span>
        ) : (
          <Since at={expiresAt} nowMs={nowMs} />
        )}
      </td>
      <td class="row-actions">
        {state === 'active' && (
          <div>
            <Confirm
              quiet
              label="Expire now"
              subject={name}
              action={`/portal/keys/${id}/expire`}
              warning="To try what your integration does when a key’s time is up. Requests with it are answered 401."
            />
            <Confirm
              quiet
              danger
              label="Revoke"
              subject={name}
              action={`/portal/keys/${id}/revoke`}
              warning="Requests with this key are refused at once, and it can’t be undone."
            />
          </div>
        )}
      </td>
    </tr>
  )
}
