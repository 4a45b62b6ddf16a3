// Checks that the ports of this machine are free, or used by this project.
import { isPortFree } from '../ports.ts'
import type { Settings } from '../settings.ts'
import { type Finding, right, wrong } from './finding.ts'
import { ask, type Reply } from './timed-fetch.ts'

/** Bad gateway, service unavailable, gateway timeout. */
const GATEWAY_ERRORS: readonly number[] = [502, 503, 504]

/** This project may already be running on its ports. */
export async function checkPorts(
  settings: Pick<Settings, 'port' | 'sandboxPort' | 'startsSandbox'>,
): Promise<Finding[]> {
  const findings = [
    await checkPort('PORT', settings.port, async () => {
      const reply = await ask(`http://127.0.0.1:${settings.port}/api/health/live`)
      if (reply.ok && reply.body.includes('"live"')) return true
      return strangerOrDown('PORT', settings.port, reply)
    }),
  ]
  if (settings.startsSandbox) {
    findings.push(
      await checkPort('SANDBOX_PORT', settings.sandboxPort, async () => {
        const reply = await ask(`http://127.0.0.1:${settings.sandboxPort}/openapi.json`)
        return (
          (reply.ok && reply.body.includes('/api/v1/customer/inquiries')) ||
          taken('SANDBOX_PORT', settings.sandboxPort)
        )
      }),
    )
  }
  return findings
}

async function checkPort(
  name: string,
  port: number,
  identify: () => Promise<true | Finding>,
): Promise<Finding> {
  if (await isPortFree(port)) return right(`${name} ${port} is free`)
  const identified = await identify()
  return identified === true ? right(`${name} ${port} is in use by this project`) : identified
}

const taken = (name: string, port: number): Finding =>
  wrong(
    `${name} ${port} is taken by another program`,
    `Stop what uses the port, or set ${name} to a free port.`,
  )

/** A balancer in front of several instances doesn't count as another program, and neither does an instance that hangs. */
function strangerOrDown(name: string, port: number, reply: Reply): Finding {
  if (reply.ok && GATEWAY_ERRORS.includes(reply.status))
    return wrong(
      `${name} ${port} is a balancer or proxy, and the instance that it chose is down (HTTP ${reply.status})`,
      'Start that instance (see below which requests fail), and let the balancer check /api/health/ready.',
    )
  if (!reply.ok && reply.isTimeout)
    return wrong(
      `The program on ${name} ${port} does not answer (${reply.reason})`,
      'If it is the app, it hangs: check its log and restart it. If not, stop it, or set the variable to a free port.',
    )
  return taken(name, port)
}
