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

/** Every screen that a step opens: whose it is, and its path in the app. */
const SCREENS = {
  storefront: { surface: 'customer', href: '/' },
  form: { surface: 'customer', href: '/apply' },
  application: { surface: 'customer', href: '/apply/verify' },
  account: { surface: 'customer', href: '/account' },
  case: { surface: 'staff', href: '/demo/case' },
  overview: { surface: 'staff', href: '/admin' },
  audit: { surface: 'staff', href: '/admin/audit' },
  // The same inquiry in the service's portal.
  portal: { surface: 'portal', href: '/demo/case?at=portal' },
  guide: { surface: 'guide', href: '/demo/privacy' },
} as const satisfies Record<string, { surface: Surface; href: string }>

interface PlannedStep {
  id: string
  screen: keyof typeof SCREENS
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

const PLAN: readonly PlannedChapter[] = [
  {
    id: 'happy-path',
    minutes: 3,
    scenes: [
      {
        id: 'approved',
        preparation: 'customer-who-will-be-approved',
        steps: [
          { id: 'apply', screen: 'storefront' },
          { id: 'check', screen: 'application' },
          { id: 'opens', screen: 'application', watch: true },
          { id: 'account', screen: 'account' },
          { id: 'case', screen: 'case', as: 'REVIEWER' },
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
          { id: 'told', screen: 'application' },
          { id: 'case', screen: 'case', as: 'REVIEWER' },
          { id: 'approve', screen: 'portal' },
          { id: 'back', screen: 'application', watch: true },
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
          { id: 'decline', screen: 'portal' },
          { id: 'told', screen: 'application' },
          { id: 'documents', screen: 'case', as: 'ADMIN' },
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
          { id: 'finish', screen: 'application', act: 'finish-check' },
          { id: 'how', screen: 'case', as: 'VIEWER' },
        ],
      },
      {
        id: 'outage',
        preparation: 'service-down',
        steps: [
          { id: 'apply', screen: 'form' },
          { id: 'restore', screen: 'application', act: 'restore-service' },
        ],
      },
      {
        id: 'out-of-order',
        preparation: 'late-and-repeated-events',
        steps: [
          { id: 'approve', screen: 'application', act: 'approve' },
          { id: 'late', screen: 'application', act: 'release-late-event' },
          { id: 'both', screen: 'case', as: 'VIEWER' },
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
          { id: 'show', screen: 'application' },
          { id: 'reverse', screen: 'application', act: 'reverse' },
          { id: 'alert', screen: 'overview', as: 'ADMIN' },
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
        steps: [{ id: 'expire', screen: 'application', act: 'expire' }],
      },
      {
        id: 'privacy',
        preparation: 'customer-in-review',
        steps: [
          { id: 'show', screen: 'case', as: 'REVIEWER' },
          { id: 'wait', screen: 'guide', act: 'pass-five-minutes' },
          { id: 'trail', screen: 'audit', as: 'ADMIN' },
        ],
      },
    ],
  },
]

interface StepText {
  /** A short headline, not an instruction: the audience sees it in the strip, after "Next:". */
  title: string
  /** What to look at on the step's own screen, after "Now:", if the title doesn't say it. */
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
  Omit<StepText, 'act'> & { surface: Surface; href: string; act?: { id: Act; label: string } }
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
          return {
            ...step,
            ...SCREENS[step.screen],
            ...stepText,
            ...(act && { act: { id: act, label } }),
          }
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
