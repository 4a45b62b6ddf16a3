// Services that get keys, tenants, the portal or the flow wrong (A1–A5, P1–P4, F1).
import { losing, onControl, onMerchantCall, reading, type WrongService, wrong } from './mistakes.ts'
import {
  answer,
  type Call,
  type Inquiry,
  type Json,
  type Mistake,
  type Tenant,
  text,
  type World,
  withBody,
} from './proxy.ts'

type Key = Tenant['keys'][number]

const isDeciding = /^POST \/inquiries\/[\w-]+\/decide/
const tenantIn = (world: World, { path }: Call) =>
  world.tenants.find(({ id }) => path.includes(id) && id !== '')

/** Takes the key from elsewhere, if it isn't in its header. */
const keyFrom = (find: (call: Call) => string | null | undefined) =>
  onMerchantCall(async (call, next) => {
    const key = call.headers['x-api-key'] ?? find(call)
    return next(key ? { headers: { ...call.headers, 'x-api-key': key } } : {})
  })

/** Lets keys in that the sandbox refuses, with another key of their tenant. */
const admitting = (
  isAdmitted: (key: Key, world: World, tenant: Tenant) => boolean | Promise<boolean>,
) =>
  onMerchantCall(async (call, next, world) => {
    const tenant = world.tenantOf(call)
    const key = tenant?.keys.find(({ apiKey }) => apiKey === call.headers['x-api-key'])
    const other = tenant?.keys.find(({ end, expiresAt }) => end === null && expiresAt === null)
    const isLetIn = tenant && key && other && (await isAdmitted(key, world, tenant))
    return isLetIn ? next({ headers: { ...call.headers, 'x-api-key': other.apiKey } }) : next()
  })

/** Lets other tenants' inquiries be read. */
const reveal = (isRevealed: (call: Call, inquiry: Inquiry, world: World) => boolean) =>
  onMerchantCall(async (call, next, world) => {
    const given = await next()
    const inquiry = world.inquiry(call.inquiryId)
    const isForeign = call.route === 'status' && given.status === 404 && inquiry
    return isForeign && isRevealed(call, inquiry, world) ? world.asOwner(inquiry) : given
  })

/** Shows another note or time of a portal decision. */
const showingDecision = (
  choose: (decisions: readonly Json[], inquiry: Inquiry, seen: Json) => Json,
): Mistake => {
  const decisions = new Map<string, Json[]>()
  const shown = reading((seen, inquiry) => {
    const own = decisions.get(inquiry.id) ?? []
    return own.length > 0 ? choose(own, inquiry, seen) : {}
  })
  return {
    async call(call, next, world) {
      if (isDeciding.test(`${call.method} ${call.path.replace('/sandbox', '')}`)) {
        const own = decisions.get(call.inquiryId) ?? []
        decisions.set(call.inquiryId, [...own, call.body])
      }
      return shown.call?.(call, next, world) ?? next()
    },
  }
}

/** A merchant route that the contract doesn't have, which decides an inquiry. */
const stepRoute = (action: string, status: number): Mistake =>
  onMerchantCall(async (call, next, world) => {
    if (call.method !== 'POST' || !call.path.endsWith(`/${action}`)) return next()
    const [, id = ''] = /inquiries\/([\w-]+)/.exec(call.path) ?? []
    await world.control('POST', `/inquiries/${id}/complete`, { outcome: 'APPROVED' })
    return answer(status)
  })

