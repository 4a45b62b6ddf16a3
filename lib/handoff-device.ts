/** The cookie of a device on which an applicant continues. It identifies no applicant: see `lib/inquiries/handoff.ts`. */
import 'server-only'
import { cookies } from 'next/headers'
import { hostCookie } from './host-cookie'

/** Null on a device that hasn't opened a link. */
export async function getHandoffDevice(): Promise<string | null> {
  return (await cookies()).get(hostCookie('handoff').name)?.value ?? null
}

/** For server actions, which may set cookies. */
export async function setHandoffDevice(token: string, maxAgeMs: number): Promise<void> {
  const { name, options } = hostCookie('handoff')
  ;(await cookies()).set({ name, value: token, ...options, maxAge: maxAgeMs / 1_000 })
}
