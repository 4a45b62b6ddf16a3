// The story that a presenter tells: its cues (steps), and what has to happen for each to count as done. Pure functions of the calls.
import { z } from 'zod'
import type { Inquiry } from '../state/entities.ts'
import type { WireEntry } from '../state/wire.ts'

/** All that the guide knows about the merchant. Browsers send a cookie to every port of a host, so the sandbox can delete the merchant's when a story starts. */
export const MERCHANT = {
  customerCookie: 'applicant',
  email: 'reviewer@example.com',
  password: 'northwind-demo',
} as const

/** The pages that the stage, the window with the merchant's app, can show. `{merchant}` is the merchant's URL; the portal's pages are this sandbox's own. */
export const STAGE = {
  shop: '{merchant}/',
  form: '{merchant}/apply',
  /** Where a customer returns from the hosted flow. The merchant then reads the status. */
  customer: '{merchant}/apply/verify?returned=completed',
  case: '{merchant}/admin/inquiries?q={referenceId}',
  audit: '{merchant}/admin/audit',
  staff: '{merchant}/admin/sign-in',
  inquiry: '/portal/inquiries/{inquiryId}',
  /** The fragment names the note, because a browser opens the collapsed details around it. */
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
  /** What must have happened, after the action, for the cue to be done; by default, only the action. */
  fact?: keyof Facts
  /** The inquiry's status before this cue. If the presenter skipped the cue that leads there, the sandbox sets it. */
  needs?: (typeof LADDER)[number]
  /** What the room should look at, in one sentence. */
  look: string | ((facts: Facts) => string)
  /** The cut that has this cue; by default, both. */
  only?: Cut
  /** Whether a story with this ending has the cue; by default, it has. */
  isIn?: (course: Course) => boolean
}

/** The full story has an outage of the service, the short one hasn't. */
export type Cut = 'full' | 'short'
/** How a story ends. The presenter chooses it before the start. */
export const endingSchema = z.enum(['reversal', 'review', 'approved', 'declined'])
export type Ending = z.infer<typeof endingSchema>
export const ENDINGS: Record<Ending, { title: string; minutes: Record<Cut, number> }> = {
  reversal: { title: 'Reversal', minutes: { full: 8, short: 4 } },
  review: { title: 'Review, then approved', minutes: { full: 7, short: 5 } },
  approved: { title: 'Approved', minutes: { full: 5, short: 3 } },
  declined: { title: 'Declined', minutes: { full: 4, short: 2 } },
}
export interface Plan {
  cut: Cut
  ending: Ending
}
interface Course {
  ending: Ending
  /** The inquiry's status after the customer submits. */
  outcome: 'APPROVED' | 'NEEDS_REVIEW' | 'DECLINED'
}

