// Building blocks for the tables of wrong services: where a mistake happens, and what it changes.
import type { Endpoint, Inquiry } from '../../state/entities.ts'
import { isRecord } from '../expectations.ts'
import { startRun } from '../start.ts'
import { type Report, walk } from '../walk.ts'
import {
  type Answer,
  type Attempt,
  type Call,
  type Event,
  type Json,
  type Mistake,
  type Next,
  startProxy,
  type World,
  withBody,
} from './proxy.ts'

export type PlantedService = ReturnType<typeof service>

/**
 * @param codes what the service differs from, the most important first: 'D3 A5'. The suite must fail it for exactly these clauses.
 *   It must also notice a difference from a ruling (R), without failing the service for a ruling or a gap (N).
 * @param make creates the mistake anew for each run
 * @param settings gap settings that the mistake needs to show
 */
export function service(
  codes: string,
  what: string,
  make: () => Mistake,
  settings: Record<string, string> = {},
) {
  return { codes: codes.split(' '), what, make, settings }
}

type OnCall = (call: Call, next: Next, world: World) => Promise<Answer>

function on(isMeant: (call: Call) => boolean, handle: OnCall): Mistake {
  return { call: (call, next, world) => (isMeant(call) ? handle(call, next, world) : next()) }
}

export const onOpen = (handle: OnCall) => on(({ route }) => route === 'open', handle)
export const onDocuments = (handle: OnCall) => on(({ route }) => route === 'documents', handle)
export const onMerchantCall = (handle: OnCall) =>
  on(({ path }) => path.startsWith('/api/v1/customer/'), handle)
/** @param pattern matches the method and the path below /sandbox */
export const onControl = (pattern: RegExp, handle: OnCall) =>
  on(({ method, path }) => pattern.test(`${method} ${path.replace('/sandbox', '')}`), handle)
export const onArtifact = (handle: OnCall) =>
  on(({ path }) => /^\/(?!api|sandbox|flow|sdk|portal)/.test(path), handle)

/** Makes a change after a successful call of the control API. */
export const afterControl = (
  pattern: RegExp,
  change: (call: Call, world: World, given: Answer) => Promise<unknown> | unknown,
) =>
  onControl(pattern, async (call, next, world) => {
    const given = await next()
    if (given.status < 300) await change(call, world, given)
    return given
  })

/** Changes an open's body before the sandbox sees it. */
export const openingWith = (change: (body: Json, world: World, call: Call) => Json) =>
  onOpen((call, next, world) => next({ body: { ...call.body, ...change(call.body, world, call) } }))

/** Changes an inquiry right after it was opened, or after a retry returned it again. */
export const openingAs = (
  change: (inquiry: Inquiry, call: Call, isRetry: boolean, world: World) => Partial<Inquiry>,
) =>
  onOpen(async (call, next, world) => {
    const { inquiries } = world.store
    const known = new Set(inquiries.values().map(({ id }) => id))
    const opened = await next()
    const inquiry = inquiries.get(String(opened.body.inquiryId))
    if (inquiry)
      inquiries.put({ ...inquiry, ...change(inquiry, call, known.has(inquiry.id), world) })
    return opened
  })

export const withHeader = (given: Answer, name: string, value = ''): Answer => ({
  ...given,
  headers: { ...given.headers, [name]: value },
})

/** Changes successful responses about an inquiry. */
const showing = (
  route: Call['route'],
  change: (seen: Json, inquiry: Inquiry, world: World) => Json | Promise<Json>,
) =>
  on(
    (call) => call.route === route,
    async (call, next, world) => {
      const answered = await next()
      const inquiry = world.store.inquiries.get(call.inquiryId)
      if (answered.status >= 300 || !inquiry) return answered
      return withBody(answered, await change(answered.body, inquiry, world))
    },
  )
export const reading = (change: Parameters<typeof showing>[1]) => showing('status', change)
export const listing = (change: Parameters<typeof showing>[1]) => showing('documents', change)

/** The tenant's inquiries, oldest first. */
export const siblings = ({ tenantId }: Inquiry, { store }: World) =>
  store.inquiries.listBy('tenant', tenantId)

export const documentsIn = ({ documents }: Json): Json[] =>
  Array.isArray(documents) ? documents.filter(isRecord) : []

export const eachDocument = (
  change: (document: Json, inquiry: Inquiry, world: World) => Json | null | Promise<Json | null>,
) =>
  listing(async (result, inquiry, world) => {
    const documents: Json[] = []
    for (const each of documentsIn(result)) {
      const changed = await change(each, inquiry, world)
      if (changed) documents.push(changed)
    }
    return { documents }
  })

/** Changes events. An unchanged event keeps its signature. */
export const sending = (change: (event: Event, attempt: Attempt, world: World) => Event) => ({
  async deliver(attempt: Attempt, send: (event: Event | null) => Promise<number>, world: World) {
    const changed = change(attempt.event, attempt, world)
    return send(changed === attempt.event ? null : changed)
  },
})

export const approving = (change: (data: Json, attempt: Attempt, world: World) => Json) =>
  sending((event, attempt, world) =>
    event.type === 'inquiry.approved'
      ? { ...event, data: { ...event.data, ...change(event.data, attempt, world) } }
      : event,
  )

/** Loses the chosen events, and tells the sandbox that they arrived. */
export const losing = (isLost: (attempt: Attempt, world: World) => boolean): Mistake => ({
  deliver: async (attempt, send, world) => (isLost(attempt, world) ? 200 : send()),
})

/** Changes a delivery's headers, signature included. */
export const withHeaders = (change: (attempt: Attempt) => Record<string, string>): Mistake => ({
  deliver: (attempt, send) => send(null, change(attempt)),
})

/** The id of the endpoint, key or revision in a control API path. */
export const idIn = ({ path }: Call): string => path.split('/')[3] ?? ''

export const endpointsOf = (tenantId: string, { store }: World): Endpoint[] =>
  store.endpoints.listBy('tenant', tenantId).filter(({ removedAt }) => removedAt === null)

/** @param only the clauses to check; null checks all */
export async function walkPast(
  mistake: Mistake,
  settings: Record<string, string> = {},
  only: readonly string[] | null = null,
): Promise<Report> {
  const { baseUrl, controlUrl, stop } = await startProxy(mistake, settings)
  try {
    const run = await startRun(baseUrl, { control: controlUrl, inquiry: [] }, () => {})
    try {
      return await walk(run, only)
    } finally {
      await run.close()
    }
  } finally {
    await stop()
  }
}

/** The failed clauses, with their violations. */
export function failuresOf({ sections }: Report): { id: string; violation: string }[] {
  return sections
    .flatMap(({ clauses }) => clauses)
    .flatMap(({ id, violation }) => (violation === null ? [] : [{ id, violation }]))
}
