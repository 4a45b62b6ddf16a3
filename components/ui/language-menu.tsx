import { useLocale, useTranslations } from 'next-intl'
import { LOCALES } from '@/site'

/** One button for each language, in that language. A plain form, so that it works without JavaScript. */
export function LanguageMenu() {
  const t = useTranslations('Shell')
  const current = useLocale()
  return (
    <form
      method="post"
      action="/api/locale"
      aria-label={t('language')}
      className="-mx-2 flex gap-1 max-sm:-my-1.5"
    >
      {LOCALES.map((locale) => (
        <button
          key={locale}
          type="submit"
          name="locale"
          value={locale}
          lang={locale}
          aria-current={locale === current ? 'true' : undefined}
          className="rounded-md px-2 py-1 max-sm:py-2.5 hover:text-ink hover:underline aria-[current]:font-medium aria-[current]:text-ink aria-[current]:underline aria-[current]:decoration-2 aria-[current]:decoration-brand aria-[current]:underline-offset-4"
        >
          {new Intl.DisplayNames(locale, { type: 'language' }).of(locale)}
        </button>
      ))}
    </form>
  )
}