export function outcomeOf({ cut, ending }: Plan): Course['outcome'] {
  if (ending === 'declined') return 'DECLINED'
  return ending === 'review' || (ending === 'reversal' && cut === 'full')
    ? 'NEEDS_REVIEW'
    : 'APPROVED'
}
const isReviewed = ({ outcome }: Course) => outcome === 'NEEDS_REVIEW'
const isReversed = ({ ending }: Course) => ending === 'reversal'

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
    look: 'A customer wants an account. Watch who asks whom, and what they get.',
  },
  {
    id: 'apply',
    only: 'short',
    title: 'Apply',
    say: 'One short form. The bank writes the application down before it calls anyone, so nothing can get lost.',
    hint: APPLY_HINT,
    action: { label: 'Open the form', show: 'form' },
    fact: 'opened',
    look: 'The bank is about to ask the service to check this customer.',
  },
  {
    id: 'outage',
    only: 'full',
    title: 'Apply during an outage',
    say: 'Now the worst moment to apply: the verification service goes down. See whether the customer gets an error.',
    hint: APPLY_HINT,
    action: { label: 'Take the service down, open the form', show: 'form', effect: 'break' },
    fact: 'refused',
    look: 'The service goes down. Watch what happens to the application.',
  },
  {
    id: 'recovery',
    only: 'full',
    title: 'Recovery',
    say: 'No dead end. The bank wrote the application down before it called anyone, tells the customer the truth, and keeps trying.',
    hint: 'The stage goes on by itself in a few seconds, at most half a minute.',
    action: { label: 'Bring the service back', effect: 'repair' },
    fact: 'opened',
    look: 'Refused, and nothing is lost: the bank tries again by itself.',
  },
  {
    id: 'check',
    title: 'The check',
    say: 'The customer shows a document and a face, to the service. The bank may look at them there, and stores none.',
    hint: 'On the stage: start the check, agree, fill in a sample person, choose a document, use and confirm a specimen for each picture, submit.',
    fact: 'checked',
    look: 'Document and face go to the service. None of it passes through the bank.',
  },
  {
    id: 'opened',
    isIn: ({ outcome }) => outcome === 'APPROVED',
    title: 'The account opens',
    say: 'The service reports an approval, and the customer reads it at once. The account waits until the bank has asked back.',
    action: { label: 'Return to the customer', show: 'customer' },
    needs: 'APPROVED',
    look: 'The message alone opens no account. The bank asked back first.',
  },
  {
    id: 'declined',
    isIn: ({ outcome }) => outcome === 'DECLINED',
    title: 'No account',
    say: 'The service declines. The customer reads that at once, and the bank still asks back before it writes the decision down.',
    action: { label: 'Return to the customer', show: 'customer' },
    needs: 'DECLINED',
    look: 'A signed message said “Declined”. The bank asked back, and opened no account.',
  },
  {
    id: 'review',
    isIn: isReviewed,
    title: 'Review',
    say: 'The machine isn’t sure, so a person will look. The bank shows what the signed message says, and asks back before anything depends on it.',
    hint: 'On the stage: return to the bank first. The customer reads that a person will look.',
    action: { label: 'Show the case at the service', show: 'inquiry' },
    needs: 'NEEDS_REVIEW',
    look: 'A signed message said “Needs review”. The bank asked back to be sure.',
  },
  {
    id: 'reveal',
    isIn: ({ outcome }) => outcome !== 'DECLINED',
    title: 'A reviewer reveals',
    say: 'A reviewer may see the identity, and the bank writes down who looked. The data comes from the service at that moment, and the bank stores none of it.',
    hint: 'On the stage: click the reference {referenceId}, then show identity and documents.',
    action: FIND_CASE,
    fact: 'revealed',
    needs: 'NEEDS_REVIEW',
    look: 'Watch the bank ask for the documents only now. It keeps none of them.',
  },
  {
    id: 'decision',
    isIn: isReviewed,
    title: 'Approved, and the message is lost',
    say: 'The reviewer approves, in the service’s portal. And the message about it gets lost on the way, as messages do.',
    hint: 'On the stage: approve.',
    action: { label: 'Lose the next message, open the decision', show: 'decision', effect: 'lose' },
    fact: 'approved',
    look: 'A reviewer decides. Watch the message on its way to the bank.',
  },
  {
    id: 'account',
    isIn: isReviewed,
    title: 'The account opens anyway',
    say: 'Nobody told the bank, so it asks by itself. And it believes an approval only once no earlier message can contradict it.',
    hint: 'Point at the red message. If a countdown shows, let it run out.',
    action: { label: 'Return to the customer', show: 'customer' },
    fact: 'confirmed',
    needs: 'APPROVED',
    look: ({ lost, found }) => {
      if (!lost) return 'The message alone opens no account. The bank asks back first.'
      return found
        ? 'Nobody told the bank. It found “Approved” by itself, and waits until it can be sure.'
        : 'The message is lost, and nobody tells the bank. So it looks by itself.'
    },
  },
  {
    id: 'reversal',
    isIn: isReversed,
    title: 'A reversal',
    say: 'A decision can turn out to be wrong. The service takes it back, and tells the bank.',
    hint: 'On the stage: Decline, under “Change the decision”. If a countdown shows, let it run out first.',
    action: { label: 'Open the decision again', show: 'decision' },
    fact: 'declined',
    look: ({ lost }) =>
      lost
        ? 'It is sure now: the account opens, although the message never came.'
        : 'The account is open. Watch what happens if the service takes its decision back.',
  },
  {
    id: 'reaction',
    isIn: isReversed,
    title: 'The bank reacts',
    say: 'The bank withdraws its approval at once, and tells its staff which account to block.',
    hint: 'On the stage: click the reference {referenceId}. The case says it in red.',
    action: FIND_CASE,
    fact: 'declined',
    needs: 'DECLINED',
    look: 'The bank asked back at once, and withdrew its approval.',
  },
  {
    id: 'audit',
    title: 'The audit trail',
    say: 'Who looked at what, and what the bank decided and when. All of it is on record, and none of it is the customer’s data.',
    action: { label: 'Open the audit trail', show: 'audit' },
    look: ({ lost, confirmed, declined }) =>
      lost && confirmed && !declined
        ? 'The account opened, although the message never came. All of it is on record.'
        : 'Who looked and what was decided is on record, and none of it is the customer’s data.',
  },
]

