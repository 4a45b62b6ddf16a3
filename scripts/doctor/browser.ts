// Checks what a browser gets: a policy that allows the configured origins, and cookies that match the address.
import type { Env } from '../../lib/env.ts'
import { type Finding, right, wrong } from './finding.ts'
import { ask } from './timed-fetch.ts'

const RESTART =
  "The running app has different values: restart it, and don't let a proxy rewrite the header."

export async function checkBrowserSide(env: Env): Promise<Finding[]> {
  return [await checkPolicy(env), await checkCookies(env)]
}

async function checkPolicy(env: Env): Promise<Finding> {
  const page = await ask(`${env.NEXTAUTH_URL}/apply`)
  if (!page.ok)
    return wrong(
      `The application form cannot be loaded (${page.reason})`,
      'Start the app, or correct NEXTAUTH_URL.',
    )
  const policy = page.headers.get('content-security-policy')
  if (policy === null)
    return wrong(
      `The page at ${env.NEXTAUTH_URL}/apply has no Content-Security-Policy (HTTP ${page.status})`,
      'Another program answers at this address, or a proxy removes the header.',
    )
  const missing = [
    ['frame-src', new URL(env.VERIFICATION_SDK_URL).origin] as const,
    ...env.VERIFICATION_ARTIFACT_ORIGINS.map((origin) => ['img-src', origin] as const),
  ].filter(([directive, origin]) => !sourcesOf(policy, directive).includes(origin))
  if (missing.length === 0)
    return right('The Content-Security-Policy allows the hosted flow and the document images')
  return wrong(
    `The Content-Security-Policy blocks ${missing.map(([directive, origin]) => `${origin} (${directive})`).join(', ')}`,
    RESTART,
  )
}

function sourcesOf(policy: string, directive: string): string[] {
  const found = policy.split(';').find((part) => part.trim().startsWith(`${directive} `))
  return found?.trim().split(/\s+/).slice(1) ?? []
}

/** next-auth derives its cookies from NEXTAUTH_URL: Secure on HTTPS, never on HTTP. */
async function checkCookies(env: Env): Promise<Finding> {
  const reply = await ask(`${env.NEXTAUTH_URL}/api/auth/csrf`)
  if (!reply.ok)
    return wrong(
      `Sign-in cannot be reached (${reply.reason})`,
      'Start the app, or correct NEXTAUTH_URL.',
    )
  const cookies = reply.headers.getSetCookie()
  const cookie = cookies.find((text) => /next-auth\.csrf-token=/.test(text))
  if (!cookie)
    return wrong(
      `Sign-in sets no cookie (HTTP ${reply.status})`,
      'Another program answers at this address, or a proxy removes Set-Cookie.',
    )
  const isHttps = env.NEXTAUTH_URL.startsWith('https://')
  const isSecure = /;\s*secure/i.test(cookie)
  if (isHttps === isSecure) return right('Cookies match the address')
  return wrong(
    isHttps
      ? "Cookies aren't marked Secure although the address is HTTPS"
      : 'Cookies are marked Secure although the address is HTTP, so browsers drop them',
    RESTART,
  )
}
