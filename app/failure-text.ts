'use client'
import { useSyncExternalStore } from 'react'
import failure from '@/messages/failure.json'
import { LOCALES, type Locale } from '@/site'

/**
 * The texts of the error pages, bundled in every language because finding the language or loading the texts may be what
 * failed. The language is the rendered page's or, if nothing has rendered yet, the browser's.
 */
export function useFailureText() {
  const locale = useSyncExternalStore(onNewLanguage, languageOfPage, () => LOCALES[0])
  return { locale, ...failure[locale] }
}

function languageOfPage(): Locale {
  const wanted = [document.documentElement.lang, ...navigator.languages]
  const primary = wanted.map((tag) => tag.split('-')[0])
  return primary.flatMap((tag) => LOCALES.find((locale) => locale === tag) ?? [])[0] ?? LOCALES[0]
}

/** The layout may arrive after the error page inside it. */
function onNewLanguage(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['lang'] })
  return () => observer.disconnect()
}
