// The story that a presenter tells: its cues, and the rules by which they tick. Pure: what happened comes in as `Call`s.
import { z } from 'zod'
import type { Inquiry } from '../state/entities.ts'
import type { WireEntry } from '../state/wire.ts'

/** The merchant's pages, and all that the guide knows about it besides its URL. */
export const MERCHANT = {
  shop: '/',
  form: '/apply',
  /** Where a customer arrives from the hosted flow, which makes a merchant look at the status. */
  customer: '/apply/verify?returned=completed',
  case: '/admin/inquiries?q={referenceId}',
  audit: '/admin/audit',
  staff: '/admin/sign-in',
  credentials: 'reviewer@example.com, northwind-demo',
  /** Browsers send it to every port of a host, so a rerun can forget the customer if the merchant is on this host. */
  customerCookie: 'applicant',
} as const

/** A page for the stage, with `{referenceId}` or `{inquiryId}` in its path. */
export type StagePage = { at: 'merchant' | 'service'; path: string }

const merchant = (path: string): StagePage => ({ at: 'merchant', path })
const service = (path: string): StagePage => ({ at: 'service', path })

/** At the note, because a browser opens the details around the target of a link. */
const DECISION = service('/portal/inquiries/{inquiryId}#note-{inquiryId}')

/** What an action does besides showing a page, and how the service gets past a cue on somebody's behalf. */
export type Effect = 'break' | 'repair' | 'complete' | 'lose' | 'approve' | 'decline'

export interface Cue {
  id: string
  title: string
  /** What the presenter says. */
  say: string
  /** What the presenter clicks on the stage. */
  hint?: string
  action?: { label: string; stage?: StagePage; effect?: Effect }
  /** What makes it happen if the presenter goes on without it. */
  skip?: readonly Effect[]
  seconds: number
  /** Whether it has happened. @param acted whether the action has been taken */
  isDone: (facts: Facts, acted: boolean) => boolean
}

const CHECK_HINT =
  'On the stage: start the check, agree, fill in, choose a document, use and confirm a specimen for each picture, submit.'
const APPLY_HINT =
  'On the stage: choose an account, fill in, scroll down and tick the consent, Continue.'

const PROMISE: Cue = {
  id: 'promise',
  title: 'The promise',
  say: 'An account in three minutes. No identity documents kept. And no account opened on an unconfirmed message.',
  hint: 'The stage shows the storefront.',
  seconds: 40,
  isDone: (_, acted) => acted,
}

const REVEAL: Cue = {
  id: 'reveal',
  title: 'A reviewer reveals',
  say: 'A reviewer may see the identity, and the bank writes down who looked. The data comes from the service at that moment, and the bank stores none of it.',
  hint: 'On the stage: click the reference {referenceId}, then show identity and documents.',
  action: { label: 'Find the case at the bank', stage: merchant(MERCHANT.case) },
  seconds: 50,
  isDone: ({ revealed }) => revealed,
}

const AUDIT: Cue = {
  id: 'audit',
  title: 'The audit trail',
  say: 'Who looked at what, and what the bank decided and when. All of it is on record, and none of it is the customer’s data.',
  action: { label: 'Open the audit trail', stage: merchant(MERCHANT.audit) },
  seconds: 30,
  isDone: (_, acted) => acted,
}

