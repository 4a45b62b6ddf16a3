'use client'
import { useSyncExternalStore } from 'react'
import failure from '@/messages/failure.json'
import { LOCALES, type Locale } from '@/site'

/**
 * The texts of the error pages. They come with the script, in every language: what failed may be the server's work to find the
 * language or to send the texts. A page that has rendered says its language; before, the browser's own languages decide.
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

/** The layout may arrive after the error page that it holds. */
function onNewLanguage(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['lang'] })
  return () => observer.disconnect()
}
