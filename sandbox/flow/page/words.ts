// The flow's texts in the page's language.

import { createContext, useContext } from 'hono/jsx/dom'
import type { PicturePage } from '../flow-protocol.ts'
import type { Language } from '../languages.ts'
import { ENGLISH, type Words } from './words-english.ts'
import { GERMAN } from './words-german.ts'

/** Why a picture can't be used, or why the camera doesn't start. */
export type PictureProblem = keyof Words['picture']['problems']
/** Why the flow can't continue. */
export type DeadEnd = keyof Words['deadEnds']

export const WORDS: Record<Language, Words> = { en: ENGLISH, de: GERMAN }

const WordsContext = createContext<Words>(ENGLISH)
export const WordsProvider = WordsContext.Provider

export function useWords(): Words {
  return useContext(WordsContext)
}

/** The text for one page of a document. */
export function forPage([front = '', back = front]: readonly string[], page: PicturePage): string {
  return page === 'frontPage' ? front : back
}
