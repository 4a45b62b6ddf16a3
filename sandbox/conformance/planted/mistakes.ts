// The vocabulary of the planted tables: where a mistake is made, and what it changes there.
import {
  type Answer,
  type Attempt,
  type Call,
  type Event,
  type Inquiry,
  type Json,
  type Mistake,
  type Next,
  type Send,
  type World,
  withBody,
} from './proxy.ts'

export interface WrongService {
  /** The clause that the suite must name. */
  clause: string
  what: string
  /** A new one for each run. */
  make: () => Mistake
  /** Other clauses that the mistake breaks as well. */
  alsoBreaks?: readonly string[]
  /** Values of gaps without which the mistake can't show. */
  settings?: Record<string, string>
}

export function wrong(
  clause: string,
  what: string,
  make: () => Mistake,
  more: Pick<WrongService, 'alsoBreaks' | 'settings'> = {},
): WrongService {
  return { clause, what, make, ...more }
}

type OnCall = (call: Call, next: Next, world: World) => Promise<Answer>

function on(isMeant: (call: Call) => boolean, handle: OnCall): Mistake {
  return { call: (call, next, world) => (isMeant(call) ? handle(call, next, world) : next()) }
}

export const onOpen = (handle: OnCall) => on(({ route }) => route === 'open', handle)
export const onDocuments = (handle: OnCall) => on(({ route }) => route === 'documents', handle)
export const onMerchantCall = (handle: OnCall) =>
  on(({ path }) => path.startsWith('/api/v1/customer/'), handle)
/** @param pattern of the method and the path below /sandbox */
export const onControl = (pattern: RegExp, handle: OnCall) =>
  on(({ method, path }) => pattern.test(`${method} ${path.replace('/sandbox', '')}`), handle)
export const onArtifact = (handle: OnCall) =>
  on(({ path }) => /^\/(?!api|sandbox|flow|sdk|portal)/.test(path), handle)

/** Changes the body of an open before the sandbox sees it. */
export const openingWith = (change: (body: Json, world: World, call: Call) => Json) =>
  onOpen((call, next, world) => next({ body: { ...call.body, ...change(call.body, world, call) } }))

/** Changes what a successful read shows. */
export const reading = (
  change: (seen: Json, inquiry: Inquiry, world: World) => Json | Promise<Json>,
) =>
  on(
    ({ route }) => route === 'status',
    async (call, next, world) => {
      const answered = await next()
      const inquiry = world.inquiry(call.inquiryId)
      if (answered.status >= 300 || !inquiry) return answered
      return withBody(answered, {
        ...answered.body,
        ...(await change(answered.body, inquiry, world)),
      })
    },
  )

/** Changes a successful documents result. */
export const listing = (change: (result: Json, inquiry: Inquiry, world: World) => Json) =>
  onDocuments(async (call, next, world) => {
    const answered = await next()
    const inquiry = world.inquiry(call.inquiryId)
    if (answered.status >= 300 || !inquiry) return answered
    return withBody(answered, { ...answered.body, ...change(answered.body, inquiry, world) })
  })

/** Changes events. What isn't changed isn't signed again. */
export const sending = (
  change: (event: Event, attempt: Attempt, world: World) => Event | Promise<Event>,
): Mistake => ({
  async deliver(attempt, send, world) {
    const changed = await change(attempt.event, attempt, world)
    return changed === attempt.event ? send() : send(changed)
  },
})

/** Changes the data of approvals. */
export const approving = (
  change: (data: Json, attempt: Attempt, world: World) => Json | Promise<Json>,
) =>
  sending(async (event, attempt, world) => {
    if (event.type !== 'inquiry.approved') return event
    return { ...event, data: { ...event.data, ...(await change(event.data, attempt, world)) } }
  })

/** Loses the events that it is told to: the sandbox believes that they arrived. */
export const losing = (isLost: (attempt: Attempt, world: World) => boolean | Promise<boolean>) => ({
  deliver: async (attempt: Attempt, send: Send, world: World) =>
    (await isLost(attempt, world)) ? 200 : send(),
})

/** Changes the headers of a delivery, signature included. */
export const withHeaders = (
  change: (attempt: Attempt) => Record<string, string | undefined>,
): Mistake => ({
  deliver: (attempt, send) => send(undefined, change(attempt)),
})
