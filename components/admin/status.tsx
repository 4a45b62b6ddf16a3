/** How staff screens show a status: its name, the tone of its badge and its colour in charts. */
import { type Messages, useTranslations } from 'next-intl'
import { useCallback } from 'react'
import { Badge, type BadgeTone } from '@/components/ui/badge'
import type { InquiryListItem } from '@/lib/back-office/views'
import { inWords } from './in-words'

interface StatusLook {
  tone: BadgeTone
  /** Classes for a bar and for its dot in the legend. */
  fill: string
  dot: string
}

/** In the order that charts stack them. */
const LOOKS: Readonly<Record<string, StatusLook>> = {
  APPROVED: { tone: 'good', fill: 'fill-chart-good', dot: 'bg-chart-good' },
  NEEDS_REVIEW: { tone: 'warn', fill: 'fill-chart-warn', dot: 'bg-chart-warn' },
  DECLINED: { tone: 'bad', fill: 'fill-chart-bad', dot: 'bg-chart-bad' },
  FAILED: { tone: 'plum', fill: 'fill-chart-plum', dot: 'bg-chart-plum' },
  COMPLETED: { tone: 'info', fill: 'fill-chart-info', dot: 'bg-chart-info' },
  PENDING: { tone: 'plain', fill: 'fill-chart-plain', dot: 'bg-chart-plain' },
}

export const KNOWN_STATUSES = Object.keys(LOOKS)

const OTHER = { fill: 'fill-chart-other', dot: 'bg-chart-other' } as const

/** Our own statuses, for an inquiry without one from the service. The overview counts OPENING too. */
const BEFORE = { fill: 'fill-line-strong', dot: 'bg-line-strong' } as const
const OWN: Readonly<Record<string, StatusLook>> = {
  OPENING: { tone: 'info', fill: 'fill-chart-info/45', dot: 'bg-chart-info/45' },
  OPENED: { ...BEFORE, tone: 'plain' },
  NOT_OPENED: { ...BEFORE, tone: 'bad' },
}

/** Statuses are an open set (S6, N5). */
export function statusLook(status: string): StatusLook {
  for (const looks of [LOOKS, OWN])
    if (Object.hasOwn(looks, status)) return looks[status] ?? { ...OTHER, tone: 'other' }
  return { ...OTHER, tone: 'other' }
}

/** Names a status in words. */
export type StatusName = (status: string) => string

export const isKnownStatus = (
  status: string,
): status is Exclude<keyof Messages['Status'], 'unknown'> =>
  Object.hasOwn(LOOKS, status) || Object.hasOwn(OWN, status)

/** `Unknown status (Escalated)`, or just `Unknown status` if we didn't keep the service's word. */
export const unknownStatus = (unknown: string, status: string): string =>
  status === 'UNKNOWN' ? unknown : `${unknown} (${inWords(status)})`

/** In the browser, the page's provider must have the texts of `Status`. */
export function useStatusName(): StatusName {
  const t = useTranslations('Status')
  return useCallback(
    (status) => (isKnownStatus(status) ? t(status) : unknownStatus(t('unknown'), status)),
    [t],
  )
}

export type ShownInquiry = Pick<InquiryListItem, 'openState' | 'status'>

/** The inquiry's status or, before there is one, the state of opening it. */
function shownStatus({ openState, status }: ShownInquiry): string {
  if (openState === 'OPEN_FAILED') return 'NOT_OPENED'
  if (openState === 'OPENING') return 'OPENING'
  return status ?? 'OPENED'
}

export function StatusBadge({ inquiry }: { inquiry: ShownInquiry }) {
  return <NamedStatusBadge inquiry={inquiry} nameOf={useStatusName()} />
}

/** For a place whose provider doesn't have the texts of `Status`. */
export function NamedStatusBadge({
  inquiry,
  nameOf,
}: {
  inquiry: ShownInquiry
  nameOf: StatusName
}) {
  const status = shownStatus(inquiry)
  return (
    <Badge tone={statusLook(status).tone} title={isKnownStatus(status) ? undefined : status}>
      {nameOf(status)}
    </Badge>
  )
}
