/**
 * The six chapters of a presentation: what to prepare, and what each step opens or does. The launcher, the chapter pages, the
 * strip and the stories all follow this script. What to say and what to click is in `messages/demo/`.
 */
import de from '../../messages/demo/de.json'
import en from '../../messages/demo/en.json'
import type { Locale } from '../../site'
import type { Role } from '../staff'

/** What one click prepares before a scene. */
export type Preparation =
  | 'customer-who-will-be-approved'
  | 'customer-in-review'
  | 'customer-whose-event-gets-lost'
  | 'service-down'
  | 'late-and-repeated-events'
  | 'approved-customer'
  | 'customer-with-an-open-check'

/** What a step does with one click, in place of a person or system outside the app. */
export type Act =
  | 'finish-check'
  | 'restore-service'
  | 'approve'
  | 'release-late-event'
  | 'reverse'
  | 'expire'
  | 'pass-five-minutes'

export type Surface = 'customer' | 'staff' | 'portal' | 'guide'

interface PlannedStep {
  id: string
  surface: Surface
  /** A path of the app. */
  href: string
  /** Signs in first. */
  as?: Role
  act?: Act
  /** Nothing to click: the audience watches. */
  watch?: true
}

interface PlannedScene {
  id: string
  preparation: Preparation
  steps: readonly PlannedStep[]
}

interface PlannedChapter {
  id: string
  minutes: number
  scenes: readonly PlannedScene[]
}

const CASE = '/demo/case'
/** The same inquiry in the service's portal. */
const PORTAL_CASE = '/demo/case?at=portal'
const CUSTOMER = '/apply/verify'

const PLAN: readonly PlannedChapter[] = [
  {
    id: 'happy-path',
    minutes: 3,
    scenes: [
      {
        id: 'approved',
        preparation: 'customer-who-will-be-approved',
        steps: [
          { id: 'apply', surface: 'customer', href: '/' },
          { id: 'check', surface: 'customer', href: CUSTOMER },
          { id: 'opens', surface: 'customer', href: CUSTOMER, watch: true },
          { id: 'account', surface: 'customer', href: '/account' },
          { id: 'case', surface: 'staff', href: CASE, as: 'REVIEWER' },
        ],
      },
    ],
  },
  {
    id: 'review',
    minutes: 3,
    scenes: [
      {
        id: 'review',
        preparation: 'customer-in-review',
        steps: [
          { id: 'told', surface: 'customer', href: CUSTOMER },
          { id: 'case', surface: 'staff', href: CASE, as: 'REVIEWER' },
          { id: 'approve', surface: 'portal', href: PORTAL_CASE },
          { id: 'back', surface: 'customer', href: CUSTOMER, watch: true },
        ],
      },
    ],
  },
  {
    id: 'declined',
    minutes: 2,
    scenes: [
      {
        id: 'declined',
        preparation: 'customer-in-review',
        steps: [
          { id: 'decline', surface: 'portal', href: PORTAL_CASE },
          { id: 'told', surface: 'customer', href: CUSTOMER },
          { id: 'documents', surface: 'staff', href: CASE, as: 'ADMIN' },
        ],
      },
    ],
  },
  {
    id: 'breaks',
    minutes: 4,
    scenes: [
      {
        id: 'lost-event',
        preparation: 'customer-whose-event-gets-lost',
        steps: [
          { id: 'finish', surface: 'customer', href: CUSTOMER, act: 'finish-check' },
          { id: 'how', surface: 'staff', href: CASE, as: 'VIEWER' },
        ],
      },
      {
        id: 'outage',
        preparation: 'service-down',
        steps: [
          { id: 'apply', surface: 'customer', href: '/apply' },
          { id: 'restore', surface: 'customer', href: CUSTOMER, act: 'restore-service' },
        ],
      },
      {
        id: 'out-of-order',
        preparation: 'late-and-repeated-events',
        steps: [
          { id: 'approve', surface: 'customer', href: CUSTOMER, act: 'approve' },
          { id: 'late', surface: 'customer', href: CUSTOMER, act: 'release-late-event' },
          { id: 'both', surface: 'staff', href: CASE, as: 'VIEWER' },
        ],
      },
    ],
  },
  {
    id: 'reversal',
    minutes: 2,
    scenes: [
      {
        id: 'reversal',
        preparation: 'approved-customer',
        steps: [
          { id: 'show', surface: 'customer', href: CUSTOMER },
          { id: 'reverse', surface: 'customer', href: CUSTOMER, act: 'reverse' },
          { id: 'alert', surface: 'staff', href: '/admin', as: 'ADMIN' },
        ],
      },
    ],
  },
  {
    id: 'privacy',
    minutes: 3,
    scenes: [
      {
        id: 'expiry',
        preparation: 'customer-with-an-open-check',
        steps: [{ id: 'expire', surface: 'customer', href: CUSTOMER, act: 'expire' }],
      },
      {
        id: 'privacy',
        preparation: 'customer-in-review',
        steps: [
          { id: 'show', surface: 'staff', href: CASE, as: 'REVIEWER' },
          { id: 'wait', surface: 'guide', href: '/demo/privacy', act: 'pass-five-minutes' },
          { id: 'trail', surface: 'staff', href: '/admin/audit', as: 'ADMIN' },
        ],
      },
    ],
  },
]

