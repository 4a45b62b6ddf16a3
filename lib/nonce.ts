/** The nonce of this request's policy, for inline scripts of our own. Next adds it to its own scripts. */
import 'server-only'
import { headers } from 'next/headers'

export const requestNonce = async (): Promise<string | undefined> =>
  (await headers()).get('x-nonce') ?? undefined
