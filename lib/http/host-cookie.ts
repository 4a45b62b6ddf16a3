/** Names and attributes for all of the app's cookies. */
import 'server-only'
import { env } from '../runtime/env'

/** On HTTPS, the `__Host-` prefix prevents other hosts of the domain from setting the cookie. */
export function hostCookie(name: string) {
  const secure = isHttps()
  return {
    name: secure ? `__Host-${name}` : name,
    options: { httpOnly: true, sameSite: 'lax', path: '/', secure },
  } as const
}

export const isHttps = (): boolean => env().NEXTAUTH_URL.startsWith('https://')

/** Browsers share cookies between the ports of a host, so two demos on one machine need different names. */
export const perPort = (name: string): string =>
  isHttps() ? name : `${name}-${new URL(env().NEXTAUTH_URL).port || '80'}`
