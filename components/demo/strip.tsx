import { Check, LoaderCircle, X, Zap } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { NextIntlClientProvider, useTranslations } from 'next-intl'
import { type ComponentProps, useState, useTransition } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import type { Step } from '@/lib/demo/chapters'
import { OpenButton, type StepActions } from './step-button'

interface StripProps extends StepActions {
  chapterNumber: number
  chapterTitle: string
  chapterHref: string
  position: string
  stepNumber: number
  stepCount: number
  isLastStep: boolean
  step: Step
  dismissAction: () => Promise<void>
}

type Texts = Pick<ComponentProps<typeof NextIntlClientProvider>, 'locale' | 'messages'>

/** The "Next: …" strip at the foot of the app's pages, during a presentation. */
export function StripWithTexts({ locale, messages, ...props }: StripProps & Texts) {
  return (
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="UTC">
      <Strip {...props} />
    </NextIntlClientProvider>
  )
}

function Strip({ step, position, isLastStep, ...props }: StripProps) {
  const t = useTranslations('Guide.strip')
  const guide = useTranslations('Guide')
  const [isWorking, startWork] = useTransition()
  const [problem, setProblem] = useState<string | null>(null)
  const isInGuide = usePathname().startsWith('/demo')
  const { act } = step
  const doAct = () =>
    startWork(async () => {
      const { ok, message } = await props.actAction(position)
      setProblem(ok ? null : message)
    })
  // The guide's own pages have the same buttons at each step.
  if (isInGuide) return null
  return (
    <aside
      aria-label={guide('title')}
      className="sticky bottom-0 z-30 border-t border-white/10 bg-night text-white print:hidden"
    >
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 sm:px-6">
        <div className="min-w-0 flex-1 basis-56">
          <a
            href={props.chapterHref}
            className="block truncate text-[0.8125rem]/5 text-white/75 underline-offset-4 hover:underline focus-visible:outline-glow"
          >
            {t('position', {
              number: props.chapterNumber,
              title: props.chapterTitle,
              step: props.stepNumber,
              count: props.stepCount,
            })}
          </a>
          <p className="text-[0.9375rem]/6">
            <span className="font-semibold text-glow">{t('next')}</span> {step.title}
          </p>
          {problem && (
            <p role="alert" className="text-sm/5 text-white">
              {problem}
            </p>
          )}
        </div>
        <div className="flex items-center gap-2">
          {step.surface === 'guide' ? (
            <a href={step.href} className={buttonClass({ size: 'small', tone: 'secondary' })}>
              {t('openGuide')}
            </a>
          ) : (
            <OpenButton step={step} tone="secondary" actions={props} />
          )}
          {step.surface === 'guide' ? null : act ? (
            <Button size="small" tone="secondary" inactive={isWorking} onClick={doAct}>
              {isWorking ? (
                <LoaderCircle aria-hidden="true" className="size-4 motion-safe:animate-spin" />
              ) : (
                <Zap aria-hidden="true" className="size-4" />
              )}
              {act.label}
            </Button>
          ) : (
            <form action={props.nextAction}>
              <Button type="submit" size="small" tone="secondary">
                <Check aria-hidden="true" className="size-4" />
                {t(isLastStep ? 'finish' : 'done')}
              </Button>
            </form>
          )}
          <form action={props.dismissAction}>
            <button
              type="submit"
              aria-label={t('dismiss')}
              className="grid size-9 place-items-center rounded-lg text-white/75 transition-colors hover:bg-white/10 hover:text-white focus-visible:outline-glow"
            >
              <X aria-hidden="true" className="size-4.5" />
            </button>
          </form>
        </div>
      </div>
    </aside>
  )
}
