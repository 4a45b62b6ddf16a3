/** What happened to a case, in plain language. */
import type { useTranslations } from 'next-intl'
import { inWords } from '@/components/admin/in-words'
import { statusName } from '@/components/admin/status'
import type { TimelineEntry } from '@/lib/back-office/views'
import { isDecision } from '@/lib/inquiries/status'
import { causeText } from './cause-text'

type Translate = ReturnType<typeof useTranslations<'StaffCase'>>

interface TimelineText {
  title: string
  detail: string | null
  /** The exact code behind it, for a tooltip. */
  code?: string
}

export function timelineText(entry: TimelineEntry, t: Translate): TimelineText {
  switch (entry.kind) {
    case 'requested':
      return {
        title: t('timeline.requested'),
        code: entry.error ?? undefined,
        detail: entry.error && t('timeline.openError', { error: causeText(t, entry.error) }),
      }
    case 'event':
      return {
        title: entry.status
          ? t('timeline.reported', { status: statusName(entry.status) })
          : t('timeline.unknownEvent'),
        detail: entry.status
          ? t('timeline.delivered', { deliveries: entry.deliveries })
          : t('timeline.event', { type: inWords(entry.type), deliveries: entry.deliveries }),
        code: entry.type,
      }
    case 'change':
      return { title: changeText(entry, t), detail: t('timeline.confirmed') }
    case 'audit':
      return auditText(entry, t)
  }
}

function changeText({ from, to }: { from: string | null; to: string }, t: Translate): string {
  if (isDecision(from))
    return t('timeline.reversed', { from: statusName(from ?? ''), to: statusName(to) })
  switch (to) {
    case 'PENDING':
    case 'COMPLETED':
    case 'NEEDS_REVIEW':
    case 'APPROVED':
    case 'DECLINED':
    case 'FAILED':
      return t(`timeline.became.${to}`)
    default:
      return t('timeline.became.other', { status: statusName(to) })
  }
}

const ACTION_KEYS = {
  'inquiry.viewed': 'viewed',
  'identity.revealed': 'revealed',
  'inquiry.refreshed': 'refreshed',
  'account.granted': 'granted',
  'account.withdrawn': 'withdrawn',
  'account.opened': 'opened',
  'account.not_granted': 'notGranted',
} as const
const isKnown = (action: string): action is keyof typeof ACTION_KEYS =>
  Object.hasOwn(ACTION_KEYS, action)

function auditText(
  { action, outcome, by }: Extract<TimelineEntry, { kind: 'audit' }>,
  t: Translate,
): TimelineText {
  // A later version wrote this one.
  if (!isKnown(action)) return { title: inWords(action), detail: by, code: action }
  return {
    title: t(`timeline.did.${ACTION_KEYS[action]}`, {
      who: by === 'you' ? 'you' : 'other',
      name: by,
    }),
    detail: outcome === 'refused' ? t('timeline.refused') : null,
  }
}
