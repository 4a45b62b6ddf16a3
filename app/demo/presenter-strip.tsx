/** The "Next: …" strip on customer and staff pages, shown only during a presentation. */
import { headers } from 'next/headers'
import { getMessages } from 'next-intl/server'
import { LazyStrip } from '@/components/demo/lazy-strip'
import { getApplicant } from '@/lib/applicant'
import { getStaff } from '@/lib/auth'
import { positionOf, type Step } from '@/lib/demo/chapters'
import { ownCase } from '@/lib/demo/prepare'
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
      messages={{
        Guide: { strip: Guide.strip, title: Guide.title, presenter: Guide.presenter },
        Roles,
      }}
      chapterNumber={chapterNumber}
      chapterTitle={chapter.title}
      chapterHref={`/demo/${chapter.id}`}
      position={positionOf(chapter.id, scene.id, stepIndex)}
      stepNumber={stepIndex + 1}
      stepCount={scene.steps.length}
      isLastStep={isLastStep}
      step={step}
      opens={await pathOf(step)}
      actAction={actAction}
      nextAction={nextAction}
      dismissAction={dismissAction}
      prepareSignInAction={prepareSignInAction}
    />
  )
}

/**
 * The page that the step's button leads to, for the strip to recognise that it's open. Null if the button would first sign
 * in as someone else.
 */
async function pathOf({ href, as }: Step): Promise<string | null> {
  if (!as) return href
  if ((await getStaff())?.role !== as) return null
  if (href !== '/demo/case') return href
  const applicant = await getApplicant()
  const own = applicant && (await ownCase(applicant))
  return own ? `/admin/inquiries/${own.id}` : '/admin/inquiries'
}
