// Looks at the target before any story runs: says in one message what it has and lacks, or fails with one line.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ROOT } from '../scripts/settings'
import { environment, LACKS } from './fixtures/environment'
import { callControl } from './service/sandbox'

const tenantsSchema = z.object({ tenants: z.array(z.object({ id: z.string() })).min(1) })

export default async function globalSetup(): Promise<void> {
  const { E2E_TARGET, appUrl, callsPerMinute, sandboxUrl, startsApp } = environment
  if (E2E_TARGET === 'real' && startsApp)
    throw oneLine('E2E_TARGET=real needs APP_URL, the app to test.')
  const health = await fetch(`${appUrl}/api/health/ready`).catch(() => {
    throw oneLine(`Nothing answers at APP_URL=${appUrl}. Is the app running there?`)
  })
  if (E2E_TARGET === 'sandbox') {
    const tenantId = await findTenant()
    // All stories share one key. The limit of a sandbox that isn't the stories' own stays.
    if (startsApp) await callControl('PATCH', `tenants/${tenantId}`, { rateLimitPerMinute: null })
  }
  if (startsApp) return
  const staff = await Promise.all(
    Object.entries(environment.staffSessions).map(([role, session]) =>
      describeSession(role, session),
    ),
  )
  const waits = callsPerMinute < 600 ? ', so stories wait longer for what comes by polling' : ''
  const message = [
    `Target: ${appUrl} answers ${health.status} ${await health.text()}`,
    `Build: ${await findBuild()}`,
    `Service: ${E2E_TARGET === 'real' ? 'what e2e/service/real.ts implements' : sandboxUrl}`,
    ...staff,
    `Budget: ${callsPerMinute} calls a minute (VERIFICATION_CALLS_PER_MINUTE)${waits}`,
    ...Object.entries(LACKS).map(([tag, reason]) => `Skipped: ${tag}, which ${reason}`),
  ]
  console.log(`${message.join('\n')}\n`)
  if (!health.ok) throw oneLine('The target isn’t ready.')
}

async function findTenant(): Promise<string | undefined> {
  const answer = await callControl('GET', 'tenants').catch(() => null)
  const parsed = tenantsSchema.safeParse(answer)
  if (!parsed.success)
    throw oneLine(
      `No sandbox with its control API on answers at ${environment.sandboxUrl}. Set SANDBOX_PORT or SANDBOX_URL to the one that the app uses, or E2E_TARGET=real.`,
    )
  return parsed.data.tenants[0]?.id
}

/** Every page names its build for Next's router. */
async function findBuild(): Promise<string> {
  const page = await (await fetch(`${environment.appUrl}/admin/sign-in`)).text()
  const id = /\\"b\\":\\"([\w-]+)/.exec(page)?.[1] ?? 'not found in the pages'
  const own = join(ROOT, '.next/BUILD_ID')
  const isOwn = existsSync(own) && readFileSync(own, 'utf8') === id
  return `${id}${isOwn ? ", this checkout's" : ''}`
}

/** Says until when a session lasts. @throws if it has ended, because its stories would fail for no fault of the app */
async function describeSession(role: string, session: string | undefined): Promise<string> {
  const name = `E2E_STAFF_SESSION_${role.toUpperCase()}`
  if (session === undefined)
    return `Staff, ${role}: ${environment.hasDemoStaff ? 'the demo’s, with the published password' : `no session (${name})`}`
  const [cookie = '', expires = 'expires=an unknown time'] = session.split(';')
  const admin = await fetch(`${environment.appUrl}/admin`, {
    headers: { cookie },
    redirect: 'manual',
  })
  if (admin.status !== 200)
    throw oneLine(
      `${name} isn’t valid, or no longer: print another with npm run --silent staff:session -- ${role}`,
    )
  return `Staff, ${role}: a session until ${expires.replace('expires=', '')}, or until half an hour without a request`
}

function oneLine(message: string): Error {
  return Object.assign(new Error(message), { stack: '' })
}
