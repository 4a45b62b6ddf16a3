// The flow's words in the language of the page.
import { createContext, useContext } from 'hono/jsx/dom'
import type { Language } from '../languages.ts'
import type { Words } from './words.ts'
import { ARABIC } from './words-arabic.ts'
import { ENGLISH } from './words-english.ts'

export const WORDS: Record<Language, Words> = { en: ENGLISH, ar: ARABIC }

const WordsContext = createContext<Words>(ENGLISH)
export const WordsProvider = WordsContext.Provider

export function useWords(): Words {
  return useContext(WordsContext)
}
