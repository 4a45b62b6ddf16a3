import type { Locale } from '../site'
import de from './de.json'
import en from './en.json'

/** The app's texts. In no language is one of the English ones missing. */
export const MESSAGES = { en, de } satisfies Record<Locale, typeof en>

declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: typeof en
  }
}
