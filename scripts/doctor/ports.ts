// The ports of this machine are free, or taken by the demo.
import { isPortFree } from '../ports.ts'
import type { Settings } from '../settings.ts'
import { type Finding, right, wrong } from './finding.ts'
import { ask } from './timed-fetch.ts'

/** Checks the ports of `npm run demo`, which may be running already. */
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
  if (await isOurs()) return right(`${name} ${port} is in use by this project`)
  return wrong(
    `${name} ${port} is taken by another program`,
    `Stop what uses the port, or set ${name} to a free one.`,
  )
}
