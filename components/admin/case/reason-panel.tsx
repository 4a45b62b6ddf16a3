import { CircleCheck, CircleX, Clock, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useId } from 'react'
import type { InquiryDetail } from '@/lib/back-office/views'
import type { NextStep } from './next-step'

type Look = 'good' | 'warn' | 'bad' | 'plain'

const LOOKS = {
  good: { icon: CircleCheck, box: 'border-good/25 bg-good-soft/60', ink: 'text-good' },
  warn: { icon: TriangleAlert, box: 'border-warn/30 bg-warn-soft/60', ink: 'text-warn' },
  bad: { icon: CircleX, box: 'border-bad/25 bg-bad-soft/60', ink: 'text-bad' },
  plain: { icon: Clock, box: 'border-line bg-surface', ink: 'text-ink-soft' },
} as const

const LOOK_OF: Readonly<Partial<Record<NextStep, Look>>> = {
  approved: 'good',
  account_opening: 'good',
  approved_elsewhere: 'good',
  declined: 'bad',
  failed: 'bad',
  not_opened: 'bad',
  unknown: 'warn',
  expired: 'warn',
}

/** The first thing on the page: why a person has to review the case, or why nobody does. */
export function ReasonPanel({ inquiry, step }: { inquiry: InquiryDetail; step: NextStep }) {
  const { status, reviewReasons } = inquiry
  if (status === 'NEEDS_REVIEW') return <Reasons reasons={reviewReasons} />
  // A notice already explains these and says what to do.
  if (step === 'reversed' || step === 'account_failing') return null
  return <State step={step} />
}

function Reasons({ reasons }: { reasons: readonly string[] }) {
  const t = useTranslations('StaffCase')
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`mb-4 flex gap-3 rounded-xl border px-4 py-3 print:break-inside-avoid print:rounded-none print:border-x-0 print:border-b-0 print:px-0 ${LOOKS.warn.box}`}
    >
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-warn" />
      <div className={`min-w-0 ${reasons.length > 1 ? '' : 'sm:flex sm:gap-3'}`}>
        <h2 id={id} className="shrink-0 text-sm/6 font-medium tracking-normal text-warn">
          {t('reviewReasons')}
        </h2>
        {reasons.length === 0 ? (
          <p className="text-[0.9375rem]/6">{t('noReasons')}</p>
        ) : (
          <ul
            className={`space-y-1 text-[0.9375rem]/6 font-medium ${reasons.length > 1 ? 'list-disc pl-4.5 marker:text-warn' : ''}`}
          >
            {reasons.map((reason) => (
              // The service's own words, in a language that it doesn't specify.
              <li key={reason} lang="" className="break-words">
                {reason}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function State({ step }: { step: NextStep }) {
  const t = useTranslations('StaffCase')
  const { icon: Icon, box, ink } = LOOKS[LOOK_OF[step] ?? 'plain']
  return (
    <p
      className={`mb-4 flex gap-3 rounded-xl border px-4 py-3.5 text-[0.9375rem]/6 print:rounded-none print:border-x-0 print:border-b-0 print:px-0 ${box}`}
    >
      <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${ink}`} />
      {t(`next.${step}`)}
    </p>
  )
}
