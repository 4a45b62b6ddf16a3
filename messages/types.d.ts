import type { Locale } from '../site'
import type { MESSAGES } from './all'

declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: (typeof MESSAGES)['en']
  }
}
