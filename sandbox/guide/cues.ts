// The story that a presenter tells: its cues, and what has to happen for each to tick. Pure: what happened comes in as `Call`s.
import { z } from 'zod'
import type { Inquiry } from '../state/entities.ts'
import type { WireEntry } from '../state/wire.ts'

/** All that the guide knows about the merchant. Browsers send a cookie to every port of a host, so a rerun can delete it. */
export const MERCHANT = {
  customerCookie: 'applicant',
  email: 'reviewer@example.com',
  password: 'northwind-demo',
} as const

/** What the stage shows. `{merchant}` is the merchant's URL; the portal's pages are this sandbox's own. */
export const STAGE = {
  shop: '{merchant}/',
  form: '{merchant}/apply',
  /** Where a customer arrives from the hosted flow, which makes a merchant look at the status. */
  customer: '{merchant}/apply/verify?returned=completed',
  case: '{merchant}/admin/inquiries?q={referenceId}',
  audit: '{merchant}/admin/audit',
  staff: '{merchant}/admin/sign-in',
  inquiry: '/portal/inquiries/{inquiryId}',
  /** At the note, because a browser opens the details around the target of a link. */
  decision: '/portal/inquiries/{inquiryId}#note-{inquiryId}',
} as const
export type StagePage = keyof typeof STAGE

export interface Cue {
  id: string
  title: string
  /** What the presenter says. */
  say: string
  /** What the presenter clicks on the stage. */
  hint?: string
  action?: { label: string; show?: StagePage; effect?: 'break' | 'repair' | 'lose' }
  /** What makes it tick, once its action has been taken; by default, the action. */
  fact?: keyof Facts
  /** What has become of the inquiry before it. The service sees to it if the presenter has skipped something. */
  needs?: (typeof LADDER)[number]
  /** By default, it's in both stories. */
  only?: Cut
}

export type Cut = 'full' | 'short'
/** How long a story takes, in words. */
export const DURATIONS: Record<Cut, string> = { full: 'eight minutes', short: 'three minutes' }
export const LADDER = ['NEEDS_REVIEW', 'APPROVED', 'DECLINED'] as const

export const APPLY_HINT =
  'On the stage: choose an account, scroll down and tick the consent, Continue.'
const FIND_CASE = { label: 'Find the case at the bank', show: 'case' } as const

const CUES: readonly Cue[] = [
  {
    id: 'promise',
    title: 'The promise',
    say: 'An account in three minutes. No identity documents kept. And no account opened on an unconfirmed message.',
    hint: 'The stage shows the storefront.',
  },
  {
    id: 'apply',
    only: 'short',
    title: 'Apply',
    say: 'One short form. The bank writes the application down before it calls anyone, so nothing can get lost.',
    hint: APPLY_HINT,
    action: { label: 'Open the form', show: 'form' },
    fact: 'opened',
  },
  {
    id: 'outage',
    only: 'full',
    title: 'Apply during an outage',
    say: 'Now the worst moment to apply: the verification service is down. See whether the customer gets an error.',
    hint: APPLY_HINT,
    action: { label: 'Take the service down, open the form', show: 'form', effect: 'break' },
    fact: 'refused',
  },
  {
    id: 'recovery',
    only: 'full',
    title: 'Recovery',
    say: 'No dead end. The bank wrote the application down before it called anyone, tells the customer the truth, and keeps trying.',
    hint: 'The stage goes on by itself in a few seconds, at most half a minute.',
    action: { label: 'Bring the service back', effect: 'repair' },
    fact: 'opened',
  },
  {
    id: 'check',
    title: 'The check',
    say: 'The customer shows a document and a face, to the service. The bank may look at them there, and stores none.',
    hint: 'On the stage: start the check, agree, fill in a sample person, choose a document, use and confirm a specimen for each picture, submit.',
    fact: 'checked',
  },
  {
    id: 'opened',
    only: 'short',
    title: 'The account opens',
    say: 'The service reports an approval. The bank doesn’t take its word for it: it asks back, and only then opens the account.',
    hint: 'Read from the wire: the service reported “Approved”, and the bank asked.',
    action: { label: 'Return to the customer', show: 'customer' },
    needs: 'APPROVED',
  },
  {
    id: 'review',
    only: 'full',
    title: 'Review',
    say: 'The machine isn’t sure, so a person will look. The message that says so is signed, and the bank still asks back before it believes it.',
    hint: 'Read from the wire: the service reported “Needs review”, and the bank asked.',
    action: { label: 'Show the case at the service', show: 'inquiry' },
    needs: 'NEEDS_REVIEW',
  },
  {
    id: 'reveal',
    title: 'A reviewer reveals',
    say: 'A reviewer may see the identity, and the bank writes down who looked. The data comes from the service at that moment, and the bank stores none of it.',
    hint: 'On the stage: click the reference {referenceId}, then show identity and documents.',
    action: FIND_CASE,
    fact: 'revealed',
    needs: 'NEEDS_REVIEW',
  },
  {
    id: 'decision',
    only: 'full',
    title: 'Approved, and the message is lost',
    say: 'The reviewer approves, in the service’s portal. And the message about it gets lost on the way, as messages do.',
    hint: 'On the stage: approve.',
    action: { label: 'Lose the next message, open the decision', show: 'decision', effect: 'lose' },
    fact: 'approved',
  },
  {
    id: 'account',
    only: 'full',
    title: 'The account opens anyway',
    say: 'Nobody told the bank, so it asks on its own. And it trusts an approval only if it can’t be older than the service’s last message.',
    hint: 'Read from the wire: the message got lost. If a countdown shows at the top, let it run out.',
    action: { label: 'Return to the customer', show: 'customer' },
    fact: 'confirmed',
    needs: 'APPROVED',
  },
  {
    id: 'reversal',
    only: 'full',
    title: 'A reversal',
    say: 'A decision can turn out to be wrong. The service takes it back, and tells the bank.',
    hint: 'On the stage: Decline, under “Change the decision”. If a countdown shows at the top, let it run out first.',
    action: { label: 'Open the decision again', show: 'decision' },
    fact: 'declined',
  },
  {
    id: 'reaction',
    only: 'full',
    title: 'The bank reacts',
    say: 'The bank withdraws its approval at once, and tells its staff which account to block.',
    hint: 'On the stage: click the reference {referenceId}. The case says it in red.',
    action: FIND_CASE,
    fact: 'declined',
    needs: 'DECLINED',
  },
  {
    id: 'audit',
    title: 'The audit trail',
    say: 'Who looked at what, and what the bank decided and when. All of it is on record, and none of it is the customer’s data.',
    action: { label: 'Open the audit trail', show: 'audit' },
  },
]

