/** The name and attributes that all cookies of the app share. */
import 'server-only'
import { env } from './env'

/** On HTTPS the `__Host-` prefix makes browsers refuse the cookie from any other host, a subdomain included. */
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
