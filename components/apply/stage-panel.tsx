import { CircleAlert, CircleCheck, Hourglass, LoaderCircle, ScanFace } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { isFinal } from '@/lib/inquiries/status'
import type { ApplicantInquiryView } from '@/lib/inquiries/views'
import { SITE } from '@/site'
import { Progress } from './progress'
import { STAGE_TEXT, type StageText } from './stage-text'

/** What is happening now, what to do next, and how long it usually takes. `children` are notices and actions. */
export function StagePanel({
  inquiry,
  productName,
  children,
}: {
  inquiry: ApplicantInquiryView
  productName: string
  children?: ReactNode
}) {
  const { stage, accountOpened, serviceUnreachable } = inquiry
  const text = STAGE_TEXT[stage]
  // While the service is down, the usual time doesn't apply.
  const usually = serviceUnreachable ? null : text.usually
  return (
    <>
      <Progress step={text.step} done={accountOpened} />
      <Card className="mt-6 overflow-hidden shadow-sm">
        <div className="p-6 sm:p-9">
          <StageIcon tone={text.tone} />
          <div role="status">
            <h1 className="mt-5 text-2xl font-semibold sm:text-[1.75rem]/tight">{text.title}</h1>
            <p className="mt-3 text-[1.0625rem]/7 text-ink-soft">
              {text.now}
              {stage === 'approved' &&
                (accountOpened
                  ? ` Your ${productName} is open.`
                  : ` We’re opening your ${productName} now.`)}
            </p>
          </div>
          <div className="mt-6 flex flex-col gap-4 empty:hidden">{children}</div>
        </div>
        <dl className="grid gap-x-8 gap-y-4 border-t border-line bg-sunken/60 px-6 py-5 text-[0.9375rem]/6 sm:grid-cols-[1fr_auto] sm:px-9">
          <div>
            <dt className="font-medium">What to do next</dt>
            <dd className="text-ink-soft">{text.next}</dd>
          </div>
          {usually && (
            <div className="sm:text-right">
              <dt className="font-medium">Usually takes</dt>
              <dd className="text-ink-soft">{usually}</dd>
            </div>
          )}
        </dl>
      </Card>
      <p className="mt-5 text-sm/6 text-ink-faint">
        {productName}. {isFinal(stage) ? 'Questions about this?' : 'Something not right?'} Write to{' '}
        <a
          className="underline underline-offset-4 hover:text-ink"
          href={`mailto:${SITE.supportEmail}`}
        >
          {SITE.supportEmail}
        </a>
        .
      </p>
    </>
  )
}

const LOOKS = {
  waiting: { icon: LoaderCircle, look: 'bg-info-soft text-info', spin: true },
  action: { icon: ScanFace, look: 'bg-brand-soft text-brand', spin: false },
  good: { icon: CircleCheck, look: 'bg-good-soft text-good', spin: false },
  attention: { icon: Hourglass, look: 'bg-warn-soft text-warn', spin: false },
  bad: { icon: CircleAlert, look: 'bg-bad-soft text-bad', spin: false },
} as const

function StageIcon({ tone }: { tone: StageText['tone'] }) {
  const { icon: Icon, look, spin } = LOOKS[tone]
  return (
    <span
      aria-hidden="true"
      className={`inline-flex size-14 items-center justify-center rounded-2xl ${look}`}
    >
      <Icon className={`size-7 ${spin ? 'motion-safe:animate-spin' : ''}`} />
    </span>
  )
}
