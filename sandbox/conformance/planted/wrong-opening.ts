// Services that get opening wrong (O1–O8).
import {
  onControl,
  onMerchantCall,
  onOpen,
  openingWith,
  reading,
  type WrongService,
  wrong,
} from './mistakes.ts'
import { type Answer, answer, type Call, text, type World } from './proxy.ts'

const REFUSED = () => answer(422, { code: 'REFUSED' })
const key = ({ headers }: Call) => headers['idempotency-key'] ?? ''
const withKey = ({ headers }: Call, value: string) => ({
  headers: { ...headers, 'idempotency-key': value },
})
const without = ({ headers: { 'idempotency-key': _, ...headers } }: Call) => ({ headers })
const ownTemplate = (world: World, call: Call) => world.tenantOf(call)?.templates[0] ?? ''
const revisionOf = (world: World, id: unknown) =>
  world.tenants.flatMap(({ revisions }) => revisions).find((each) => each.id === id)

/** Opens without a pin if the pinned revision is refused and this mistake doesn't mind. */
const acceptingPins = (isAccepted: (call: Call, world: World) => boolean) =>
  onOpen(async (call, next, world) => {
    const opened = await next()
    if (opened.status < 300 || !isAccepted(call, world)) return opened
    return next({ body: { ...call.body, templateRevisionId: undefined } })
  })

interface Known {
  inquiryId: string
  call: Call
  opened: Answer
  uses: number
}

/** A retry that is treated as if it had no key. */
const forgettingKeys = (
  isForgotten: (known: Known, call: Call, world: World) => boolean | Promise<boolean>,
) => {
  const keys = new Map<string, Known>()
  return onOpen(async (call, next, world) => {
    const id = `${world.tenantOf(call)?.id} ${key(call)}`
    const known = keys.get(id)
    if (known) known.uses += 1
    if (known && key(call) && (await isForgotten(known, call, world))) return next(without(call))
    const opened = await next()
    const inquiryId = text(opened.body.inquiryId)
    if (opened.status < 300 && !known) keys.set(id, { inquiryId, call, opened, uses: 1 })
    return opened
  })
}

const isCompleting = /^POST \/inquiries\/[\w-]+\/complete/