export function cuesOf(cut: Cut): Cue[] {
  return CUES.filter(({ only = cut }) => only === cut)
}

export const isDone = (cue: Cue, facts: Facts, acted: boolean): boolean =>
  (acted || !cue.action) && (cue.fact ? facts[cue.fact] : acted)

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

export function callOf(entry: WireEntry): Call {
  const isOk = entry.status !== null && entry.status >= 200 && entry.status < 300
  const atMs = Date.parse(entry.at)
  if (entry.direction === 'delivery') {
    const says = textOf(entry.requestBody.content, 'type')
    return { atMs: atMs + entry.durationMs, what: 'event', isOk, says }
  }
  if (entry.method === 'POST') return { atMs, what: 'open', isOk, says: null }
  if (entry.url.endsWith('/documents')) return { atMs, what: 'documents', isOk, says: null }
  return { atMs, what: 'status', isOk, says: textOf(entry.responseBody.content, 'status') }
}

const bodySchema = z.record(z.string(), z.unknown())
const textSchema = z.string()

/** A field of a JSON body; null if there is none. The console reads the whole wire twice a second. */
export function textOf(body: string, field: string): string | null {
  try {
    return textSchema.parse(bodySchema.parse(JSON.parse(body))[field])
  } catch {
    return null
  }
}

/** What has happened, by which the cues tick. */
export type Facts = ReturnType<typeof factsOf>

/** N6: a status can lag behind an event for this long, so a careful merchant doesn't believe an approval before. */
const LAG_MS = 60_000

export function factsOf(calls: readonly Call[], inquiry: Inquiry | null) {
  const asked = (what: Call['what'], says: string | null = null) =>
    calls.filter((call) => call.what === what && call.isOk && call.says === says)
  /** The merchant has read APPROVED when no earlier message could contradict it any more. */
  const confirmed = asked('status', 'APPROVED').some(
    ({ atMs }) => trustedAtMs(calls.filter((call) => call.atMs <= atMs)) <= atMs,
  )
  return {
    refused: calls.some(({ what, isOk }) => what === 'open' && !isOk),
    opened: inquiry !== null,
    /** The merchant has read what the check has led to. */
    checked: confirmed || asked('status', 'NEEDS_REVIEW').length > 0,
    revealed: asked('documents').length > 0,
    // Its event is still there when the decision has been reversed.
    approved:
      inquiry?.status === 'APPROVED' || calls.some(({ says }) => says === 'inquiry.approved'),
    confirmed,
    /** The merchant has read it. */
    declined: asked('status', 'DECLINED').length > 0,
  }
}

/** When no message so far can contradict an approval that the merchant reads. */
export function trustedAtMs(calls: readonly Call[]): number {
  const others = calls.filter(
    ({ what, isOk, says }) => what === 'event' && isOk && says !== 'inquiry.approved',
  )
  return Math.max(0, ...others.map(({ atMs }) => atMs + LAG_MS))
}
