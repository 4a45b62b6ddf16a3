/** The audit trail's actions, actors and outcomes in words, including any that a later version wrote. */
import { type Messages, useTranslations } from 'next-intl'
import { inWords } from '@/components/admin/in-words'

/** The actions that the filter offers. */
export const AUDIT_ACTIONS = [
  'inquiry.viewed',
  'identity.revealed',
  'inquiry.refreshed',
  'account.granted',
  'account.withdrawn',
  'list.exported',
  'staff.changed',
  'staff.signed_in',
  'staff.sign_in_failed',
  'staff.signed_out',
  'staff.password',
  'staff.second_factor',
  'staff.link',
  'audit.trimmed',
  'audit.broken',
  'audit.exported',
  'account.opened',
  'account.not_granted',
  'retention.applied',
  'applicant.exported',
  'applicant.erased',
] as const

/** Actors who aren't members of staff. */
export const OTHER_ACTORS = ['applicant', 'system', 'nobody'] as const

/** Every other actor is a person's name. */
export const isName = (actor: string): boolean => !OTHER_ACTORS.some((one) => one === actor)

const oneOf = <Text extends string>(texts: readonly Text[], text: string): Text | undefined =>
  texts.find((one) => one === text)

type Result = keyof Messages['StaffAudit']['results']
type Counted = keyof Messages['StaffAudit']['counted']

export function useAuditTexts() {
  const t = useTranslations('StaffAudit')

  const actionText = (action: string): string => {
    const known = oneOf(AUDIT_ACTIONS, action)
    return known === undefined ? inWords(action) : t(`actions.${known}`)
  }
  const actorText = (actor: string): string => {
    const known = oneOf(OTHER_ACTORS, actor)
    return known === undefined ? actor : t(`actors.${known}`)
  }
  /** `role_viewer`, `12_events` or `3_inquiries_12_events` in words. */
  const outcomeText = (outcome: string): string => {
    const place = /^(entry|through)_(\d+)$/.exec(outcome)
    if (place) return t(place[1] === 'entry' ? 'entry' : 'through', { number: place[2] ?? '' })
    const counts = [...outcome.matchAll(/(\d+)_([a-z_]+?)(?=_\d|$)/g)].map(([, count, kind]) =>
      isCounted(kind)
        ? t(`counted.${kind}`, { count: Number(count) })
        : `${count} ${inWords(kind ?? '').toLowerCase()}`,
    )
    if (counts.length > 0) return counts.join(', ')
    return isResult(outcome) ? t(`results.${outcome}`) : inWords(outcome)
  }
  const isResult = (text: string): text is Result => t.has(`results.${text}` as `results.${Result}`)
  const isCounted = (text = ''): text is Counted => t.has(`counted.${text}` as `counted.${Counted}`)
  return { actionText, actorText, outcomeText }
}
