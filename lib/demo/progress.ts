/** The presentation's progress in this browser, in a cookie. The portal, in another process, gets the next step as a note. */
import 'server-only'
import { cookies } from 'next/headers'
import { getTranslations } from 'next-intl/server'
import { env } from '../env'
import { hostCookie, perPort } from '../host-cookie'
import { currentLocale } from '../locale'
import { type Progress, parseProgress } from './chapters'
import { callForTenant, controlUrl, forget } from './control'

const cookie = () => hostCookie(perPort('presenter'))

/** Null outside a demo, and while nobody presents. */
export async function getProgress(): Promise<Progress | null> {
  if (controlUrl() === null) return null
  return parseProgress((await cookies()).get(cookie().name)?.value, await currentLocale())
}

/** For actions. @param position null ends the presentation */
export async function setProgress(position: string | null): Promise<void> {
  const { name, options } = cookie()
  const jar = await cookies()
  const progress = parseProgress(position ?? undefined, await currentLocale())
  if (position === null || !progress) {
    jar.delete(name)
    await forget('presenter-note')
    return
  }
  jar.set(name, position, options)
  const { chapter, chapterNumber, scene, step, stepIndex } = progress
  const t = await getTranslations('Guide.note')
  const isInPortal = step.surface === 'portal'
  await callForTenant('PUT', 'presenter-note', {
    title: t('title', {
      number: chapterNumber,
      title: chapter.title,
      step: stepIndex + 1,
      count: scene.steps.length,
    }),
    text: (isInPortal && step.here) || step.title,
    link: { href: `${env().NEXTAUTH_URL}/demo/${chapter.id}`, label: t('back') },
  })
}
