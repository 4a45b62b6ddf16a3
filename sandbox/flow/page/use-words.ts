// The flow's texts in the page's language.
import { createContext, useContext } from 'hono/jsx/dom'
import type { Language } from '../languages.ts'
import type { Words } from './words.ts'
import { ENGLISH } from './words-english.ts'
import { GERMAN } from './words-german.ts'

export const WORDS: Record<Language, Words> = { en: ENGLISH, de: GERMAN }

const WordsContext = createContext<Words>(ENGLISH)
export const WordsProvider = WordsContext.Provider

export function useWords(): Words {
  return useContext(WordsContext)
}
