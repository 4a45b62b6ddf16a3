// Checks every variable, with the app's own messages, and that no secret is a published one.
import { type Env, EnvironmentError, parseEnv, SECRETS } from '../../lib/env.ts'
import { isLoopback, isPublished } from '../../lib/published-secrets.ts'
import { type Finding, right, wrong } from './finding.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** `env` is null if the app wouldn't start with this environment. */
export function checkEnvironment(variables: Variables): { env: Env | null; findings: Finding[] } {
  try {
    return { env: parseEnv(variables), findings: [right('Every variable is valid')] }
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    const [, ...lines] = error.message.split('\n')
    return {
      env: null,
      findings: lines.map((line) =>
        wrong(
          line.trim(),
          / is published /.test(line)
            ? adviceForPublished(line.trim().split(' ')[0] ?? '')
            : 'Set it in .env; .env.example explains it.',
        ),
      ),
    }
  }
}

/** With the real service, a secret that is published in .env.example protects nothing. */
export function checkSecrets(env: Env, usesSandbox: boolean): Finding[] {
  if (usesSandbox) return []
  const published = SECRETS.filter((name) => isPublished(env[name] ?? ''))
  if (published.length === 0) return [right('No secret is a published value from .env.example')]
  return published.map((name) =>
    wrong(`${name} is the published value from .env.example`, adviceForPublished(name)),
  )
}

const adviceForPublished = (name: string): string =>
  name.startsWith('VERIFICATION_')
    ? "Set the value that the service's portal showed you (A3, W1)."
    : 'Generate your own: openssl rand -base64 32'

/** In a browser, cookies and the hosted flow only work if app, SDK and images are all HTTPS. */
export function checkOrigins(env: Env): Finding[] {
  const app = new URL(env.NEXTAUTH_URL)
  if (app.protocol === 'http:') {
    return isLoopback(env.NEXTAUTH_URL)
      ? [right(`NEXTAUTH_URL is this machine (${app.origin})`)]
      : [
          wrong(
            `NEXTAUTH_URL ${app.origin} is not HTTPS`,
            'Cookies would be unprotected, the camera blocked, and events need HTTPS (W2): put TLS in front of the app and set the https:// address.',
          ),
        ]
  }
  const sources = [
    ['VERIFICATION_SDK_URL', env.VERIFICATION_SDK_URL] as const,
    ...env.VERIFICATION_ARTIFACT_ORIGINS.map(
      (origin) => ['VERIFICATION_ARTIFACT_ORIGINS', origin] as const,
    ),
  ]
  const mixed = sources.filter(([, url]) => url.startsWith('http:'))
  if (mixed.length === 0) return [right('App, SDK and document images are all HTTPS')]
  return mixed.map(([name, url]) =>
    wrong(
      `${name} names ${new URL(url).origin}, which is not HTTPS`,
      'An HTTPS page can’t load anything over HTTP: set the https:// address.',
    ),
  )
}
