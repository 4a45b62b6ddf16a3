import type { Locale } from '../site'
import de from './de.json'
import en from './en.json'

/** The app's texts. */
export const MESSAGES = { en, de } satisfies Record<Locale, object>

declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: typeof en
  }
}
