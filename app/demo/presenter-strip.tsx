/** The "Next: …" strip on customer and staff pages, shown only during a presentation. */
import { headers } from 'next/headers'
import { getMessages } from 'next-intl/server'
import { LazyStrip } from '@/components/demo/lazy-strip'
import { positionOf } from '@/lib/demo/chapters'
import { getProgress } from '@/lib/demo/progress'
import { currentLocale } from '@/lib/locale'
import { actAction, dismissAction, nextAction, prepareSignInAction } from './actions'

export async function PresenterStrip() {
  const progress = await getProgress()
  // Not inside the split view's frame, which shows only what a customer sees.
  const isFramed = (await headers()).get('sec-fetch-dest') === 'iframe'
  if (!progress || isFramed) return null
  const { Guide, Roles } = await getMessages()
  const { chapter, chapterNumber, scene, step, stepIndex, isLastStep } = progress
  return (
    <LazyStrip
      key={positionOf(chapter.id, scene.id, stepIndex)}
      locale={await currentLocale()}
      messages={{ Guide: { strip: Guide.strip, title: Guide.title }, Roles }}
      chapterNumber={chapterNumber}
      chapterTitle={chapter.title}
      chapterHref={`/demo/${chapter.id}`}
      position={positionOf(chapter.id, scene.id, stepIndex)}
      stepNumber={stepIndex + 1}
      stepCount={scene.steps.length}
      isLastStep={isLastStep}
      step={step}
      actAction={actAction}
      nextAction={nextAction}
      dismissAction={dismissAction}
      prepareSignInAction={prepareSignInAction}
    />
  )
}
