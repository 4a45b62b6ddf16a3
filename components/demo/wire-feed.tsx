'use client'
import { ArrowLeft, ArrowRight, Radio, WifiOff } from 'lucide-react'
import { type Messages, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Badge, type BadgeTone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import type { WireLine } from '@/lib/demo/wire'
import { WIRE_CALLS } from '@/lib/demo/wire-calls'
import { useWire, type WireView } from './use-wire'

/** Every call between app and service as it happens, newest first. */
export function WireFeed({
  initial,
  clauses,
}: {
  initial: WireView
  /** What each clause says, for those who point at its code. */
  clauses: ClauseTexts
}) {
  const t = useTranslations('Guide.live')
  const [clearedAt, setClearedAt] = useState(0)
  const { wire, shown, newest, error } = useWire(initial)
  const lines = wire.filter(({ sequence }) => sequence > clearedAt)
  return (
    <section aria-labelledby="wire-title" className="flex min-h-0 flex-col">
      <div className="flex min-h-12 shrink-0 items-center gap-x-3 border-b border-line px-4 py-1.5 sm:px-5">
        <h2 id="wire-title" className="text-[0.9375rem] font-semibold max-lg:sr-only">
          {t('wire')}
        </h2>
        <div className="flex min-w-0 gap-x-3 text-[0.8125rem]/5 max-sm:flex-col-reverse">
          <p className="text-ink-soft">{t('wireIs')}</p>
          <span
            role="status"
            className={`inline-flex items-center gap-1.5 ${error ? 'text-bad' : 'text-good'}`}
          >
            {error ? (
              <WifiOff aria-hidden="true" className="size-4" />
            ) : (
              <Radio aria-hidden="true" className="size-4" />
            )}
            {t(error ? 'away' : 'connected')}
          </span>
        </div>
        <Button
          tone="quiet"
          size="small"
          className="ml-auto -mr-3"
          inactive={lines.length === 0}
          onClick={() => setClearedAt(newest)}
        >
          {t('clear')}
        </Button>
      </div>
      {lines.length === 0 ? (
        <p className="m-auto max-w-sm p-8 text-center text-[0.9375rem]/6 text-ink-soft">
          {t('silent')}
        </p>
      ) : (
        <ol className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          {withoutRepeats(lines).map(({ line, count }) => (
            <WireRow
              key={line.sequence}
              line={line}
              count={count}
              isShown={shown !== null && line.inquiry === shown}
              clauseTexts={clauses}
            />
          ))}
        </ol>
      )}
    </section>
  )
}

/** Merges repeated polls into one row with a count, so that they don't push everything else off the screen. */
function withoutRepeats(lines: readonly WireLine[]): { line: WireLine; count: number }[] {
  const rows: { line: WireLine; count: number }[] = []
  for (const line of lines) {
    const newer = rows.at(-1)
    const isRepeat =
      line.call === 'status' &&
      newer?.line.call === 'status' &&
      newer.line.status === line.status &&
      newer.line.inquiry === line.inquiry
    if (isRepeat) newer.count += 1
    else rows.push({ line, count: 1 })
  }
  return rows
}

/** Larger where a whole room reads it. */
const DETAIL = 'text-[0.8125rem]/5 xl:text-sm/6'

type ClauseTexts = Readonly<Record<string, string>>

function WireRow({
  line,
  count,
  isShown,
  clauseTexts,
}: {
  line: WireLine
  count: number
  /** Whether it's about the customer whose pages this browser shows. */
  isShown: boolean
  clauseTexts: ClauseTexts
}) {
  const { from, call, request, inquiry, status, durationMs, fault, reason, attempt, at } = line
  const t = useTranslations('Guide.live')
  const calls = useTranslations('Guide.calls')
  const faults = useTranslations('Guide.faults')
  const reasons = useTranslations('Guide.reasons')
  const isKnownFault = (kind: string): kind is keyof Messages['Guide']['faults'] =>
    faults.has(kind as keyof Messages['Guide']['faults'])
  const { file, function: name, clauses } = WIRE_CALLS[call]
  const isFromApp = from === 'app'
  const Arrow = isFromApp ? ArrowRight : ArrowLeft
  return (
    <li
      className={`grid grid-cols-[auto_1fr_auto] gap-x-4 gap-y-0.5 border-b border-line px-4 py-3 sm:px-5 sm:grid-cols-[7.5rem_1fr_auto] sm:py-3.5 xl:py-4 ${isShown ? 'bg-brand-soft/45 shadow-[inset_3px_0_var(--brand)]' : ''}`}
    >
      <span
        className={`inline-flex h-6 items-center gap-1.5 text-[0.8125rem] font-medium max-sm:order-2 max-sm:h-5 xl:text-sm ${isFromApp ? 'text-info' : 'text-other'}`}
      >
        {t(isFromApp ? 'app' : 'service')}
        <Arrow aria-label={t('to')} className={`size-4 ${isFromApp ? '' : 'rotate-180'}`} />
        {t(isFromApp ? 'service' : 'app')}
      </span>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 text-[0.9375rem]/6 font-medium max-sm:order-1 max-sm:col-span-2 xl:text-[1.0625rem]/6">
        {calls(call)}
        {inquiry && (
          <span
            translate="no"
            title={t('inquiry')}
            className="font-mono text-[0.8125rem] font-normal text-ink-soft xl:text-sm"
          >
            …{inquiry}
          </span>
        )}
        {isShown && <span className={`font-medium text-brand ${DETAIL}`}>{t('shown')}</span>}
        {count > 1 && (
          <span className={`font-normal text-ink-faint ${DETAIL}`}>{t('times', { count })}</span>
        )}
        {attempt !== null && attempt > 1 && (
          <span className={`font-normal text-ink-faint ${DETAIL}`}>
            {t('attempt', { number: attempt })}
          </span>
        )}
        {reason && <span className={`font-normal text-ink-soft ${DETAIL}`}>{reasons(reason)}</span>}
        {fault && <Badge tone="warn">{isKnownFault(fault) ? faults(fault) : fault}</Badge>}
      </p>
      <span className="justify-self-end max-sm:order-1">
        <Badge tone={statusTone(status)}>{status ?? t('noAnswer')}</Badge>
      </span>
      <p
        translate="no"
        className={`min-w-0 font-mono wrap-anywhere text-ink-faint max-sm:order-3 max-sm:col-span-3 sm:col-start-2 ${DETAIL}`}
      >
        {request}
      </p>
      <span
        className={`text-right text-ink-faint tabular-nums max-sm:order-2 max-sm:col-span-2 ${DETAIL}`}
      >
        {t('took', { ms: durationMs })} ·{' '}
        <time dateTime={at}>{t('at', { time: at.slice(11, 19) })}</time>
      </span>
      {/* On a phone, there is no room for the file's path. */}
      <p
        className={`flex flex-wrap gap-x-3 max-sm:order-4 max-sm:col-span-3 sm:col-span-2 sm:col-start-2 sm:mt-0.5 ${DETAIL}`}
      >
        <a
          href={`/demo/source/${call}`}
          translate="no"
          className="inline-flex flex-wrap gap-x-2 font-mono wrap-anywhere text-brand *:underline *:decoration-brand/35 *:underline-offset-4 hover:*:decoration-brand"
        >
          <span className="max-sm:sr-only">{file}</span> <span>{name}()</span>
        </a>
        <span className="flex flex-wrap gap-x-3 text-ink-soft">
          <span className="sr-only">{t('clauses')}</span>
          {clauses.map((code) => (
            <span key={code}>
              <abbr
                lang="en"
                title={clauseTexts[code]}
                className="cursor-help text-ink-faint decoration-dotted"
              >
                {code}
              </abbr>
              <span className="max-sm:sr-only"> {t(`clauseNames.${code}`)}</span>
            </span>
          ))}
        </span>
      </p>
    </li>
  )
}

function statusTone(status: number | null): BadgeTone {
  if (status === null || status >= 500) return 'bad'
  return status >= 400 ? 'warn' : 'good'
}
