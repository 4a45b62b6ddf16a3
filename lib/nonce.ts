/** The nonce of this request's policy, for inline scripts of our own. Next puts it on its scripts itself. */
import 'server-only'
import { headers } from 'next/headers'

export const requestNonce = async (): Promise<string | undefined> =>
  (await headers()).get('x-nonce') ?? undefined
