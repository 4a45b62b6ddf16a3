// A balancer asks each instance whether it is ready, all the time and on connections that it keeps.
import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, HOSTILE, test } from './test'

const CONNECTIONS = 12
/** Platforms kill after 30 seconds, and with the process go the requests that it still had. */
const ENDS_WITHIN_MS = 15_000

test(
  'an app that is asked to stop ends, although balancers go on asking on the connections they have',
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
    const askOn = async () => {
      for (;;) {
        await isReady()
        answers++
      }
    }
    // Each goes on until its connection is refused.
    const balancers = Array.from({ length: CONNECTIONS }, () => askOn().catch(() => undefined))
    await expect.poll(() => answers).toBeGreaterThan(CONNECTIONS * 3)

    const outcome = await Promise.race([
      app.terminate().then(() => 'ended'),
      delay(ENDS_WITHIN_MS, 'still there', { ref: false }),
    ])
    agent.destroy()
    await Promise.all(balancers)
    expect(outcome).toBe('ended')
  },
)