const FULL: readonly Cue[] = [
  PROMISE,
  {
    id: 'outage',
    title: 'Apply during an outage',
    say: 'Now the worst moment to apply: the verification service is down. See whether the customer gets an error.',
    hint: APPLY_HINT,
    action: {
      label: 'Take the service down, open the form',
      stage: merchant(MERCHANT.form),
      effect: 'break',
    },
    seconds: 60,
    isDone: ({ refused }) => refused,
  },
  {
    id: 'recovery',
    title: 'Recovery',
    say: 'No dead end. The bank wrote the application down before it called anyone, tells the customer the truth, and keeps trying.',
    hint: 'The stage goes on by itself in a few seconds, at most half a minute.',
    action: { label: 'Bring the service back', effect: 'repair' },
    seconds: 40,
    isDone: ({ opened }) => opened,
  },
  {
    id: 'check',
    title: 'The check',
    say: 'The customer shows a document and a face, to the service. The bank stores no picture.',
    hint: CHECK_HINT,
    skip: ['complete'],
    seconds: 70,
    isDone: ({ submitted }) => submitted,
  },
  {
    id: 'review',
    title: 'Review',
    say: 'The machine isn’t sure, so a person will look. The message that says so is signed, and the bank still asks back before it believes it.',
    hint: 'Read from the wire: the service reported “Needs review”, and the bank asked.',
    action: {
      label: 'Show the case at the service',
      stage: service('/portal/inquiries/{inquiryId}'),
    },
    seconds: 40,
    isDone: ({ reviewRead }, acted) => acted && reviewRead,
  },
  REVEAL,
  {
    id: 'decision',
    title: 'Approved, and the message is lost',
    say: 'The reviewer approves, in the service’s portal. And the message about it gets lost on the way, as messages do.',
    hint: 'On the stage: approve. Then read from the wire: the message got lost.',
    action: {
      label: 'Lose the next message, open the decision',
      stage: DECISION,
      effect: 'lose',
    },
    skip: ['lose', 'approve'],
    seconds: 50,
    isDone: ({ approved }) => approved,
  },
  {
    id: 'account',
    title: 'The account opens anyway',
    say: 'Nobody told the bank, so it asks by itself. It has the answer, but doesn’t trust one that could be older than the service’s last message.',
    action: { label: 'Return to the customer', stage: merchant(MERCHANT.customer) },
    seconds: 50,
    isDone: ({ confirmed }, acted) => acted && confirmed,
  },
  {
    id: 'reversal',
    title: 'A reversal',
    say: 'A decision can turn out to be wrong. The service takes it back, and tells the bank.',
    hint: 'On the stage: Decline, under “Change the decision”.',
    action: { label: 'Open the decision again', stage: DECISION },
    skip: ['decline'],
    seconds: 40,
    isDone: ({ declinedRead }) => declinedRead,
  },
  {
    id: 'reaction',
    title: 'The bank reacts',
    say: 'The bank withdraws its approval at once, and tells its staff which account to block.',
    hint: 'On the stage: click the reference {referenceId}. The case says it in red.',
    action: { label: 'Find the case at the bank', stage: merchant(MERCHANT.case) },
    seconds: 20,
    // It's there when the cue begins, so there is time to show it.
    isDone: ({ declinedRead }) => declinedRead,
  },
  AUDIT,
]

const SHORT: readonly Cue[] = [
  { ...PROMISE, seconds: 30 },
  {
    id: 'apply',
    title: 'Apply',
    say: 'One short form. The bank writes the application down before it calls anyone, so nothing can get lost.',
    hint: APPLY_HINT,
    action: { label: 'Open the form', stage: merchant(MERCHANT.form) },
    seconds: 30,
    isDone: ({ opened }) => opened,
  },
  {
    id: 'check',
    title: 'The check',
    say: 'The customer shows a document and a face, to the service. The bank stores no picture. It asks the service, and the account opens.',
    hint: CHECK_HINT,
    skip: ['complete'],
    seconds: 60,
    isDone: ({ confirmed }) => confirmed,
  },
  {
    ...REVEAL,
    say: 'Even after an approval, a reviewer may see the identity, and the bank writes down who looked. It stores none of it.',
    seconds: 40,
  },
  { ...AUDIT, seconds: 20 },
]

export type Cut = 'full' | 'short'
export const CUTS: Readonly<Record<Cut, readonly Cue[]>> = { full: FULL, short: SHORT }

export const plannedSeconds = (cut: Cut): number =>
  CUTS[cut].reduce((sum, { seconds }) => sum + seconds, 0)

/** One call on the wire as the story sees it: the merchant asked, or the service reported. */
export interface Call {
  atMs: number
  what: 'open' | 'status' | 'documents' | 'event'
  isOk: boolean
  /** The status that was read, or the kind of event. */
  says: string | null
  /** An event that was never sent. */
  isLost?: boolean
}