export function cuesOf({ cut, ending }: Plan): Cue[] {
  const course = { ending, outcome: outcomeOf({ cut, ending }) }
  return CUES.filter(({ only = cut, isIn }) => only === cut && (!isIn || isIn(course)))
}

/** An outage that ends without the presenter's action is over all the same. */
export const isDone = (cue: Cue, facts: Facts, acted: boolean): boolean =>
  (acted || !cue.action || cue.action.effect === 'repair') && (cue.fact ? facts[cue.fact] : acted)

/** One call on the wire as the story sees it: the merchant asked, or the service reported. */
export interface Call {
  /** Unique until the sandbox restarts. */
  key: string
  atMs: number
  what: 'open' | 'status' | 'documents' | 'event'
  isOk: boolean
  /** The HTTP status of the answer; null if there was none. */
  status: number | null
  /** The status that was read, or the kind of event. */
  says: string | null
  /** An event that was never sent. */
  isLost?: boolean
}

export function callOf(entry: WireEntry): Call {
  const { status, method, url, requestBody, responseBody } = entry
  const isOk = status !== null && status >= 200 && status < 300
  const call = { key: `call-${entry.sequence}`, atMs: Date.parse(entry.at), isOk, status }
  if (entry.direction === 'delivery') {
    const says = textOf(requestBody.content, 'type')
    return { ...call, atMs: call.atMs + entry.durationMs, what: 'event', says }
  }
  if (method === 'POST') return { ...call, what: 'open', says: null }
  if (url.endsWith('/documents')) return { ...call, what: 'documents', says: null }
  return { ...call, what: 'status', says: textOf(responseBody.content, 'status') }
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

/** What has happened so far. It decides which cues are done. */
export type Facts = ReturnType<typeof factsOf>

/** N6: a status can lag behind an event for this long, so a careful merchant doesn't believe an approval before. */
const LAG_MS = 60_000
/** N30: a decline and an approval must be signed this far apart, or a merchant can't know which came later. */
const LEAD_MS = 5_000

export function factsOf(calls: readonly Call[], inquiry: Inquiry | null) {
  const asked = (what: Call['what'], says: string | null = null) =>
    calls.filter((call) => call.what === what && call.isOk && call.says === says)
  const confirmed = findConfirmation(calls) !== undefined
  /** The merchant has read DECLINED. */
  const declined = asked('status', 'DECLINED').length > 0
  return {
    refused: calls.some(({ what, isOk }) => what === 'open' && !isOk),
    opened: inquiry !== null,
    /** The merchant has read the result of the check. */
    checked: confirmed || declined || asked('status', 'NEEDS_REVIEW').length > 0,
    revealed: asked('documents').length > 0,
    // Its event is still there when the decision has been reversed.
    approved:
      inquiry?.status === 'APPROVED' || calls.some(({ says }) => says === 'inquiry.approved'),
    /** The merchant has read APPROVED, even if an earlier event still puts it in doubt. */
    found: asked('status', 'APPROVED').length > 0,
    lost: calls.some(({ isLost }) => isLost),
    confirmed,
    declined,
  }
}

/** The read with which the merchant has APPROVED when no earlier message can contradict it any more. */
export const findConfirmation = (calls: readonly Call[]): Call | undefined =>
  calls.find(
    ({ what, isOk, says, atMs }) =>
      what === 'status' &&
      isOk &&
      says === 'APPROVED' &&
      trustedAtMs(calls.filter((call) => call.atMs <= atMs)) <= atMs,
  )

/** When no message so far can contradict an approval that the merchant reads. A later approval outweighs a message. */
export function trustedAtMs(calls: readonly Call[]): number {
  const received = calls.filter(({ what, isOk }) => what === 'event' && isOk)
  const others = received.filter(
    (other) =>
      other.says !== 'inquiry.approved' &&
      !received.some(
        ({ says, atMs }) =>
          says === 'inquiry.approved' &&
          atMs - other.atMs > (other.says === 'inquiry.declined' ? LEAD_MS : 0),
      ),
  )
  return Math.max(0, ...others.map(({ atMs }) => atMs + LAG_MS))
}
