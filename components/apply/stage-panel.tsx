import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { isFinal } from '@/lib/inquiries/status'
import type { ApplicantInquiryView } from '@/lib/inquiries/views'
import { SITE } from '@/site'
import { Progress } from './progress'
import { StageIcon } from './stage-icon'
import { STAGE_TEXT } from './stage-text'

/** One stage: what happens now, what comes next, how long it usually takes. `children` is what can be done. */
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
  // While the service is down, nobody knows how long it takes.
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
                  : ` We are opening your ${productName}.`)}
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
