/** The naming and attributes shared by all of the app's cookies. */
import 'server-only'
import { env } from '../runtime/env'

/** On HTTPS, the `__Host-` prefix stops any other host, including subdomains, from setting the cookie. */
export function hostCookie(name: string) {
  const secure = isHttps()
  return {
    name: secure ? `__Host-${name}` : name,
    options: { httpOnly: true, sameSite: 'lax', path: '/', secure },
  } as const
}

export const isHttps = (): boolean => env().NEXTAUTH_URL.startsWith('https://')

/** Browsers share HTTP cookies between ports, so two demos on one machine need two names. */
export const perPort = (name: string): string =>
  isHttps() ? name : `${name}-${new URL(env().NEXTAUTH_URL).port || '80'}`
