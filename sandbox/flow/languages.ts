// The flow's languages, and the one that a browser asks for.

export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

export const TITLES = {
  en: 'Identity verification',
  de: 'Identitätsprüfung',
} as const satisfies Record<Language, string>

/** What the page says where scripts are off. */
export const NO_SCRIPT = {
  en: 'This page needs JavaScript. Turn it on, or open the page in another browser.',
  de: 'Diese Seite braucht JavaScript. Schalten Sie es ein oder öffnen Sie die Seite in einem anderen Browser.',
} as const satisfies Record<Language, string>

/** Each name is in its own language, so customers can find theirs. */
export const LANGUAGE_NAMES = {
  en: 'English',
  de: 'Deutsch',
} as const satisfies Record<Language, string>

export function isLanguage(name: string | null | undefined): name is Language {
  return LANGUAGES.some((language) => language === name)
}

/** The supported language for a tag such as `de-AT`; null if there is none. */
export function languageOf(tag: string | null | undefined): Language | null {
  const base = tag?.toLowerCase().split('-')[0]
  return isLanguage(base) ? base : null
}

/** The best language for an Accept-Language header; English if it names none of them. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const wishes = (acceptLanguage ?? '').split(',').map((wish) => {
    const [tag = '', ...parameters] = wish.trim().toLowerCase().split(';')
    const quality = parameters.find((parameter) => parameter.trim().startsWith('q='))
    return {
      language: tag.split('-')[0],
      quality: quality ? Number(quality.trim().slice(2)) || 0 : 1,
    }
  })
  const [best] = wishes
    .filter((wish) => wish.quality > 0 && isLanguage(wish.language))
    .sort((one, other) => other.quality - one.quality)
  return isLanguage(best?.language) ? best.language : 'en'
}
