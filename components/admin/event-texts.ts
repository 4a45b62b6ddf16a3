/** Events and rejected deliveries in words, with what an engineer needs to mend each. */
import type { EventListItem } from '@/lib/back-office/views'
import { REJECTION_REASONS, type RejectionReason } from '@/lib/rejection-reasons'
import { inWords } from './in-words'

const KINDS: Readonly<Record<string, string>> = {
  'inquiry.approved': 'Inquiry approved',
  'inquiry.review_in_progress': 'Inquiry sent to review',
  'inquiry.declined': 'Inquiry declined',
}

/** The screen shows the exact type next to it. */
export const kindText = (kind: string): string =>
  new Map(Object.entries(KINDS)).get(kind) ?? `Unknown event (${inWords(kind)})`

interface OutcomeText {
  label: string
  tone: 'good' | 'warn' | 'info' | 'bad'
  meaning?: string
}

export const OUTCOME_TEXTS: Readonly<Record<EventListItem['outcome'], OutcomeText>> = {
  recorded: { label: 'Recorded', tone: 'good' },
  waiting: {
    label: 'Waiting',
    tone: 'info',
    meaning: 'We don’t know its inquiry yet.',
  },
  set_aside: {
    label: 'Set aside',
    tone: 'warn',
    meaning: 'It isn’t about an inquiry that we follow.',
  },
  unknown_kind: {
    label: 'Unknown type',
    tone: 'info',
    meaning: 'We don’t act on this type of event.',
  },
  rejected: { label: 'Rejected', tone: 'bad' },
}

interface RejectionText {
  title: string
  /** What happened, in plain language. */
  meaning: string
  fix: string
  /** Exact names that the advice refers to. */
  check?: readonly string[]
}

const HEADER = ['X-Service-Signature: sha256=<hex>']
const REJECTIONS: Readonly<Record<RejectionReason, RejectionText>> = {
  no_header: {
    title: 'No signature',
    meaning: 'The delivery has no signature, so we ignored it.',
    fix: 'A proxy may have removed the header, or the delivery didn’t come from the service. Expected:',
    check: HEADER,
  },
  malformed_header: {
    title: 'Malformed signature',
    meaning: 'The signature isn’t in the form that the service sends, so we ignored the delivery.',
    fix: 'Check the proxies between the service and this app. Expected:',
    check: HEADER,
  },
  bare_digest: {
    title: 'Digest without its prefix',
    meaning:
      'The signature lacks the prefix that the service always sends, so we ignored the delivery.',
    fix: 'Find out who sent it. Expected:',
    check: HEADER,
  },
  wrong_secret_or_altered_body: {
    title: 'Wrong secret or altered body',
    meaning: 'The signature doesn’t match the content, so we ignored the delivery.',
    fix: 'Compare this app’s webhook secret with the endpoint’s in the portal. After a rotation, the service signs with the new one. If they’re the same, either the service derives its key from the secret in another way, or a proxy rewrites the content. Check:',
    check: ['VERIFICATION_WEBHOOK_SECRET', 'VERIFICATION_WEBHOOK_SECRET_FORM'],
  },
  unreadable_event: {
    title: 'Signed, but not an event',
    meaning: 'The signature is valid, but the content isn’t an event, so we ignored the delivery.',
    fix: 'The body doesn’t follow the contract. Report it to the service.',
  },
  too_large: {
    title: 'Too large',
    meaning: 'The delivery was over 1 MiB, so we didn’t read it.',
    fix: 'No event is that large, so it didn’t come from the service.',
  },
  too_slow: {
    title: 'Too slow',
    meaning: 'The delivery took longer than ten seconds to arrive, so we stopped reading it.',
    fix: 'If this repeats, check the network and the proxies in between.',
  },
  too_many: {
    title: 'Too many at once',
    meaning:
      'Too many large or unfinished deliveries were arriving at once. The service will retry.',
    fix: 'If this repeats, limit connections at the proxy.',
  },
}

/** A later version may have stored a reason that this one doesn't know. */
export function rejectionText(reason: string): RejectionText {
  const known = REJECTION_REASONS.find((one) => one === reason)
  if (known) return REJECTIONS[known]
  return {
    title: inWords(reason),
    meaning: 'We ignored the delivery.',
    fix: 'There’s no advice for this reason:',
    check: [reason],
  }
}
