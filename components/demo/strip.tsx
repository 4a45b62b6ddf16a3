import { Check, ChevronUp, LoaderCircle, X, Zap } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { NextIntlClientProvider, useTranslations } from 'next-intl'
import { type ComponentProps, type ReactNode, useState, useTransition } from 'react'
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
  /** The path of the step's own page. */
  opens: string | null
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

const BUTTON =
  'inline-flex h-9 shrink-0 items-center justify-center gap-1.5 rounded-lg px-3.5 text-sm font-medium whitespace-nowrap transition-colors aria-disabled:opacity-60 focus-visible:outline-glow'
/** The button that leads on: to the step's page or, once that's open, to the next step. */
const PRIMARY = `${BUTTON} bg-glow text-[#04211a] hover:bg-white`
const GHOST = `${BUTTON} border border-white/25 text-white hover:bg-white/10`
/** On a phone, the row has room for one button, and the other is in the menu. */
const GHOST_IN_ROW = `${GHOST} max-sm:hidden`
const TAG =
  'inline-flex shrink-0 items-center gap-1.5 rounded-md bg-white/15 px-2 text-xs font-medium text-white'
/** Above the row, whose height other bars rely on. */
const PROBLEM =
  'absolute right-4 bottom-full mb-2 max-w-sm rounded-lg bg-[#191b1f] px-4 py-3 text-sm/5 text-white shadow-lg'
const MENU = 'presenter-menu'

/**
 * Neither the bank's colours nor the service's, so nobody takes it for a part of either. Fixed, because the browser scrolls
 * to where a sticky element would be, at the end of the page, when something in it gets the focus.
 */
function Strip({ step, position, isLastStep, opens, ...props }: StripProps) {
  const t = useTranslations('Guide.strip')
  const guide = useTranslations('Guide')
  const [isWorking, startWork] = useTransition()
  const [problem, setProblem] = useState<string | null>(null)
  const path = usePathname()
  // The guide's own pages have the same buttons at each step.
  if (path.startsWith('/demo')) return null
  const isOpen = path === opens
  const { act } = step
  const place = { step: props.stepNumber, count: props.stepCount }
  const doAct = () =>
    startWork(async () => {
      const { ok, message } = await props.actAction(position)
      setProblem(ok ? null : message)
    })

  const goOn = (className: string): ReactNode => {
    if (step.surface === 'guide') return null
    if (act)
      return (
        <button
          type="button"
          className={className}
          aria-disabled={isWorking}
          onClick={() => !isWorking && doAct()}
        >
          {isWorking ? (
            <LoaderCircle aria-hidden="true" className="size-4 motion-safe:animate-spin" />
          ) : (
            <Zap aria-hidden="true" className="size-4" />
          )}
          {act.label}
        </button>
      )
    return (
      <form action={props.nextAction} className="contents">
        <button type="submit" className={className}>
          <Check aria-hidden="true" className="size-4" />
          {t(isLastStep ? 'finish' : 'done')}
        </button>
      </form>
    )
  }
  const chapter = (
    <a
      href={props.chapterHref}
      className="block truncate text-[0.8125rem]/5 text-white/75 underline-offset-4 hover:underline focus-visible:outline-glow"
    >
      {t('position', { number: props.chapterNumber, title: props.chapterTitle, ...place })}
    </a>
  )
  return (
    <aside
      aria-label={guide('title')}
      data-presenter-strip=""
      className="fixed inset-x-0 bottom-0 z-30 h-(--strip) border-t border-white/15 bg-[#191b1f] text-white"
    >
      <div
        className={`mx-auto flex h-full items-center gap-3 px-5 sm:gap-4 sm:px-8 ${widthOf(path)}`}
      >
        <button type="button" popoverTarget={MENU} className={`${TAG} h-9 text-left sm:hidden`}>
          <span className="grid leading-3.5">
            <span>{guide('presenter')} </span>
            <span className="text-white/75 tabular-nums">{t('step', place)}</span>
          </span>
          <ChevronUp aria-hidden="true" className="size-3.5" />
        </button>
        <span className={`${TAG} h-7 max-sm:hidden`}>{guide('presenter')}</span>
        <div className="min-w-0 flex-1">
          <div className="max-sm:hidden">{chapter}</div>
          <p className="text-[0.9375rem]/5 max-sm:line-clamp-2 max-sm:text-[0.8125rem]/4 sm:truncate">
            <span className="font-semibold text-glow">{t(isOpen ? 'now' : 'next')}</span>{' '}
            {isOpen ? (step.here ?? step.title) : step.title}
          </p>
        </div>
        {!isOpen && (
          <OpenButton
            step={step}
            className={PRIMARY}
            problemClass={PROBLEM}
            isShort
            actions={props}
          />
        )}
        {goOn(isOpen ? PRIMARY : GHOST_IN_ROW)}
        <form action={props.dismissAction} className="contents">
          <button
            type="submit"
            aria-label={t('dismiss')}
            className="-mr-2 grid size-9 shrink-0 place-items-center rounded-lg text-white/75 transition-colors hover:bg-white/10 hover:text-white focus-visible:outline-glow max-sm:hidden"
          >
            <X aria-hidden="true" className="size-4.5" />
          </button>
        </form>
      </div>
      <div
        id={MENU}
        popover="auto"
        className="inset-[auto_1.25rem_calc(var(--strip)+0.5rem)] m-0 max-w-80 gap-3 rounded-xl border border-white/20 bg-[#191b1f] p-4 text-white shadow-xl open:flex open:flex-col"
      >
        {chapter}
        {!isOpen && goOn(GHOST)}
        <form action={props.dismissAction} className="contents">
          <button type="submit" className={GHOST}>
            {t('dismiss')}
          </button>
        </form>
      </div>
      {problem && (
        <p role="alert" className={PROBLEM}>
          {problem}
        </p>
      )}
    </aside>
  )
}

/** Aligned with the page above it: a case fills the window, other pages are centred. */
function widthOf(path: string): string {
  if (/^\/admin\/inquiries\/./.test(path)) return ''
  return path.startsWith('/admin') ? 'max-w-7xl' : 'max-w-6xl'
}
