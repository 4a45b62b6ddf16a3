// Fails with one line if the app or its sandbox isn't running, and lifts the sandbox's rate limit for the stories' shared key.
import { z } from 'zod'
import { environment } from './fixtures/environment'
import { callControl } from './fixtures/sandbox'

const tenantsSchema = z.object({ tenants: z.array(z.object({ id: z.string() })) })

export default async function globalSetup(): Promise<void> {
  const { E2E_TARGET, appUrl, sandboxUrl, startsApp } = environment
  if (E2E_TARGET === 'real' && startsApp)
    throw oneLine('E2E_TARGET=real needs APP_URL, the app to test.')
  await fetch(`${appUrl}/api/health/ready`).catch(() => {
    throw oneLine(`Nothing answers at APP_URL=${appUrl}. Is the app running there?`)
  })
  if (E2E_TARGET === 'real') return
  const { tenants } = await callControl('GET', 'tenants')
    .then((answer) => tenantsSchema.parse(answer))
    .catch(() => {
      throw oneLine(
        `No sandbox with its control API on answers at ${sandboxUrl}. Set SANDBOX_PORT or SANDBOX_URL to the one that the app uses, or E2E_TARGET=real.`,
      )
    })
  await callControl('PATCH', `tenants/${tenants[0]?.id}`, { rateLimitPerMinute: null })
}

function oneLine(message: string): Error {
  return Object.assign(new Error(message), { stack: '' })
}
