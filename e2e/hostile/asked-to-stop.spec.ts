// A balancer polls each instance's readiness all the time, over connections that it keeps open.
import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { HOSTILE, test } from './app'

const CONNECTIONS = 12
/** Platforms kill a process after 30 seconds, along with its remaining requests. */
const ENDS_WITHIN_MS = 15_000

test(
  'an app that gets SIGTERM exits while balancers keep polling it over open connections',
  HOSTILE,
  async ({ app }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
    const isReady = () =>
      new Promise<boolean>((resolve, reject) =>
        get(`${app.appUrl}/api/health/ready`, { agent }, (response) =>
          response.resume().once('end', () => resolve(response.statusCode === 200)),
        ).once('error', reject),
      )
    let answers = 0
    const poll = async () => {
      for (;;) {
        await isReady()
        answers++
      }
    }
    // Each polls until its connection is refused.
    const balancers = Array.from({ length: CONNECTIONS }, () => poll().catch(() => undefined))
    await expect.poll(() => answers).toBeGreaterThan(CONNECTIONS * 3)

    const outcome = await Promise.race([
      app.terminate().then(() => 'ended'),
      delay(ENDS_WITHIN_MS, 'still running', { ref: false }),
    ])
    agent.destroy()
    await Promise.all(balancers)
    expect(outcome).toBe('ended')
  },
)
