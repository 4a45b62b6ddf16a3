// The app survives what platforms do to its process: a balancer keeps polling readiness over open connections, and a serverless
// platform freezes the process after each response.
import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from '@playwright/test'
import pg from 'pg'
import { Customer } from '../fixtures/customer'
import { EXAMPLE } from '../fixtures/environment'
import { deliver, eventOf, signed } from '../fixtures/events'
import { App, HOSTILE, test } from './app'

const CONNECTIONS = 12
/** Platforms kill a process after 30 seconds, along with its remaining requests. */
const ENDS_WITHIN_MS = 15_000
/** Work that the freeze interrupted waits until its lease expires. */
const AGAIN_WITHIN_MS = 90_000

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
    // Each balancer polls until its connection is refused.
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

test(
  'an app that is frozen between requests opens the account when the scheduler calls',
  HOSTILE,
  async () => {
    const app = await App.start(undefined, { RECONCILER: 'cron' })
    /** Freezes the app as soon as the response arrives. */
    const awake = async (request: () => Promise<Response>) => {
      app.thaw()
      return (await request().finally(app.freeze)).status
    }
    const headers = { authorization: `Bearer ${EXAMPLE.CRON_SECRET}` }
    const cron = (job: string) =>
      awake(() => fetch(`${app.appUrl}/api/cron/${job}`, { method: 'POST', headers }))

    const customer = await Customer.arrive(app.appUrl)
    await customer.apply()
    await customer.complete('APPROVED')
    const event = signed(eventOf('APPROVED', { inquiryId: await customer.inquiryId() }))
    expect(await awake(() => deliver(event, `${app.appUrl}/api/webhooks/verification`))).toBe(200)
    const database = new pg.Client({ connectionString: app.databaseUrl })
    await database.connect()
    const opened = 'SELECT FROM "Inquiry" WHERE "accountOpenedAt" IS NOT NULL'
    await expect
      .poll(
        async () => {
          expect(await cron('reconcile')).toBe(200)
          return (await database.query(opened)).rowCount
        },
        { timeout: AGAIN_WITHIN_MS },
      )
      .toBe(1)
    await database.end()
    expect(await cron('retention')).toBe(200)
    app.thaw()
    await app.stop()
  },
)
