'use server'
/** The presenter's actions in the guide. Outside a demo, they respond with 404. */
import { cookies } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { ensureApplicant, getApplicant } from '@/lib/applicant'
import { parseProgress, positionOf } from '@/lib/demo/chapters'
import { ControlError, controlUrl } from '@/lib/demo/control'
import type { OldPictures } from '@/lib/demo/old-pictures'
import { prepareScene, runAct } from '@/lib/demo/prepare'
import { getProgress, setProgress } from '@/lib/demo/progress'
import { type DemoAccount, prepareDemoSignIn } from '@/lib/demo/sign-in'
import { formFields } from '@/lib/form-fields'
import { hostCookie } from '@/lib/host-cookie'
import { currentLocale } from '@/lib/locale'
import { errorName, log } from '@/lib/log'

const sceneSchema = z.object({ chapter: z.string(), scene: z.string() })
const positionSchema = z.object({ position: z.string() })

export type ActResult = { ok: boolean; message: string }

/** Prepares a scene for a new customer in this browser and starts at its first step. */
export async function prepareAction(formData: FormData): Promise<void> {
  requireDemo()
  const { chapter, scene } = sceneSchema.parse(formFields(formData))
  const position = positionOf(chapter, scene, 0)
  const first = parseProgress(position, await currentLocale())
  if (!first) notFound()
  const isPrepared = await attempt(async () => {
    const jar = await cookies()
    jar.delete(hostCookie('applicant').name)
    await prepareScene(first.scene.preparation, await ensureApplicant())
    await setProgress(position)
  })
  redirect(`/demo/${chapter}${isPrepared ? `#${scene}` : '?problem=service'}`)
}

/** Performs the service's part of the current step and moves on to the next one. */
export async function actAction(position: string): Promise<ActResult> {
  requireDemo()
  const progress = parseProgress(positionSchema.parse({ position }).position, await currentLocale())
  const t = await getTranslations('Guide.act')
  const applicant = await getApplicant()
  if (!progress?.step.act) notFound()
  if (!applicant) return { ok: false, message: t('prepareFirst') }
  const { act } = progress.step
  const result: { pictures: OldPictures | null } = { pictures: null }
  const isDone = await attempt(async () => {
    result.pictures = await runAct(act.id, applicant)
    await advance(position)
  })
  if (!isDone) return { ok: false, message: t('failed') }
  const { pictures } = result
  if (pictures === null) return { ok: true, message: t('done') }
  const message = pictures.problem === null ? t('pictures', pictures.served) : t(pictures.problem)
  return { ok: true, message }
}

/** Moves on to the next step; after the scene's last step, ends the presentation. */
export async function nextAction(): Promise<void> {
  requireDemo()
  const progress = await getProgress()
  if (!progress) return
  const { chapter, scene, stepIndex } = progress
  await attempt(() => advance(positionOf(chapter.id, scene.id, stepIndex)))
}

export async function dismissAction(): Promise<void> {
  requireDemo()
  await attempt(() => setProgress(null))
}

export async function prepareSignInAction(role: string): Promise<DemoAccount | null> {
  requireDemo()
  return prepareDemoSignIn(z.string().parse(role))
}

async function advance(position: string): Promise<void> {
  const progress = parseProgress(position, await currentLocale())
  if (!progress) return
  const { chapter, scene, stepIndex, isLastStep } = progress
  await setProgress(isLastStep ? null : positionOf(chapter.id, scene.id, stepIndex + 1))
}

function requireDemo(): void {
  if (controlUrl() === null) notFound()
}

/** @returns false if the sandbox refused or couldn't be reached */
async function attempt(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof ControlError)) throw error
    log.warn('demo_step_failed', { error: errorName(error) })
    return false
  }
}
