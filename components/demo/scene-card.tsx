import {
  BookOpen,
  Building2,
  Check,
  Landmark,
  MousePointerClick,
  Smartphone,
  Sparkles,
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
  actions,
}: {
  chapterId: string
  scene: Scene
  /** Null while this scene isn't being presented. */
  currentStep: number | null
  actions: SceneActions
}) {
  const t = useTranslations('Guide.chapter')
  const isRunning = currentStep !== null
  return (
    <section id={scene.id} aria-labelledby={`${scene.id}-title`} className="scroll-mt-6">
      <Card className="overflow-hidden">
        <div className="flex flex-col gap-5 border-b border-line p-6 sm:flex-row sm:items-center sm:p-7">
          <div className="min-w-0 flex-1">
            <h2 id={`${scene.id}-title`} className="text-xl font-semibold">
              {scene.title}
            </h2>
            <p className="mt-1 max-w-2xl text-[0.9375rem]/6 text-ink-soft">{scene.prepares}</p>
          </div>
          <form action={actions.prepareAction}>
            <input type="hidden" name="chapter" value={chapterId} />
            <input type="hidden" name="scene" value={scene.id} />
            <Button
              type="submit"
              size="large"
              tone={isRunning ? 'secondary' : 'primary'}
              className="w-full sm:w-auto"
            >
              <Sparkles aria-hidden="true" className="size-5" />
              {t(isRunning ? 'prepareAgain' : 'prepare')}
            </Button>
          </form>
        </div>
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
  return (
    <li
      aria-current={state === 'current' ? 'step' : undefined}
      className="grid gap-x-5 gap-y-4 p-6 aria-[current=step]:bg-brand-soft/45 sm:grid-cols-[2.25rem_1fr] sm:p-7 lg:grid-cols-[2.25rem_1fr_13rem]"
    >
      <span
        className={`grid size-9 place-items-center rounded-full text-[0.9375rem] font-semibold tabular-nums ${NUMBER_LOOK[state]}`}
      >
        {state === 'done' ? (
          <Check aria-label={t('stepDone', { number })} className="size-4.5" />
        ) : (
          number
        )}
      </span>
      <div className="min-w-0">
        <SurfaceLabel surface={step.surface} />
        <h3 className="mt-0.5 text-[1.0625rem] font-semibold">{step.title}</h3>
        <blockquote className="mt-2.5 max-w-2xl border-l-2 border-brand/50 pl-4 text-[1.0625rem]/7 text-ink">
          <span className="sr-only">{t('say')} </span>
          {t('quote', { text: step.say })}
        </blockquote>
        <p className="mt-3 flex max-w-2xl gap-2 text-[0.9375rem]/6 text-ink-soft">
          <MousePointerClick aria-hidden="true" className="mt-1 size-4 shrink-0 text-ink-faint" />
          <span>
            <span className="sr-only">{t('click')} </span>
            {step.click}
          </span>
        </p>
      </div>
      <div className="flex flex-col gap-2 sm:col-start-2 lg:col-start-3 lg:items-stretch">
        <StepButton
          step={step}
          position={position}
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
    <span className="inline-flex items-center gap-1.5 text-[0.8125rem] font-medium text-ink-faint">
      <Icon aria-hidden="true" className="size-4" />
      {t(surface)}
    </span>
  )
}
