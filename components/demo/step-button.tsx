'use client'
import { ArrowUpRight, Check, LoaderCircle, Lock, Zap } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState, useTransition } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import type { Step } from '@/lib/demo/chapters'
import { type PrepareSignIn, useDemoSignIn } from './use-demo-sign-in'

export interface StepActions {
  actAction: (position: string) => Promise<{ ok: boolean; message: string }>
  nextAction: () => Promise<void>
  prepareSignInAction: PrepareSignIn
}

/** No border, so that it doesn't look like a button to press yet. */
const LOCKED = 'border-transparent! bg-sunken!'

/** A step's buttons in the guide: open its screen, signed in as its role; do its act; mark it as done. */
export function StepButton({
  step,
  position,
  isPrepared,
  isCurrent,
  actions,
}: {
  step: Step
  position: string
  /** Until its scene is prepared, a step's buttons are locked. */
  isPrepared: boolean
  isCurrent: boolean
  actions: StepActions
}) {
  const t = useTranslations('Guide.strip')
  const [isWorking, startWork] = useTransition()
  const [result, setResult] = useState<{ ok: boolean; message: string } | null>(null)
  const tone = isCurrent ? 'primary' : 'secondary'
  const { act } = step
  const doAct = () =>
    startWork(async () => {
      setResult(await actions.actAction(position))
    })
  const openLabel = useOpenLabel(step)
  return (
    <>
      {step.surface !== 'guide' &&
        (isPrepared ? (
          <OpenButton
            step={step}
            className={buttonClass({ tone: act ? 'secondary' : tone })}
            actions={actions}
          />
        ) : (
          <Button tone={tone} className={LOCKED} title={t('prepareFirst')} inactive>
            <Lock aria-hidden="true" className="size-4" />
            {openLabel}
          </Button>
        ))}
      {act && (
        <Button
          tone={tone}
          className={isCurrent ? '' : LOCKED}
          title={isPrepared ? undefined : t('prepareFirst')}
          inactive={!isCurrent || isWorking}
          onClick={doAct}
        >
          {isWorking ? (
            <LoaderCircle aria-hidden="true" className="size-4 motion-safe:animate-spin" />
          ) : isCurrent ? (
            <Zap aria-hidden="true" className="size-4" />
          ) : (
            <Lock aria-hidden="true" className="size-4" />
          )}
          {act.label}
        </Button>
      )}
      {isCurrent && !act && (
        <form action={actions.nextAction}>
          <Button type="submit" tone="secondary" className="w-full">
            <Check aria-hidden="true" className="size-4" />
            {t('done')}
          </Button>
        </form>
      )}
      {result && (
        <p
          role="status"
          className={`text-sm/6 font-medium ${result.ok ? 'text-good' : 'text-bad'}`}
        >
          {result.message}
        </p>
      )}
    </>
  )
}

function useOpenLabel({ screen, as }: Pick<Step, 'screen' | 'as'>): string {
  const t = useTranslations('Guide.strip.openScreen')
  const roles = useTranslations('Roles')
  return t(screen, { role: as ? roles(`${as}.name`) : '' })
}

/** Signs in first if the step needs a role. */
export function OpenButton({
  step: { screen, href, as },
  className,
  problemClass = 'text-sm/6 text-bad',
  isShort = false,
  actions: { prepareSignInAction },
}: {
  step: Pick<Step, 'screen' | 'href' | 'as'>
  className: string
  problemClass?: string
  isShort?: boolean
  actions: Pick<StepActions, 'prepareSignInAction'>
}) {
  const t = useTranslations('Guide.strip')
  const { pending, problem, signInAs } = useDemoSignIn(prepareSignInAction)
  const label = useOpenLabel({ screen, as })
  // The strip is one row, which in a narrow window has no room for the screen's name.
  const text = (
    <>
      <span className={isShort ? 'max-xl:hidden' : ''}>{label}</span>
      {isShort && <span className="xl:hidden">{t('open')}</span>}
    </>
  )
  if (!as) {
    return (
      <a href={href} aria-label={label} className={className}>
        {text}
        <ArrowUpRight aria-hidden="true" className="size-4" />
      </a>
    )
  }
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={label}
        aria-disabled={pending !== null}
        onClick={() => pending === null && signInAs(as, href)}
      >
        {pending !== null && (
          <LoaderCircle aria-hidden="true" className="size-4 motion-safe:animate-spin" />
        )}
        {text}
        <ArrowUpRight aria-hidden="true" className="size-4" />
      </button>
      {problem && (
        <p role="alert" className={problemClass}>
          {problem}
        </p>
      )}
    </>
  )
}
