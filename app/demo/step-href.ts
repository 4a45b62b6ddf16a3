import type { Step } from '@/lib/demo/chapters'
import { env } from '@/lib/env'

/** The portal is on the service's origin, as the browser reaches it. */
export const stepHref = ({ surface, href }: Step): string =>
  surface === 'portal' ? new URL(href, env().VERIFICATION_SDK_URL).href : href
