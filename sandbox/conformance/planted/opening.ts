// Services that open inquiries differently (O1–O8).
import type { Inquiry } from '../../state/entities.ts'
import {
  onControl,
  onMerchantCall,
  onOpen,
  openingAs,
  openingWith,
  type PlantedService,
  reading,
  service,
  withHeader,
} from './mistakes.ts'
import { type Answer, answer, type Call, text, type World } from './proxy.ts'

const DAY_MS = 86_400_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const key = ({ headers }: Call) => headers['idempotency-key'] ?? ''
const ownTemplate = (world: World, call: Call) =>
  world.store.templates.listBy('tenant', world.keyOf(call)?.tenantId ?? '')[0]?.id

/** Forgets some of the tenant's Idempotency-Keys before opening. */
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

const refusingTimes = (isRefused: (expiresAt: string) => boolean) =>
  onOpen(async (call, next) => {
    const given = text(call.body.expiresAt)
    return given && isRefused(given) ? answer(400) : next()
  })

const refusingTraces = (isRefused: (given: string, call: Call) => boolean) =>
  onMerchantCall(async (call, next) => {
    const given = call.headers['x-correlation-id']
    return given !== undefined && isRefused(given, call) ? answer(400) : next()
  })

export const OPENING: readonly PlantedService[] = [
  service('O1', 'responses are not declared as JSON', () =>
    onOpen(async (_, next) => {
      return withHeader(await next(), 'content-type', 'text/plain')
    }),
  ),
  service('O1', 'a Content-Type with a charset is refused', () =>
    onOpen(async ({ headers }, next) =>
      headers['content-type'] === 'application/json' ? next() : answer(415),
    ),
  ),
  service('O2', "another tenant's template opens an inquiry", () =>
    openingWith(({ inquiryTemplateId: id }, world, call) => {
      const template = world.store.templates.get(text(id))
      const isForeign = template && template.tenantId !== world.keyOf(call)?.tenantId
      return isForeign ? { inquiryTemplateId: ownTemplate(world, call) } : {}
    }),
  ),
  service('O2 P1', 'a template that was never published opens inquiries', () =>
    openingWith(({ inquiryTemplateId: id }, world, call) => {
      const revisions = world.store.revisions.listBy('template', text(id))
      const isDraft = revisions[0]?.tenantId === world.keyOf(call)?.tenantId
      const isPublished = revisions.some(({ publishedAt }) => publishedAt !== null)
      return isDraft && !isPublished ? { inquiryTemplateId: ownTemplate(world, call) } : {}
    }),
  ),
  service('O3', "another tenant's revision can be pinned", () =>
    openingWith(({ templateRevisionId: id }, world, call) => {
      const revision = world.store.revisions.get(text(id))
      const isForeign = revision && revision.tenantId !== world.keyOf(call)?.tenantId
      return isForeign ? { templateRevisionId: undefined } : {}
    }),
  ),
  service('O3 W8', 'a pinned revision is checked, but the newest is used', () =>
    openingAs(({ templateId }, _, isRetry, { store }) => {
      const revisions = store.revisions.listBy('template', templateId)
      const newest = revisions.findLast(({ publishedAt }) => publishedAt !== null)
      if (isRetry || !newest) return {}
      return { revisionId: newest.id, steps: newest.definition.steps }
    }),
  ),
  service('O4', 'referenceId is stored in lower case', () =>
    openingAs(({ referenceId }) => ({ referenceId: referenceId?.toLowerCase() ?? null })),
  ),
  service('O4', 'referenceId may contain + % & = ?', () =>
    openingWith(({ referenceId }) => ({
      referenceId:
        typeof referenceId === 'string' ? referenceId.replace(/[+%&=?]/g, '-') : referenceId,
    })),
  ),
  service('O5', 'line breaks in a note become spaces', () =>
    openingAs(({ note }) => ({ note: note?.replaceAll('\n', ' ') ?? null })),
  ),
  service('O6', "expiresAt is checked against the real time, not the tenant's clock", () =>
    onOpen(async (call, next) => {
      const opened = await next()
      const isAhead = Date.parse(text(call.body.expiresAt)) > Date.now()
      if (opened.status < 300 || !isAhead) return opened
      return next({ body: { ...call.body, expiresAt: undefined } })
    }),
  ),
  service('O6', "expiresAt is not capped by the inquiry's own expiry", () =>
    openingAs((_, { body }) => {
      const given = Date.parse(text(body.expiresAt))
      return Number.isNaN(given) ? {} : { expiresAt: new Date(given).toISOString() }
    }),
  ),
  service('O6', "an inquiry without expiresAt gets that of the tenant's previous one", () =>
    openingWith(({ expiresAt }, world, call) => {
      const { tenantId = '' } = world.keyOf(call) ?? {}
      const earlier = world.store.inquiries.listBy('tenant', tenantId).findLast((each) => {
        const wasGiven = Date.parse(each.expiresAt) - Date.parse(each.openedAt) < DAY_MS
        return wasGiven && Date.parse(each.expiresAt) > Date.now()
      })
      return { expiresAt: expiresAt ?? earlier?.expiresAt }
    }),
  ),
  service('O6', 'the hosted flow never closes', () =>
    onControl(/^POST \/inquiries\/[\w-]+\/complete/, async (_, next) => {
      const completed = await next()
      return completed.status === 409 ? answer(200) : completed
    }),
  ),
  service(
    'D2 S3',
    'an approval expires as if it were still pending, and shows what it showed',
    () =>
      reading(({ status, expiresAt }, { tenantId }, { clock }) => {
        const hasPassed = clock.nowMs(tenantId) > Date.parse(text(expiresAt))
        return status === 'APPROVED' && hasPassed ? { status: 'PENDING' } : {}
      }),
  ),
  service('O7', "another tenant's Idempotency-Key returns its inquiryId", () => {
    const known = new Map<string, Answer>()
    return onOpen(async (call, next) => {
      const opened = known.get(key(call)) ?? (await next())
      if (key(call) && opened.status < 300) known.set(key(call), opened)
      return opened
    })
  }),
  service('N2', 'an Idempotency-Key is forgotten when another is used', () =>
    forgettingKeys((_, isUsed) => !isUsed),
  ),
  service('N2', 'a retry after the decision opens a second inquiry', () =>
    forgettingKeys(({ status }) => status !== 'PENDING'),
  ),
  service('R1', 'a retry is refused once its expiresAt has passed', () =>
    onOpen(async (call, next, world) => {
      const { tenantId } = world.keyOf(call) ?? {}
      const expiresAtMs = Date.parse(text(call.body.expiresAt))
      const hasPassed = tenantId && world.clock.nowMs(tenantId) > expiresAtMs
      return hasPassed && key(call) ? answer(422) : next()
    }),
  ),
  service('O7', 'a retry sets a decided inquiry back to PENDING', () =>
    openingAs(({ history }, _, isRetry) =>
      isRetry ? { status: 'PENDING', history: history.slice(0, 1) } : {},
    ),
  ),
  service('N24 R5', 'a response echoes the X-Correlation-Id of the previous request', () => {
    let before: string | undefined
    return onMerchantCall(async (_, next) => {
      const given = await next()
      const own = given.headers['x-correlation-id']
      const shown = before ?? own
      before = own
      return withHeader(given, 'x-correlation-id', shown)
    })
  }),
  service('N24', 'concurrent requests share a correlation id', () => {
    let newest = ''
    return onMerchantCall(async (call, next) => {
      newest = call.headers['x-correlation-id'] ?? newest
      const given = await next()
      await new Promise((resolve) => setTimeout(resolve, 20))
      const isTraced = call.headers['x-correlation-id'] !== undefined
      return isTraced ? withHeader(given, 'x-correlation-id', newest) : given
    })
  }),
  service('O6', 'a time with another zone than Z is refused', () =>
    refusingTimes((given) => !given.endsWith('Z')),
  ),
  service('O6', 'the seconds of expiresAt are dropped', () =>
    openingAs((inquiry, { body }) =>
      body.expiresAt === undefined
        ? {}
        : { expiresAt: `${inquiry.expiresAt.slice(0, 'yyyy-mm-ddThh:mm'.length)}:00.000Z` },
    ),
  ),
  service('O7', 'only a UUID is taken as an Idempotency-Key', () =>
    onOpen(async (call, next) => (key(call) && !UUID.test(key(call)) ? answer(400) : next())),
  ),
  service('O8', 'an X-Correlation-Id is refused', () => refusingTraces(() => true)),
  service('O8', 'an X-Correlation-Id that is not a UUID is refused', () =>
    refusingTraces((given) => !UUID.test(given)),
  ),
  service('O8', 'the documents route refuses an X-Correlation-Id', () =>
    refusingTraces((_, { route }) => route === 'documents'),
  ),
  service('N2', 'whoever reuses an Idempotency-Key gets a 500', () => {
    const used = new Set<string>()
    return onOpen(async (call, next) => {
      const isUsed = used.has(key(call))
      if (key(call)) used.add(key(call))
      return isUsed ? answer(500) : next()
    })
  }),
  service('N2', 'a reuse is accepted without saying for which inquiry', () => {
    const used = new Set<string>()
    return onOpen(async (call, next) => {
      const isUsed = used.has(key(call))
      if (key(call)) used.add(key(call))
      return isUsed ? answer(202) : next()
    })
  }),
  service('N2', 'another body under a known key gets the first response', () => {
    const known = new Map<string, Answer>()
    return onOpen(async (call, next, world) => {
      const id = `${world.keyOf(call)?.tenantId} ${key(call)}`
      const given = known.get(id) ?? (await next())
      if (key(call) && given.status < 300) known.set(id, given)
      return given
    })
  }),
  service('N2', 'a failure is kept under its key', () => {
    const known = new Map<string, Answer>()
    return onOpen(async (call, next) => {
      const given = known.get(key(call)) ?? (await next())
      if (key(call) && given.status >= 500) known.set(key(call), given)
      return given
    })
  }),
  service('R1', 'ids in capitals are unknown', () =>
    onOpen(async (call, next) =>
      /[A-F]/.test(`${call.body.inquiryTemplateId}${call.body.templateRevisionId}`)
        ? answer(422)
        : next(),
    ),
  ),
  service('N4', 'what may not be opened gets a 500', () =>
    onOpen(async (_, next) => {
      const given = await next()
      return given.status === 422 ? answer(500) : given
    }),
  ),
  service('N21', 'an inquiry without a referenceId gets one', () =>
    reading(({ inquiryId }, { referenceId }) =>
      referenceId === null ? { referenceId: `own-${inquiryId}` } : {},
    ),
  ),
  service('N25', "an inquiry reads its own expiry, whatever the flow's is", () =>
    reading((_, { openedAt }) => ({
      expiresAt: new Date(Date.parse(openedAt) + 7 * DAY_MS).toISOString(),
    })),
  ),
  service('N33', 'a time without a zone is refused', () =>
    refusingTimes((given) => !/(Z|[+-][\d:]+)$/.test(given)),
  ),
  service('N33', 'a time without a zone is taken as that of Berlin', () =>
    openingWith(({ expiresAt }) =>
      /T[\d:.]+$/.test(text(expiresAt)) ? { expiresAt: `${expiresAt}+01:00` } : {},
    ),
  ),
  service('N33', 'only the times of RFC 3339 are taken', () =>
    refusingTimes((given) => !/T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(given)),
  ),
]
