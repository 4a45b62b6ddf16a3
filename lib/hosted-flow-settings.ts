/** What a page needs to start the hosted flow, and how the flow redirects back to it. */
import 'server-only'
import { env } from './env'

/** The SDK's own origin unless the service has others for the flow (N19). */
export function flowOrigins(): string[] {
  const { VERIFICATION_FLOW_ORIGINS, VERIFICATION_SDK_URL } = env()
  return VERIFICATION_FLOW_ORIGINS ?? [new URL(VERIFICATION_SDK_URL).origin]
}

/** @param path the page that the flow returns to */
export function hostedFlowSettings(path: string, language: string) {
  const { VERIFICATION_SDK_URL: sdkUrl, NEXTAUTH_URL } = env()
  return {
    sdkUrl,
    flowUrl: `${flowOrigins()[0]}/flow`,
    returnUrl: `${NEXTAUTH_URL}${path}?returned=completed`,
    cancelUrl: `${NEXTAUTH_URL}${path}?returned=cancelled`,
    language,
  }
}

/** @param returned the page's parameter of that name. A service with only one URL sends everyone to `returnUrl`. */
export const flowEndOf = (
  returned: string | string[] | undefined,
): 'completed' | 'cancelled' | null => {
  if (returned === undefined) return null
  return returned === 'cancelled' ? 'cancelled' : 'completed'
}