const statusSchema = z.object({ status: z.string() })
const eventSchema = z.object({ type: z.string() })
const openSchema = z.object({ referenceId: z.string() })

export function callOf(entry: WireEntry): Call {
  const isOk = entry.status !== null && entry.status >= 200 && entry.status < 300
  const startMs = Date.parse(entry.at)
  if (entry.direction === 'delivery') {
    const says = eventSchema.safeParse(json(entry.requestBody.content)).data?.type ?? null
    return { atMs: startMs + entry.durationMs, what: 'event', isOk, says }
  }
  if (entry.method === 'POST') return { atMs: startMs, what: 'open', isOk, says: null }
  if (entry.url.endsWith('/documents'))
    return { atMs: startMs, what: 'documents', isOk, says: null }
  const says = statusSchema.safeParse(json(entry.responseBody.content)).data?.status ?? null
  return { atMs: startMs, what: 'status', isOk, says }
}

/** The merchant's own name for what it asks to open; null if it gives none (N21). */
export const referenceOf = (entry: WireEntry): string | null =>
  openSchema.safeParse(json(entry.requestBody.content)).data?.referenceId ?? null

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export interface Facts {
  refused: boolean
  opened: boolean
  submitted: boolean
  reviewRead: boolean
  revealed: boolean
  approved: boolean
  /** When no message so far can contradict what the merchant reads. */
  trustedAtMs: number
  /** The merchant has read APPROVED when no earlier message could contradict it any more. */
  confirmed: boolean
  declinedRead: boolean
}

/** N6: a status can lag behind an event for this long, so a careful merchant doesn't believe an approval before. */
const LAG_MS = 60_000

export function factsOf(calls: readonly Call[], inquiry: Inquiry | null): Facts {
  const asked = (what: Call['what'], says: string | null = null) =>
    calls.filter((call) => call.what === what && call.isOk && call.says === says)
  const events = calls.filter(({ what }) => what === 'event')
  const others = events.filter(({ isOk, says }) => isOk && says !== 'inquiry.approved')
  return {
    refused: calls.some(({ what, isOk }) => what === 'open' && !isOk),
    opened: inquiry !== null,
    submitted: inquiry !== null && inquiry.finishedAt !== null,
    reviewRead: asked('status', 'NEEDS_REVIEW').length > 0,
    revealed: asked('documents').length > 0,
    // Its event is still there when the decision has been reversed.
    approved:
      inquiry?.status === 'APPROVED' || events.some(({ says }) => says === 'inquiry.approved'),
    trustedAtMs: Math.max(0, ...others.map(({ atMs }) => atMs + LAG_MS)),
    confirmed: asked('status', 'APPROVED').some(({ atMs }) =>
      others.every((event) => event.atMs > atMs || atMs - event.atMs >= LAG_MS),
    ),
    declinedRead: asked('status', 'DECLINED').length > 0,
  }
}

export interface Story {
  cut: Cut
  /** Of the current cue; past the last one when the story is over. */
  index: number
  acted: boolean
  /** It had happened before its turn, so it doesn't tick by itself. */
  wasDone: boolean
  startedAtMs: number
  cueSinceMs: number
}

export const startStory = (cut: Cut, nowMs: number): Story => ({
  cut,
  index: 0,
  acted: false,
  wasDone: false,
  startedAtMs: nowMs,
  cueSinceMs: nowMs,
})

export const currentCue = ({ cut, index }: Story): Cue | null => CUTS[cut][index] ?? null

export function goTo(story: Story, index: number, facts: Facts, nowMs: number): Story {
  const wasDone = CUTS[story.cut][index]?.isDone(facts, false) ?? false
  return { ...story, index, acted: false, wasDone, cueSinceMs: nowMs }
}

/** The story after what has happened: the same one, or at its next cue. The last one stays, because nothing comes after it. */
export function tick(story: Story, facts: Facts, nowMs: number): Story {
  const cue = currentCue(story)
  if (!cue || story.wasDone || !cue.isDone(facts, story.acted)) return story
  if (cue === CUTS[story.cut].at(-1)) return story
  return goTo(story, story.index + 1, facts, nowMs)
}
