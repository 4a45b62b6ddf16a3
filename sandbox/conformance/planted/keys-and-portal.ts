// Services whose keys, tenants, portal or flow differ (A1–A5, P1–P4, F1).
import { decisionOf } from '../../service/inquiry.ts'
import type { Inquiry } from '../../state/entities.ts'
import {
  afterControl,
  idIn,
  losing,
  onControl,
  onMerchantCall,
  type PlantedService,
  reading,
  service,
  siblings,
  withHeader,
} from './mistakes.ts'
import { answer, type Call, type Mistake, text, type World, withBody } from './proxy.ts'

const WEEK_MS = 604_800_000
const isCreatingKey = /^POST \/tenants\/[\w-]+\/keys/

const firstKeyOf = (call: Call, { store, keyOf }: World) =>
  store.apiKeys.listBy('tenant', keyOf(call)?.tenantId ?? '')[0]
const isSecondKey = (call: Call, world: World) =>
  world.keyOf(call)?.id !== firstKeyOf(call, world)?.id

/** Also accepts the key from elsewhere, if its header is missing. */
const keyFrom = (find: (call: Call) => string | null | undefined) =>
  onMerchantCall(async (call, next) => {
    const key = call.headers['x-api-key'] ?? find(call)
    return next(key ? { headers: { ...call.headers, 'x-api-key': key } } : {})
  })

/** Lets merchants read other tenants' inquiries. */
const reveal = (isRevealed: (call: Call, inquiry: Inquiry, world: World) => boolean) =>
  onMerchantCall(async (call, next, world) => {
    const given = await next()
    const inquiry = world.store.inquiries.get(call.inquiryId)
    const isForeign = call.route === 'status' && given.status === 404 && inquiry
    return isForeign && isRevealed(call, inquiry, world) ? world.asOwner(inquiry) : given
  })

/** Adds a merchant route that the contract doesn't have, and that decides an inquiry. */
const stepRoute = (action: string, status: number): Mistake =>
  onMerchantCall(async (call, next, world) => {
    if (call.method !== 'POST' || !call.path.endsWith(`/${action}`)) return next()
    const [, id = ''] = /inquiries\/([\w-]+)/.exec(call.path) ?? []
    await world.control('POST', `/inquiries/${id}/complete`, { outcome: 'APPROVED' })
    return answer(status)
  })

