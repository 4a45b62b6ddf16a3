/**
 * Chooses the language of a response: the customer's choice, or else the first of the browser's languages that the site supports.
 * `next.config.js` passes this file to next-intl.
 */
import 'server-only'
import Negotiator from 'negotiator'
import { cookies, headers } from 'next/headers'
import { getRequestConfig } from 'next-intl/server'
import { z } from 'zod'
import { MESSAGES } from '../../messages/all'
import { LOCALES, type Locale } from '../../site'
import { log } from '../runtime/log'
import { hostCookie } from './host-cookie'

const ONE_YEAR_SECONDS = 31_536_000
const localeSchema = z.enum(LOCALES)

/** The configuration with which next-intl renders a request. */
export default getRequestConfig(async () => {
  const locale = await requestedLocale()
  return {
    locale,
    messages: MESSAGES[locale],
    // The server doesn't know the reader's time zone. Times that need it are rendered in the browser.
    timeZone: 'UTC',
    // Logs only the kind of error, because the message may quote the values to show.
    onError: ({ code }) => log.error('text_not_rendered', { error: code }),
  }
})

async function requestedLocale(): Promise<Locale> {
  const chosen = localeSchema.safeParse((await cookies()).get(localeCookie().name)?.value)
  if (chosen.success) return chosen.data
  return preferredLocale((await headers()).get('accept-language'))
}

/** @param acceptLanguage the header's value; wildcards and unknown languages fall back to the first locale */
export function preferredLocale(acceptLanguage: string | null): Locale {
  const negotiator = new Negotiator({ headers: { 'accept-language': acceptLanguage ?? '' } })
  const preferred = negotiator.language([...LOCALES])
  return localeSchema.catch(LOCALES[0]).parse(preferred)
}

/** Stores the customer's choice in a cookie for a year. Ignores unknown locales. */
export async function chooseLocale(locale: unknown): Promise<void> {
  const chosen = localeSchema.safeParse(locale)
  if (!chosen.success) return
  const { name, options } = localeCookie()
  ;(await cookies()).set(name, chosen.data, { ...options, maxAge: ONE_YEAR_SECONDS })
}

const localeCookie = () => hostCookie('locale')
