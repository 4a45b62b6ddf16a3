// Services that get opening wrong (O1–O8).
import type { Inquiry } from '../../state/entities.ts'
import {
  onControl,
  onMerchantCall,
  onOpen,
  openingAs,
  openingWith,
  reading,
  type WrongService,
  withHeader,
  wrong,
} from './mistakes.ts'
import { type Answer, answer, type Call, text, type World } from './proxy.ts'

const DAY_MS = 86_400_000

const key = ({ headers }: Call) => headers['idempotency-key'] ?? ''
const ownTemplate = (world: World, call: Call) =>
  world.store.templates.listBy('tenant', world.keyOf(call)?.tenantId ?? '')[0]?.id

/** Forgets some of the tenant's Idempotency-Keys before it opens. */
const forgettingKeys = (isForgotten: (known: Inquiry, isUsed: boolean) => boolean) =>
  onOpen(async (call, next, world) => {
    const { inquiries } = world.store
    for (const known of inquiries.listBy('tenant', world.keyOf(call)?.tenantId ?? '')) {
      if (!known.idempotency || !key(call)) continue
      const isUsed = known.idempotency.key === key(call)
      if (isForgotten(known, isUsed)) inquiries.put({ ...known, idempotency: null })
    }
    return next()
  })

export const OPENING: readonly WrongService[] = [
  wrong('O1', 'responses are not declared as JSON', () =>
    onOpen(async (_, next) => {
      return withHeader(await next(), 'content-type', 'text/plain')
    }),
  ),
  wrong('O1', 'a Content-Type with a charset is refused', () =>
    onOpen(async ({ headers }, next) =>
      headers['content-type'] === 'application/json' ? next() : answer(415),
    ),
  ),
  wrong('O2', "another tenant's template opens an inquiry", () =>
    openingWith(({ inquiryTemplateId: id }, world, call) => {
      const template = world.store.templates.get(text(id))
      const isForeign = template && template.tenantId !== world.keyOf(call)?.tenantId
      return isForeign ? { inquiryTemplateId: ownTemplate(world, call) } : {}
    }),
  ),
  wrong('O2 P1', 'a template that was never published opens inquiries', () =>
    openingWith(({ inquiryTemplateId: id }, world, call) => {
      const revisions = world.store.revisions.listBy('template', text(id))
      const isDraft = revisions[0]?.tenantId === world.keyOf(call)?.tenantId
      const isPublished = revisions.some(({ publishedAt }) => publishedAt !== null)
      return isDraft && !isPublished ? { inquiryTemplateId: ownTemplate(world, call) } : {}
    }),
  ),
  wrong('O3', "another tenant's revision can be pinned", () =>
    openingWith(({ templateRevisionId: id }, world, call) => {
      const revision = world.store.revisions.get(text(id))
      const isForeign = revision && revision.tenantId !== world.keyOf(call)?.tenantId
      return isForeign ? { templateRevisionId: undefined } : {}
    }),
  ),
  wrong('O3 W8', 'a pinned revision is checked, but the newest is used', () =>
    openingAs(({ templateId }, _, isRetry, { store }) => {
      const revisions = store.revisions.listBy('template', templateId)
      const newest = revisions.findLast(({ publishedAt }) => publishedAt !== null)
      if (isRetry || !newest) return {}
      return { revisionId: newest.id, steps: newest.definition.steps }
    }),
  ),
  wrong('O4', 'referenceId is stored in lower case', () =>
    openingAs(({ referenceId }) => ({ referenceId: referenceId?.toLowerCase() ?? null })),
  ),
  wrong('O4', 'referenceId may contain + % & = ?', () =>
    openingWith(({ referenceId }) => ({
      referenceId:
        typeof referenceId === 'string' ? referenceId.replace(/[+%&=?]/g, '-') : referenceId,
    })),
  ),
  wrong('O5', 'line breaks in a note become spaces', () =>
    openingAs(({ note }) => ({ note: note?.replaceAll('\n', ' ') ?? null })),
  ),
  wrong('O6', "expiresAt is checked against the real time, not the tenant's clock", () =>
    onOpen(async (call, next) => {
      const opened = await next()
      const isAhead = Date.parse(text(call.body.expiresAt)) > Date.now()
      if (opened.status < 300 || !isAhead) return opened
      return next({ body: { ...call.body, expiresAt: undefined } })
    }),
  ),
  wrong('O6', "expiresAt is not capped by the inquiry's own expiry", () =>
    openingAs((_, { body }) => {
      const given = Date.parse(text(body.expiresAt))
      return Number.isNaN(given) ? {} : { expiresAt: new Date(given).toISOString() }
    }),
  ),
  wrong('O6', "an inquiry without expiresAt gets that of the tenant's previous one", () =>
    openingWith(({ expiresAt }, world, call) => {
      const { tenantId = '' } = world.keyOf(call) ?? {}
      const earlier = world.store.inquiries.listBy('tenant', tenantId).findLast((each) => {
        const wasGiven = Date.parse(each.expiresAt) - Date.parse(each.openedAt) < DAY_MS
        return wasGiven && Date.parse(each.expiresAt) > Date.now()
      })
      return { expiresAt: expiresAt ?? earlier?.expiresAt }
    }),
  ),
  wrong('O6', 'the hosted flow never closes', () =>
    onControl(/^POST \/inquiries\/[\w-]+\/complete/, async (_, next) => {
      const completed = await next()
      return completed.status === 409 ? answer(200) : completed
    }),
  ),
  wrong('O6 D2 S3 S6', 'an approval expires as if it were still pending', () =>
    reading(({ status, expiresAt }, { tenantId }, { clock }) => {
      const hasPassed = clock.nowMs(tenantId) > Date.parse(text(expiresAt))
      return status === 'APPROVED' && hasPassed ? { status: 'PENDING' } : {}
    }),
  ),
  wrong('O7', "another tenant's Idempotency-Key returns its inquiryId", () => {
    const known = new Map<string, Answer>()
    return onOpen(async (call, next) => {
      const opened = known.get(key(call)) ?? (await next())
      if (key(call) && opened.status < 300) known.set(key(call), opened)
      return opened
    })
  }),
  wrong('O7', 'an Idempotency-Key is forgotten when another is used', () =>
    forgettingKeys((_, isUsed) => !isUsed),
  ),
  wrong('O7', 'a retry after the decision opens a second inquiry', () =>
    forgettingKeys(({ status }) => status !== 'PENDING'),
  ),
  wrong('O7', 'a retry is refused once its expiresAt has passed', () =>
    onOpen(async (call, next, world) => {
      const { tenantId } = world.keyOf(call) ?? {}
      const expiresAtMs = Date.parse(text(call.body.expiresAt))
      const hasPassed = tenantId && world.clock.nowMs(tenantId) > expiresAtMs
      return hasPassed && key(call) ? answer(422) : next()
    }),
  ),
  wrong('O7', 'a retry sets a decided inquiry back to PENDING', () =>
    openingAs(({ history }, _, isRetry) =>
      isRetry ? { status: 'PENDING', history: history.slice(0, 1) } : {},
    ),
  ),
  wrong('O8 D13 W9', 'a response echoes the X-Correlation-Id of the previous request', () => {
    let before: string | undefined
    return onMerchantCall(async (_, next) => {
      const given = await next()
      const own = given.headers['x-correlation-id']
      const shown = before ?? own
      before = own
      return withHeader(given, 'x-correlation-id', shown)
    })
  }),
  wrong('O8', 'concurrent requests share a correlation id', () => {
    let newest = ''
    return onMerchantCall(async (call, next) => {
      newest = call.headers['x-correlation-id'] ?? newest
      const given = await next()
      await new Promise((resolve) => setTimeout(resolve, 20))
      const isTraced = call.headers['x-correlation-id'] !== undefined
      return isTraced ? withHeader(given, 'x-correlation-id', newest) : given
    })
  }),
]
