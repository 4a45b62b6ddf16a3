import type { Locale } from '../site'
import de from './de.json'
import guideDe from './demo/de.json' // strip:line
import guideEn from './demo/en.json' // strip:line
import en from './en.json'

/** The app's texts. */
export const MESSAGES = {
  en: {
    ...en,
    ...guideEn, // strip:line
  },
  de: {
    ...de,
    ...guideDe, // strip:line
  },
} satisfies Record<Locale, object>
