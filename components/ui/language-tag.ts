import type { Locale } from '@/site'

/** The language tags for formatting dates, numbers and durations. English follows British conventions. */
const TAGS: Readonly<Partial<Record<Locale, string>>> = { en: 'en-GB' }

export const languageTag = (locale: Locale): string => TAGS[locale] ?? locale
