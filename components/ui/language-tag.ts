import type { Locale } from '@/site'

/** What to format dates, numbers and durations by: English as it is written outside the United States. */
const TAGS: Readonly<Partial<Record<Locale, string>>> = { en: 'en-GB' }

export const languageTag = (locale: Locale): string => TAGS[locale] ?? locale
