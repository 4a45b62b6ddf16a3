import type { Locale } from '../site'
import de from './de.json'
import guideDe from './demo/de.json'
import guideEn from './demo/en.json'
import en from './en.json'

/** The app's texts. */
export const MESSAGES = {
  en: {
    ...en,
    ...guideEn,
  },
  de: {
    ...de,
    ...guideDe,
  },
} satisfies Record<Locale, object>