export const KEYS_AND_PORTAL: readonly WrongService[] = [
  wrong('A1', 'the key is also accepted in Authorization', () =>
    keyFrom(({ headers }) => headers.authorization?.replace(/^Bearer /, '')),
  ),
  wrong('A1', 'the key is also accepted in the query', () =>
    keyFrom(({ path }) => new URL(path, 'http://localhost').searchParams.get('apiKey')),
  ),
  wrong('A2', 'new keys have another prefix', () => {
    const toOwn = (key: string) => key.replace('svc_test_', 'svc_live_')
    return {
      async call(call, next) {
        const key = call.headers['x-api-key']
        const given = await next(
          key ? { headers: { ...call.headers, 'x-api-key': toOwn(key) } } : {},
        )
        if (!/\/keys$/.test(call.path) || call.method !== 'POST') return given
        return withBody(given, {
          ...given.body,
          apiKey: text(given.body.apiKey).replace('svc_live_', 'svc_test_'),
        })
      },
    }
  }),
  wrong(
    'A2',
    "a new key revokes the tenant's others",
    () => {
      const revoked = new Set<string>()
      return {
        async call(call, next, world) {
          const given = revoked.has(call.headers['x-api-key'] ?? '') ? answer(401) : await next()
          const isNew = call.method === 'POST' && /\/keys$/.test(call.path)
          const others = isNew ? (tenantIn(world, call)?.keys ?? []) : []
          for (const { apiKey } of others) if (apiKey !== given.body.apiKey) revoked.add(apiKey)
          return given
        },
      }
    },
    { alsoBreaks: ['A4', 'A5', 'O7'] },
  ),
  wrong('A3', 'the list of keys shows the plaintext', () =>
    onControl(/^GET \/tenants\/[\w-]+\/keys/, async (call, next, world) => {
      const given = await next()
      return withBody(given, { ...given.body, all: tenantIn(world, call)?.keys })
    }),
  ),
  wrong('A3', "a new key's plaintext shows in the list until its next use", () => {
    const used = new Set<string | undefined>()
    return {
      async call(call, next, world) {
        used.add(call.headers['x-api-key'])
        const given = await next()
        if (call.method !== 'GET' || !/\/keys$/.test(call.path)) return given
        const unused = tenantIn(world, call)?.keys.filter(({ apiKey }) => !used.has(apiKey))
        return withBody(given, { ...given.body, unused })
      },
    }
  }),
  wrong('A4', "keys don't expire by the tenant's clock", () =>
    admitting(({ expiresAt }) => Date.parse(expiresAt ?? '') > Date.now()),
  ),
  wrong('A4', 'a revoked key still works', () => admitting(({ end }) => end === 'revoke'), {
    alsoBreaks: ['D4'],
  }),
  wrong('A4', 'a revoked key works again after a week', () => {
    const endedAtMs = new Map<string, number>()
    return admitting(async ({ end, apiKey }, world, tenant) => {
      if (end !== 'revoke') return false
      const nowMs = await world.nowMs(tenant)
      endedAtMs.set(apiKey, endedAtMs.get(apiKey) ?? nowMs)
      return nowMs > (endedAtMs.get(apiKey) ?? nowMs) + 604_800_000
    })
  }),
  wrong('A4', "revoking one key revokes the tenant's others", () => {
    const tenants = new Set<Tenant>()
    return {
      async call(call, next, world) {
        const owner = world.tenants.find(({ keys }) =>
          keys.some(({ id }) => id !== '' && call.path.endsWith(`/keys/${id}/revoke`)),
        )
        if (owner) tenants.add(owner)
        const holder = world.tenantOf(call)
        return holder && tenants.has(holder) ? answer(401) : next()
      },
    }
  }),
  wrong('A5', "another tenant's inquiry can be read", () => reveal(() => true)),
  wrong('A5', "a tenant's second key sees the inquiries of every tenant", () =>
    reveal((call, _, world) => {
      const [first] = world.tenantOf(call)?.keys ?? []
      return first !== undefined && first.apiKey !== call.headers['x-api-key']
    }),
  ),
  wrong(
    'A5',
    "the value of a header tells another tenant's inquiry from a missing one",
    () =>
      onMerchantCall(async (call, next, world) => {
        const given = await next()
        const reason = world.inquiry(call.inquiryId) ? 'forbidden' : 'missing'
        return { ...given, headers: { ...given.headers, 'x-reason': reason } }
      }),
    { alsoBreaks: ['D3'] },
  ),
  wrong('P1', "publishing one template publishes the tenant's drafts", () =>
    onControl(/^POST \/revisions\/[\w-]+\/publish/, async (call, next, world) => {
      const owner = world.tenants.find(({ revisions }) =>
        revisions.some(({ id }) => call.path.includes(id)),
      )
      for (const { id, isPublished } of owner?.revisions ?? [])
        if (!isPublished) await world.control('POST', `/revisions/${id}/publish`, {})
      return call.body === undefined ? next() : answer(200)
    }),
  ),
  wrong(
    'P1',
    'a draft takes effect as soon as there is a published revision',
    () =>
      onControl(/^POST \/templates\/[\w-]+\/revisions/, async (call, next, world) => {
        const given = await next()
        const isKnown = world.tenants.some(({ revisions }) =>
          revisions.some((each) => each.isPublished && call.path.includes(each.templateId)),
        )
        if (isKnown) await world.control('POST', `/revisions/${given.body.id}/publish`, {})
        return given
      }),
    { alsoBreaks: ['O3'] },
  ),
  wrong(
    'P2',
    'a new key opens nothing',
    () =>
      onMerchantCall(async (call, next, world) => {
        const [first] = world.tenantOf(call)?.keys ?? []
        const isNew = first && first.apiKey !== call.headers['x-api-key']
        return isNew && call.route === 'open' && !call.headers['idempotency-key']
          ? answer(403)
          : next()
      }),
    { alsoBreaks: ['A4', 'D4'] },
  ),
  wrong(
    'P3',
    'a rotation keeps the secret',
    () =>
      onControl(/^POST \/endpoints\/[\w-]+\/rotate/, async (call, next, world) => {
        const { secrets = [] } = world.endpoints.find(({ id }) => call.path.includes(id)) ?? {}
        const [secret] = secrets
        return withBody(await next(), { id: call.path.split('/')[3], secret })
      }),
    { alsoBreaks: ['W1'] },
  ),
  wrong('P3', 'a recreated endpoint leaves the old one behind', () => ({
    async deliver({ event, endpoint }, send, world) {
      const isRecreated = endpoint.secrets.length > 2
      if (isRecreated) await world.send(endpoint, event)
      return send()
    },
  })),
  wrong('P3', "removing one endpoint removes the tenant's others", () =>
    losing(({ endpoint }, world) =>
      world.endpoints.some(({ tenant, isRemoved }) => tenant === endpoint.tenant && isRemoved),
    ),
  ),
  wrong('P3', 'an endpoint gets events only of inquiries opened after it was registered', () => {
    const known = new Map<string, Set<unknown>>()
    const track: Mistake['call'] = async (call, next, world) => {
      const given = await next()
      if (call.method === 'POST' && /\/endpoints$/.test(call.path)) {
        const earlier = tenantIn(world, call)?.inquiries.map(({ id }) => id)
        known.set(text(given.body.id), new Set(earlier))
      }
      return given
    }
    return {
      call: track,
      ...losing(
        ({ endpoint, event }) => known.get(endpoint.id)?.has(event.data.inquiryId) === true,
      ),
    }
  }),
  wrong('P4', 'later decisions keep the note of the first', () =>
    showingDecision(([first]) => ({ portalDecisionNote: first?.note ?? null })),
  ),
  wrong('P4', "a decided inquiry shows the note of the tenant's newest decision", () => {
    const newest = new Map<Tenant, unknown>()
    return {
      async call(call, next, world) {
        const inquiry = world.inquiry(call.inquiryId)
        if (inquiry && /\/decide$/.test(call.path)) newest.set(inquiry.tenant, call.body.note)
        const given = await next()
        const isDecided = call.route === 'status' && given.body.portalDecidedAt
        if (!isDecided || !inquiry) return given
        return withBody(given, { ...given.body, portalDecisionNote: newest.get(inquiry.tenant) })
      },
    }
  }),
  wrong('F1', 'a merchant route completes an inquiry', () => stepRoute('complete', 404)),
  wrong('F1', 'a merchant route finishes an inquiry', () => stepRoute('finish', 200)),
]
