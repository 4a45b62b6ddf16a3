import {
  BookOpen,
  Building2,
  Check,
  Eye,
  Landmark,
  MousePointerClick,
  Play,
  RotateCcw,
  Smartphone,
} from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import type { Scene, Step, Surface } from '@/lib/demo/chapters'
import { type StepActions, StepButton } from './step-button'

const SURFACES = {
  customer: Smartphone,
  staff: Building2,
  portal: Landmark,
  guide: BookOpen,
} as const satisfies Record<Surface, unknown>

interface SceneActions extends StepActions {
  prepareAction: (formData: FormData) => Promise<void>
}

/** A scene: a button that prepares it, and its steps. */
export function SceneCard({
  chapterId,
  scene,
  currentStep,
  isOnly,
  isOpen,
  actions,
}: {
  chapterId: string
  scene: Scene
  /** Null while this scene isn't being presented. */
  currentStep: number | null
  /** The chapter's title and point say what its only scene is about. */
  isOnly: boolean
  /** Of several scenes, only the one to begin with or that is running shows its steps. */
  isOpen: boolean
  actions: SceneActions
}) {
  const t = useTranslations('Guide.chapter')
  const isRunning = currentStep !== null
  const steps = (
    <ol className="divide-y divide-line">
      {scene.steps.map((step, index) => (
        <StepRow
          key={step.id}
          step={step}
          number={index + 1}
          state={stateOf(index, currentStep)}
          position={`${chapterId}.${scene.id}.${index}`}
          actions={actions}
        />
      ))}
    </ol>
  )
  return (
    <section id={scene.id} aria-labelledby={`${scene.id}-title`} className="scroll-mt-6">
      <Card className="overflow-hidden">
        <div
          className={`flex flex-col gap-5 border-b border-line p-6 sm:flex-row sm:items-center sm:p-7 ${isRunning ? 'bg-good-soft/40' : ''}`}
        >
          {isRunning && (
            <span
              aria-hidden="true"
              className="grid size-9 shrink-0 place-items-center rounded-full bg-good text-surface max-sm:hidden"
            >
              <Check className="size-5" />
            </span>
          )}
          <div className="min-w-0 flex-1">
            {isRunning ? (
              <p className="mb-1 flex items-center gap-1.5 text-[0.9375rem] font-semibold text-good">
                <Check aria-hidden="true" className="size-4.5 sm:hidden" />
                {t('ready')}
              </p>
            ) : (
              <p className="mb-1 text-[0.8125rem] font-medium text-ink-faint">{t('scene')}</p>
            )}
            <h2 id={`${scene.id}-title`} className={isOnly ? 'sr-only' : 'text-xl font-semibold'}>
              {scene.title}
            </h2>
            <p
              className={`max-w-2xl ${isOnly ? 'text-base/7' : 'mt-1 text-[0.9375rem]/6 text-ink-soft'}`}
            >
              {scene.prepares}
            </p>
          </div>
          <form action={actions.prepareAction} className="sm:w-60 lg:w-64">
            <input type="hidden" name="chapter" value={chapterId} />
            <input type="hidden" name="scene" value={scene.id} />
            <Button
              type="submit"
              size={isRunning ? 'small' : 'medium'}
              tone={isRunning || !isOpen ? 'secondary' : 'primary'}
              className="w-full"
            >
              {isRunning ? (
                <RotateCcw aria-hidden="true" className="size-4" />
              ) : (
                <Play aria-hidden="true" className="size-4" />
              )}
              {t(isRunning ? 'prepareAgain' : 'prepare')}
            </Button>
          </form>
        </div>
        {isOpen ? (
          steps
        ) : (
          <details>
            <summary className="px-6 py-4 text-[0.9375rem] font-medium text-ink-soft hover:text-ink sm:px-7">
              {t('steps', { count: scene.steps.length })}
            </summary>
            <div className="border-t border-line">{steps}</div>
          </details>
        )}
      </Card>
    </section>
  )
}

type StepState = 'idle' | 'done' | 'current' | 'later'

function stateOf(index: number, currentStep: number | null): StepState {
  if (currentStep === null) return 'idle'
  if (index === currentStep) return 'current'
  return index < currentStep ? 'done' : 'later'
}

const NUMBER_LOOK: Record<StepState, string> = {
  idle: 'bg-sunken text-ink-soft',
  later: 'bg-sunken text-ink-soft',
  current: 'bg-brand text-on-brand',
  done: 'bg-good-soft text-good',
}

function StepRow({
  step,
  number,
  state,
  position,
  actions,
}: {
  step: Step
  number: number
  state: StepState
  position: string
  actions: StepActions
}) {
  const t = useTranslations('Guide.chapter')
  const Action = step.watch ? Eye : MousePointerClick
  return (
    <li
      aria-current={state === 'current' ? 'step' : undefined}
      className="relative grid gap-x-5 gap-y-4 p-6 aria-[current=step]:bg-brand-soft/45 sm:grid-cols-[2.25rem_1fr] sm:p-7 lg:grid-cols-[2.25rem_1fr_16rem]"
    >
      <span
        className={`grid size-9 place-items-center rounded-full max-sm:absolute max-sm:top-6 max-sm:left-6 text-[0.9375rem] font-semibold tabular-nums ${NUMBER_LOOK[state]}`}
      >
        {state === 'done' ? (
          <Check aria-label={t('stepDone', { number })} className="size-4.5" />
        ) : (
          number
        )}
      </span>
      <div className="min-w-0">
        <SurfaceLabel surface={step.surface} />
        <h3 className="mt-0.5 text-base font-semibold max-sm:mt-2">{step.title}</h3>
        <blockquote className="mt-2.5 max-w-2xl border-l-2 border-brand/50 pl-4 text-lg/7 text-balance text-ink sm:text-xl/8">
          <span className="sr-only">{t('say')} </span>
          {t('quote', { text: step.say })}
        </blockquote>
        <p className="mt-3 flex max-w-2xl gap-2 text-[0.9375rem]/6 text-ink-soft">
          <Action aria-hidden="true" className="mt-1 size-4 shrink-0 text-ink-faint" />
          <span>
            <span className={step.watch ? 'font-medium' : 'sr-only'}>
              {t(step.watch ? 'watch' : 'click')}{' '}
            </span>
            {step.click}
          </span>
        </p>
      </div>
      <div className="flex flex-col gap-2 sm:col-start-2 sm:max-lg:flex-row sm:max-lg:flex-wrap sm:max-lg:[&>:is(a,button,form)]:w-60 lg:col-start-3">
        <StepButton
          step={step}
          position={position}
          isPrepared={state !== 'idle'}
          isCurrent={state === 'current'}
          actions={actions}
        />
      </div>
    </li>
  )
}

function SurfaceLabel({ surface }: { surface: Surface }) {
  const t = useTranslations('Guide.surfaces')
  const Icon = SURFACES[surface]
  return (
    <span className="inline-flex items-center gap-1.5 text-[0.8125rem] font-medium text-ink-faint max-sm:ml-12 max-sm:h-9">
      <Icon aria-hidden="true" className="size-4" />
      {t(surface)}
    </span>
  )
}
