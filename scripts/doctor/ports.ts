// The ports of this machine: free, or taken by what belongs there.
import { isPortFree } from '../ports.ts'
import type { Settings } from '../settings.ts'
import { type Finding, right, wrong } from './finding.ts'
import { ask } from './timed-fetch.ts'

/** Looks at the ports that `npm run demo` would take; what answers there may be the demo itself. */
export async function checkPorts(
  settings: Pick<Settings, 'port' | 'sandboxPort' | 'startsSandbox'>,
): Promise<Finding[]> {
  const findings = [
    await checkPort('PORT', settings.port, async () => {
      const reply = await ask(`http://127.0.0.1:${settings.port}/api/health/live`)
      return reply.ok && reply.body.includes('"live"')
    }),
  ]
  if (settings.startsSandbox) {
    findings.push(
      await checkPort('SANDBOX_PORT', settings.sandboxPort, async () => {
        const reply = await ask(`http://127.0.0.1:${settings.sandboxPort}/openapi.json`)
        return reply.ok && reply.body.includes('/api/v1/customer/inquiries')
      }),
    )
  }
  return findings
}

async function checkPort(
  name: string,
  port: number,
  isOurs: () => Promise<boolean>,
): Promise<Finding> {
  if (await isPortFree(port)) return right(`${name} ${port} is free`)
  if (await isOurs()) return right(`${name} ${port} answers as it should`)
  return wrong(
    `${name} ${port} is taken by another program`,
    `Stop what uses the port, or set ${name} to a free one.`,
  )
}