export const KEYS_AND_PORTAL: readonly PlantedService[] = [
  service('A1', 'the key is also accepted in Authorization', () =>
    keyFrom(({ headers }) => headers.authorization?.replace(/^Bearer /, '')),
  ),
  service('A1', 'the key is also accepted in the query', () =>
    keyFrom(({ path }) => new URL(path, 'http://localhost').searchParams.get('apiKey')),
  ),
  service('A2', 'new keys have another prefix', () => ({
    async call(call, next) {
      const key = call.headers['x-api-key']?.replace('svc_test_', 'svc_live_')
      const given = await next(key ? { headers: { ...call.headers, 'x-api-key': key } } : {})
      if (call.method !== 'POST' || !/\/keys$/.test(call.path)) return given
      return withBody(given, { apiKey: text(given.body.apiKey).replace('_live_', '_test_') })
    },
  })),
  service('A2 A4 A5', "a new key revokes the tenant's others", () =>
    afterControl(isCreatingKey, (call, { store, clock }, { body }) => {
      for (const key of store.apiKeys.listBy('tenant', idIn(call)))
        if (key.id !== body.id) store.apiKeys.put({ ...key, revokedAt: clock.nowIso(idIn(call)) })
    }),
  ),
  service('A3', 'the list of keys shows the plaintext', () => {
    const created: unknown[] = []
    return onControl(/^(GET|POST) \/tenants\/[\w-]+\/keys/, async ({ method }, next) => {
      const given = await next()
      if (method === 'POST') created.push(given.body.apiKey)
      return method === 'GET' ? withBody(given, { created }) : given
    })
  }),
  service('A4', "keys don't expire by the tenant's clock", () =>
    onControl(isCreatingKey, async (_, next) => next({ body: {} })),
  ),
  service('A4 D4', 'a revoked key still works', () =>
    onControl(/^POST \/keys\/[\w-]+\/revoke/, async () => answer(200)),
  ),
  service('A4', 'a revoked key works again after a week', () =>
    onMerchantCall(async (call, next, world) => {
      const { store, clock } = world
      const key = world.keyOf(call)
      const agoMs = key ? clock.nowMs(key.tenantId) - Date.parse(key.revokedAt ?? '') : 0
      if (key && agoMs > WEEK_MS) store.apiKeys.put({ ...key, revokedAt: null })
      return next()
    }),
  ),
  service('A5', "another tenant's inquiry can be read", () => reveal(() => true)),
  service('A5', "a tenant's second key sees the inquiries of every tenant", () =>
    reveal((call, _, world) => isSecondKey(call, world)),
  ),
  service('A5 D3', "the value of a header tells another tenant's inquiry from a missing one", () =>
    onMerchantCall(async (call, next, { store }) => {
      const given = await next()
      const reason = store.inquiries.get(call.inquiryId) ? 'forbidden' : 'missing'
      return withHeader(given, 'x-reason', reason)
    }),
  ),
  service('P1', "publishing one template publishes the tenant's drafts", () =>
    afterControl(/^POST \/revisions\/[\w-]+\/publish/, (call, { store }) => {
      const { tenantId, publishedAt } = store.revisions.require(idIn(call))
      for (const each of store.revisions.values())
        if (each.tenantId === tenantId) store.revisions.put({ ...each, publishedAt })
    }),
  ),
  service('P1 O3', 'a draft takes effect as soon as there is a published revision', () =>
    afterControl(
      /^POST \/templates\/[\w-]+\/revisions/,
      (call, { store, preparation }, { body }) => {
        const revisions = store.revisions.listBy('template', idIn(call))
        const hasPublished = revisions.some(({ publishedAt }) => publishedAt !== null)
        if (hasPublished) preparation.publish(store.revisions.require(text(body.id)))
      },
    ),
  ),
  service('P2 A4 D4', 'a new key opens nothing', () =>
    onMerchantCall(async (call, next, world) => {
      const isNew = call.route === 'open' && world.keyOf(call) && isSecondKey(call, world)
      return isNew && !call.headers['idempotency-key'] ? answer(403) : next()
    }),
  ),
  service('P3 W1', 'a rotation keeps the secret', () =>
    onControl(/^POST \/endpoints\/[\w-]+\/rotate/, async (call, next, { store }) => {
      const { secret } = store.endpoints.require(idIn(call))
      const given = await next()
      store.endpoints.put({ ...store.endpoints.require(idIn(call)), secret })
      return withBody(given, { secret })
    }),
  ),
  service('R2', 'a recreated endpoint leaves the old one behind', () => ({
    async deliver({ event, endpoint }, send, world) {
      const isRecreated = world.store.endpoints
        .values()
        .some(({ url, removedAt }) => url === endpoint.url && removedAt !== null)
      if (isRecreated) await world.send(endpoint, event)
      return send()
    },
  })),
  service('P3', 'an endpoint gets events only of inquiries opened after it was registered', () =>
    losing(({ endpoint, inquiry }) => (inquiry?.openedAt ?? '') < endpoint.createdAt),
  ),
  service('P4', 'later decisions keep the note of the first', () =>
    reading(({ portalDecisionNote }, { history }) => {
      const first = history.find(({ decision }) => decision)?.decision
      return { portalDecisionNote: first ? first.note : portalDecisionNote }
    }),
  ),
  service('P4', "a decided inquiry shows the note of the tenant's newest decision", () =>
    reading(({ portalDecidedAt }, inquiry, world) => {
      const [newest] = siblings(inquiry, world)
        .map(decisionOf)
        .toSorted((one, other) => (other?.decidedAt ?? '').localeCompare(one?.decidedAt ?? ''))
      return portalDecidedAt ? { portalDecisionNote: newest?.note ?? null } : {}
    }),
  ),
  service('F1', 'a merchant route completes an inquiry', () => stepRoute('complete', 404)),
  service('F1', 'a merchant route finishes an inquiry', () => stepRoute('finish', 200)),
]
