// The flow's texts and languages.
import { ENGLISH, type Words } from './words-english.ts'
import { GERMAN } from './words-german.ts'

export const WORDS = { en: ENGLISH, de: GERMAN } satisfies Record<string, Words>
export type Language = keyof typeof WORDS

/** Why a picture can't be used, or why the camera doesn't start. */
export type PictureProblem = keyof Words['picture']['problems']
/** How the flow ends: submitted, or unable to continue. */
export type End = keyof Words['ends']

export const isLanguage = (name: string): name is Language => Object.hasOwn(WORDS, name)

/** The first of these tags, such as `de-AT`, whose language has texts; otherwise English. */
export function firstLanguage(tags: readonly string[]): Language {
  return tags.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage) ?? 'en'
}