interface StepText {
  /** Short and imperative: the strip shows it after "Next:". */
  title: string
  /** What to do on the step's own screen, if the title only says to go there. */
  here?: string
  say: string
  click: string
  /** The label of the button for the step's act. */
  act?: string
}

interface SceneText {
  title: string
  /** What the click on "Prepare" does. */
  prepares: string
  steps: Readonly<Record<string, StepText>>
}

interface ChapterText {
  title: string
  /** Why an audience should care, in one sentence. */
  point: string
  scenes: Readonly<Record<string, SceneText>>
}

export type Step = Omit<PlannedStep, 'act'> &
  Omit<StepText, 'act'> & { act?: { id: Act; label: string } }
export type Scene = Omit<PlannedScene, 'steps'> &
  Omit<SceneText, 'steps'> & { steps: readonly Step[] }
export type Chapter = Omit<PlannedChapter, 'scenes'> &
  Omit<ChapterText, 'scenes'> & { scenes: readonly Scene[] }

function withTexts(texts: Readonly<Record<string, ChapterText>>): readonly Chapter[] {
  return PLAN.map((chapter) => {
    const { scenes, ...chapterText } = textOf(texts, chapter.id)
    return {
      ...chapter,
      ...chapterText,
      scenes: chapter.scenes.map((scene) => {
        const { steps, ...sceneText } = textOf(scenes, scene.id)
        const withTexts = ({ act, ...step }: PlannedStep): Step => {
          const { act: label = '', ...stepText } = textOf(steps, step.id)
          return { ...step, ...stepText, ...(act && { act: { id: act, label } }) }
        }
        return { ...scene, ...sceneText, steps: scene.steps.map(withTexts) }
      }),
    }
  })
}

function textOf<Text>(texts: Readonly<Record<string, Text>>, id: string): Text {
  const text = texts[id]
  if (text === undefined) throw new Error(`The script has no text for ${id}`)
  return text
}

const CHAPTERS: Readonly<Record<Locale, readonly Chapter[]>> = {
  en: withTexts(en.Guide.chapters),
  de: withTexts(de.Guide.chapters),
}

export const chaptersIn = (locale: Locale): readonly Chapter[] => CHAPTERS[locale]

export const findChapter = (id: string, locale: Locale): Chapter | null =>
  chaptersIn(locale).find((chapter) => chapter.id === id) ?? null

/** How far a presentation has got. */
export interface Progress {
  chapter: Chapter
  /** From 1. */
  chapterNumber: number
  scene: Scene
  step: Step
  stepIndex: number
  isLastStep: boolean
}

/** @param position as `positionOf` writes it. @returns null unless it names a step of the script */
export function parseProgress(position: string | undefined, locale: Locale): Progress | null {
  const [chapterId, sceneId, index] = (position ?? '').split('.')
  const chapter = findChapter(chapterId ?? '', locale)
  const scene = chapter?.scenes.find(({ id }) => id === sceneId)
  const stepIndex = Number(index)
  const step = scene?.steps[stepIndex]
  if (!chapter || !scene || !step) return null
  return {
    chapter,
    chapterNumber: chaptersIn(locale).indexOf(chapter) + 1,
    scene,
    step,
    stepIndex,
    isLastStep: stepIndex === scene.steps.length - 1,
  }
}

export const positionOf = (chapter: string, scene: string, stepIndex: number): string =>
  `${chapter}.${scene}.${stepIndex}`
