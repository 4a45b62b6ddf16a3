/** The language of a response: the customer's choice, or the first of the browser's languages that the site supports. */
import 'server-only'
import Negotiator from 'negotiator'
import { cookies, headers } from 'next/headers'
import { getLocale } from 'next-intl/server'
import { z } from 'zod'
import { LOCALES, type Locale } from '../site'
import { hostCookie, perPort } from './host-cookie'

const ONE_YEAR_SECONDS = 31_536_000
const localeSchema = z.enum(LOCALES)

export async function requestedLocale(): Promise<Locale> {
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

/** The locale of the page being rendered. */
export const currentLocale = async (): Promise<Locale> => localeSchema.parse(await getLocale())

/** Remembers the customer's choice for a year. Anything but a known locale changes nothing. */
export async function chooseLocale(locale: unknown): Promise<void> {
  const chosen = localeSchema.safeParse(locale)
  if (!chosen.success) return
  const { name, options } = localeCookie()
  ;(await cookies()).set(name, chosen.data, { ...options, maxAge: ONE_YEAR_SECONDS })
}

const localeCookie = () => hostCookie(perPort('locale'))
