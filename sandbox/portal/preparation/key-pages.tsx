/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// API keys (P2): create, expire and revoke them. Each is shown once.

import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Preparation } from '../../commands/preparation.ts'
import type { ApiKey, Tenant } from '../../state/entities.ts'
import type { Wire } from '../../state/wire.ts'
import { readForm } from '../form.ts'
import { goTo, type Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { NewThing } from '../shell/new-thing.tsx'
import { renderNotFound, renderPage } from '../shell/page.tsx'
import { Badge, Confirm, Since } from '../shell/pieces.tsx'
import { ActionMenu, Guide, Resource, ResourcePage } from '../shell/resources.tsx'
import { LatestExchanges } from '../wire/latest-exchanges.tsx'
import { listVisible, type ShownExchange } from '../wire/visible-wire.ts'

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
    .min(1, 'Give the key a name, so you can tell it from the others.')
    .max(100, 'The name can have up to 100 characters.'),
  lifetime: z.enum(LIFETIMES.map(({ value }) => value)),
})

type KeyPortal = Portal & { preparation: Preparation; wire: Wire }

export function createKeyPages(portal: KeyPortal): Hono<PortalEnv> {
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
    const text = `“${key.name}” is revoked. Requests with it get a 401 from now on.`
    return goTo(c, portal, '/portal/keys', { tone: 'done', text })
  })
  routes.post('/keys/:keyId/expire', (c) => {
    const key = findKey(c)
    if (!key) return renderNotFound(c, portal, 'keys')
    preparation.expireKey(key)
    const text = `“${key.name}” has expired. Requests with it get a 401 from now on.`
    return goTo(c, portal, '/portal/keys', { tone: 'done', text })
  })
  return routes
}

function renderKeys(c: Context<PortalEnv>, portal: KeyPortal, problem?: string) {
  const { store, clock } = portal
  const tenant = c.get('tenant')
  const keys = store.apiKeys.listBy('tenant', tenant.id).toReversed()
  const nowMs = clock.nowMs(tenant.id)
  const requests = listVisible(portal, tenant).filter(({ entry }) => entry.tenantId === tenant.id)
  return renderPage(c, portal, {
    title: 'API keys',
    section: 'keys',
    status: problem ? 422 : 200,
    lead: 'Your server uses an API key to open inquiries and read their status and documents.',
    actions: (
      <NewThing
        thing="key"
        action="/portal/keys"
        submit="Create key"
        field={{ name: 'name', label: 'Name', maxLength: 100, example: 'Production backend' }}
        problem={problem}
      >
        <LifetimeField />
      </NewThing>
    ),
    content: (
      <ResourcePage
        label={`Keys of ${tenant.name}`}
        resources={keys.map((key) => (
          <KeyCard
            apiKey={key}
            // The wire keeps only the end of a key.
            requests={requests.filter(({ entry }) =>
              entry.requestHeaders['x-api-key']?.endsWith(key.hint),
            )}
            nowMs={nowMs}
          />
        ))}
        none={{
          icon: 'keys',
          title: 'No key yet',
          text: 'Until you create one, every request gets a 401.',
        }}
        guide={<KeyGuide publicUrl={portal.site.publicUrl} tenant={tenant} />}
      />
    ),
  })
}

function KeyGuide({ publicUrl, tenant }: { publicUrl: string; tenant: Tenant }) {
  const { rateLimitPerMinute } = tenant
  return (
    <Guide
      title="Send a request"
      lead={
        <>
          Send the key in the <code>X-Api-Key</code> header, and only from your server.
        </>
      }
      snippet={{
        name: 'Read a status',
        text: `curl -H "X-Api-Key: $API_KEY" \\\n  ${publicUrl}/api/v1/customer/inquiries/$ID`,
      }}
      facts={[
        ['Format', <code>svc_live_…</code>],
        ['Storage', 'Hashed, so you see a key only once'],
        [
          'Rate limit',
          rateLimitPerMinute === null
            ? 'None'
            : `${rateLimitPerMinute} requests per minute per key`,
        ],
        ['Errors', '401 if expired or revoked'],
        ['Scope', 'This sandbox only'],
      ]}
    />
  )
}

function LifetimeField() {
  return (
    <div class="field">
      <label for="lifetime">Expires</label>
      <select id="lifetime" name="lifetime">
        {LIFETIMES.map(({ value, label }) => (
          <option value={value}>{label}</option>
        ))}
      </select>
    </div>
  )
}

type KeyState = 'active' | 'expired' | 'revoked'

function stateOf(key: ApiKey, nowMs: number): KeyState {
  if (key.revokedAt !== null) return 'revoked'
  return key.expiresAt !== null && Date.parse(key.expiresAt) <= nowMs ? 'expired' : 'active'
}

interface KeyCardProps {
  apiKey: ApiKey
  /** Those that were accepted with it, as far as the wire goes back. */
  requests: readonly ShownExchange[]
  nowMs: number
}

function KeyCard({ apiKey, requests, nowMs }: KeyCardProps) {
  const { id, name, hint, createdAt, expiresAt, revokedAt } = apiKey
  const state = stateOf(apiKey, nowMs)
  const usedAt = requests.at(-1)?.entry.at
  return (
    <Resource
      icon="keys"
      name={name}
      state={<Badge tone={state === 'active' ? 'good' : 'plain'}>{state}</Badge>}
      mark={<code>svc_live_••••{hint}</code>}
      isOver={state !== 'active'}
      facts={[
        [
          'Last used',
          usedAt === undefined ? (
            <span class="muted">Not recently</span>
          ) : (
            <Since at={usedAt} nowMs={nowMs} />
          ),
        ],
        ['Created', <Since at={createdAt} nowMs={nowMs} />],
        revokedAt === null
          ? ['Expires', expiresAt === null ? 'Never' : <Since at={expiresAt} nowMs={nowMs} />]
          : ['Revoked', <Since at={revokedAt} nowMs={nowMs} />],
      ]}
      actions={
        state === 'active' && (
          <ActionMenu of={name}>
            <Confirm
              quiet
              label="Expire now"
              subject={name}
              action={`/portal/keys/${id}/expire`}
              warning="Shows how your integration handles an expired key. Requests with it get a 401 from now on."
            />
            <Confirm
              danger
              quiet
              label="Revoke"
              subject={name}
              action={`/portal/keys/${id}/revoke`}
              warning="Requests with this key get a 401 from now on. This can’t be undone."
            />
          </ActionMenu>
        )
      }
    >
      <LatestExchanges title="Latest requests" exchanges={requests} nowMs={nowMs} />
    </Resource>
  )
}
