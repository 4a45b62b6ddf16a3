/** "Next: …" on the customer's and the staff's pages, while somebody presents. Nothing otherwise. */
import { headers } from 'next/headers'
import { getMessages } from 'next-intl/server'
import { LazyStrip } from '@/components/demo/lazy-strip'
import { positionOf } from '@/lib/demo/chapters'
import { getProgress } from '@/lib/demo/progress'
import { currentLocale } from '@/lib/locale'
import { actAction, dismissAction, nextAction, prepareSignInAction } from './actions'

export async function PresenterStrip() {
  const progress = await getProgress()
  // The split view has the steps beside its frame.
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
