import type { Locale } from '../site'
import de from './de.json'
import en from './en.json'

/** The app's texts. The type requires every language to have all English ones. */
export const MESSAGES = { en, de } satisfies Record<Locale, typeof en>

declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: typeof en
  }
}
