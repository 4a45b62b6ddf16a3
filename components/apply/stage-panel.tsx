import {
  CircleAlert,
  CircleCheck,
  CircleMinus,
  ClipboardClock,
  CloudOff,
  Hourglass,
  LoaderCircle,
  ScanFace,
  Smartphone,
  UserRoundSearch,
} from 'lucide-react'
import { useMessages, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { ICON_TILE } from '@/components/ui/icon-card'
import { isFinal } from '@/lib/inquiries/status'
import type { ApplicantInquiryView } from '@/lib/inquiries/views'
import { HelpLine } from './help-line'
import { Progress } from './progress'
import { type ShownStage, STAGES, type StageLook, type Trouble } from './stages'

const DAY_MS = 86_400_000

interface StagePanelProps {
  inquiry: ApplicantInquiryView
  shown: ShownStage
  /** Shown in place of the stage. */
  trouble: Trouble | null
  productName: string
  /** Below everything else. */
  picture?: ReactNode
  /** Notices and actions. */
  children?: ReactNode
}

/** What is happening now, what to do or what happens next, and how long it usually takes. */
export function StagePanel(props: StagePanelProps) {
  const { inquiry, shown, trouble, productName, picture, children } = props
  const t = useTranslations('Verify')
  const texts: Readonly<Record<string, string>> = useMessages().Verify.stages[shown]
  const { tone, step, stopped } = STAGES[shown]
  // While the service is down, the usual time doesn't apply.
  const usually = inquiry.serviceUnreachable ? undefined : texts.usually
  const openDays = inquiry.expiresAt
    ? Math.round((Date.parse(inquiry.expiresAt) - Date.parse(inquiry.openedAt)) / DAY_MS)
    : 0
  const title = trouble ? t(trouble) : texts.title
  const next = texts.prepare ?? texts.todo ?? texts.next
  const nextTitle = texts.prepare ? 'prepareTitle' : texts.todo ? 'todoTitle' : 'nextTitle'
  return (
    <>
      <Progress
        step={step}
        stopped={stopped}
        stalled={trouble !== null}
        done={inquiry.accountOpened}
      />
      <Card className="mt-6 overflow-hidden shadow-sm">
        <div className="p-6 sm:p-9">
          <StageIcon tone={trouble ? 'trouble' : tone} />
          {shown !== 'opened' && (
            <p className="mt-5 -mb-4 text-sm font-medium text-ink-faint">{productName}</p>
          )}
          <div role="status">
            <h1 className="mt-5 text-2xl font-semibold sm:text-[1.75rem]/tight">{title}</h1>
            <p className="mt-3 text-[1.0625rem]/7 text-ink-soft">
              {trouble ? t(`${trouble}Text`) : texts.now}
              {shown === 'opened' && ` ${t('accountOpen', { product: productName })}`}
              {shown === 'expired' && openDays > 0 && ` ${t('openFor', { days: openDays })}`}
              {!trouble && texts.more && ` ${texts.more}`}
              {shown === 'approved' && ` ${t('accountOpening', { product: productName })}`}
            </p>
          </div>
          {trouble && (
            <p className="mt-5 flex items-center gap-2.5 text-[0.9375rem]/6 font-medium">
              <LoaderCircle
                aria-hidden="true"
                className="size-4.5 shrink-0 text-warn motion-safe:animate-spin"
              />
              {t('retrying')}
            </p>
          )}
          <div className="mt-6 flex flex-col gap-4 empty:hidden">{children}</div>
        </div>
        {!trouble && next && (
          <dl className="grid gap-x-8 gap-y-4 border-t border-line bg-sunken/60 px-6 py-5 text-[0.9375rem]/6 sm:grid-cols-[minmax(0,1fr)_10.5rem] sm:px-9">
            <div>
              <dt className="font-medium">{t(nextTitle)}</dt>
              <dd className="text-balance text-ink-soft">{next}</dd>
            </div>
            {usually && (
              <div>
                <dt className="font-medium">{t('usuallyTitle')}</dt>
                <dd className="text-ink-soft">{usually}</dd>
              </div>
            )}
          </dl>
        )}
        {picture}
      </Card>
      {/* The panel of a declined application offers contact itself. */}
      {shown !== 'declined' && (
        <HelpLine about={isFinal(inquiry.stage) ? 'questions' : 'problem'} />
      )}
    </>
  )
}

const LOOKS = {
  waiting: { icon: LoaderCircle, look: 'bg-info-soft text-info', spin: true },
  action: { icon: ScanFace, look: 'bg-brand-soft text-brand', spin: false },
  device: { icon: Smartphone, look: 'bg-brand-soft text-brand', spin: false },
  review: { icon: UserRoundSearch, look: 'bg-info-soft text-info', spin: false },
  longer: { icon: ClipboardClock, look: 'bg-info-soft text-info', spin: false },
  good: { icon: CircleCheck, look: 'bg-good-soft text-good', spin: false },
  attention: { icon: Hourglass, look: 'bg-warn-soft text-warn', spin: false },
  trouble: { icon: CloudOff, look: 'bg-warn-soft text-warn', spin: false },
  // Final, so it doesn't look like a failure that the customer can put right.
  declined: { icon: CircleMinus, look: 'bg-line/55 text-ink-soft', spin: false },
  bad: { icon: CircleAlert, look: 'bg-bad-soft text-bad', spin: false },
} as const

export function StageIcon({ tone }: { tone: StageLook['tone'] | 'trouble' }) {
  const { icon: Icon, look, spin } = LOOKS[tone]
  return (
    <span aria-hidden="true" className={`${ICON_TILE} ${look}`}>
      <Icon className={`size-7 ${spin ? 'motion-safe:animate-spin' : ''}`} />
    </span>
  )
}