export const OPENING: readonly WrongService[] = [
  wrong('O1', 'responses are not declared as JSON', () =>
    onOpen(async (_, next) => {
      const opened = await next()
      return { ...opened, headers: { ...opened.headers, 'content-type': 'text/plain' } }
    }),
  ),
  wrong('O1', 'a Content-Type with a charset is refused', () =>
    onOpen(async ({ headers }, next) =>
      headers['content-type'] === 'application/json' ? next() : answer(415),
    ),
  ),
  wrong('O2', "another tenant's template opens an inquiry", () =>
    openingWith(({ inquiryTemplateId: id }, world, call) => {
      const isKnown = world.tenants.some(({ templates }) => templates.includes(text(id)))
      const isOwn = world.tenantOf(call)?.templates.includes(text(id))
      return isKnown && !isOwn ? { inquiryTemplateId: ownTemplate(world, call) } : {}
    }),
  ),
  wrong(
    'O2',
    'a template that was never published opens inquiries',
    () =>
      onOpen(async (call, next, world) => {
        const opened = await next()
        const isOwn = world.tenantOf(call)?.templates.includes(text(call.body.inquiryTemplateId))
        const isPinned = call.body.templateRevisionId !== undefined
        if (opened.status !== 422 || !isOwn || isPinned) return opened
        return next({ body: { ...call.body, inquiryTemplateId: ownTemplate(world, call) } })
      }),
    { alsoBreaks: ['P1'] },
  ),
  wrong('O3', "another tenant's revision can be pinned", () =>
    acceptingPins((call, world) => {
      const own = world.tenantOf(call)?.revisions.map(({ id }) => id)
      const revision = revisionOf(world, call.body.templateRevisionId)
      return revision !== undefined && !own?.includes(revision.id)
    }),
  ),
  wrong(
    'O3',
    'a pinned revision is checked, but the newest is used',
    () =>
      onOpen(async (call, next) => {
        const opened = await next()
        const isPinned = call.body.templateRevisionId !== undefined
        if (opened.status >= 300 || !isPinned || key(call)) return opened
        return next({ body: { ...call.body, templateRevisionId: undefined } })
      }),
    { alsoBreaks: ['W8'] },
  ),
  wrong('O3', "disabling a revision disables the tenant's others", () =>
    onControl(/^PATCH \/revisions\//, async (call, next, world) => {
      const tenant = world.tenants.find(({ revisions }) =>
        revisions.some(({ id }) => call.path.includes(id)),
      )
      for (const { id } of tenant?.revisions ?? [])
        await world.control('PATCH', `/revisions/${id}`, call.body)
      return next()
    }),
  ),
  wrong('O4', 'referenceId is stored in lower case', () =>
    openingWith(({ referenceId }) => ({
      referenceId: typeof referenceId === 'string' ? referenceId.toLowerCase() : referenceId,
    })),
  ),
  wrong('O4', 'referenceId may contain + % & = ?', () =>
    openingWith(({ referenceId }) => ({
      referenceId:
        typeof referenceId === 'string' ? referenceId.replace(/[+%&=?]/g, '-') : referenceId,
    })),
  ),
  wrong('O5', 'line breaks in a note become spaces', () =>
    openingWith(({ note }) => ({
      note: typeof note === 'string' ? note.replaceAll('\n', ' ') : note,
    })),
  ),
  wrong('O5', 'characters not allowed in a note are removed instead of refused', () =>
    openingWith(({ note }) => ({
      note: typeof note === 'string' ? note.replace(/[#<_/]/g, '') : note,
    })),
  ),
  wrong('O6', "expiresAt is checked against the real time, not the tenant's clock", () =>
    onOpen(async (call, next) => {
      const opened = await next()
      const isAhead = Date.parse(text(call.body.expiresAt)) > Date.now()
      if (opened.status < 300 || !isAhead) return opened
      return next({ body: { ...call.body, expiresAt: undefined } })
    }),
  ),
  wrong('O6', "expiresAt is not capped by the inquiry's own expiry", () => {
    return reading((_, { opened }) => {
      const given = Date.parse(text(opened.body.expiresAt))
      return Number.isNaN(given) ? {} : { expiresAt: new Date(given).toISOString() }
    })
  }),
  wrong('O6', "an inquiry without expiresAt gets that of the tenant's previous one", () =>
    openingWith(({ expiresAt }, world, call) => {
      const given = world.tenantOf(call)?.inquiries.map(({ opened }) => opened.body.expiresAt)
      const earlier = given?.findLast((each) => Date.parse(text(each)) > Date.now())
      return { expiresAt: expiresAt ?? earlier }
    }),
  ),
  wrong('O6', 'the hosted flow never closes', () =>
    onControl(isCompleting, async (_, next) => {
      const completed = await next()
      return completed.status === 409 ? answer(200) : completed
    }),
  ),
  wrong(
    'O6',
    'an approval expires as if it were still pending',
    () =>
      reading(async ({ status, expiresAt }, { tenant }, world) => {
        const hasPassed = (await world.nowMs(tenant)) > Date.parse(text(expiresAt))
        return status === 'APPROVED' && hasPassed ? { status: 'PENDING' } : {}
      }),
    { alsoBreaks: ['W7'] },
  ),
  wrong('O7', "another tenant's Idempotency-Key returns its inquiryId", () => {
    const known = new Map<string, Answer>()
    return onOpen(async (call, next) => {
      const opened = known.get(key(call)) ?? (await next())
      if (key(call) && opened.status < 300) known.set(key(call), opened)
      return opened
    })
  }),
  wrong('O7', 'an Idempotency-Key replays only once', () => forgettingKeys(({ uses }) => uses > 2)),
  wrong('O7', 'a retry after the decision opens a second inquiry', () =>
    forgettingKeys(({ inquiryId }, _, world) => world.inquiry(inquiryId)?.statuses.length !== 0),
  ),
  wrong('O7', "a retry with the tenant's other key opens a second inquiry", () =>
    forgettingKeys(({ call }, { headers }) => call.headers['x-api-key'] !== headers['x-api-key']),
  ),
  wrong('O7', 'a retry is refused once its expiresAt has passed', () =>
    onOpen(async (call, next, world) => {
      const tenant = world.tenantOf(call)
      const expiresAtMs = Date.parse(text(call.body.expiresAt))
      const hasPassed = tenant && (await world.nowMs(tenant)) > expiresAtMs
      return hasPassed && key(call) ? REFUSED() : next()
    }),
  ),
  wrong('O7', 'an Idempotency-Key is forgotten when another is used', () => {
    const last = new Map<string, string>()
    const generations = new Map<string, number>()
    return onOpen(async (call, next, world) => {
      const tenant = world.tenantOf(call)?.id ?? ''
      if (!key(call)) return next()
      const isOther = last.get(tenant) !== key(call)
      last.set(tenant, key(call))
      const generation = (generations.get(tenant) ?? 0) + (isOther ? 1 : 0)
      generations.set(tenant, generation)
      return next(withKey(call, `${key(call)}-${generation}`))
    })
  }),
  wrong('O7', 'a retry sets a decided inquiry back to PENDING', () => {
    const setBack = new Set<unknown>()
    return {
      async call(call, next, world) {
        const earlier = world.tenantOf(call)?.inquiries.map(({ id }) => id) ?? []
        const given = await next()
        const id = text(given.body.inquiryId)
        const isRetry = call.route === 'open' && earlier.includes(id)
        if (isRetry && world.inquiry(id)?.statuses.length) setBack.add(id)
        const isShown = call.route === 'status' && setBack.has(call.inquiryId)
        return isShown ? answer(given.status, { ...given.body, status: 'PENDING' }) : given
      },
    }
  }),
  wrong(
    'O8',
    'a response echoes the X-Correlation-Id of the previous request',
    () => {
      let before: string | undefined
      return onMerchantCall(async (_, next) => {
        const given = await next()
        const own = given.headers['x-correlation-id']
        const shown = before ?? own
        before = own
        return { ...given, headers: { ...given.headers, 'x-correlation-id': shown ?? '' } }
      })
    },
    { alsoBreaks: ['D13', 'W9'] },
  ),
  wrong('O8', 'concurrent requests share a correlation id', () => {
    let newest = ''
    return onMerchantCall(async (call, next) => {
      newest = call.headers['x-correlation-id'] ?? newest
      const given = await next()
      await new Promise((resolve) => setTimeout(resolve, 20))
      const isTraced = call.headers['x-correlation-id'] !== undefined
      if (!isTraced) return given
      return { ...given, headers: { ...given.headers, 'x-correlation-id': newest } }
    })
  }),
]
