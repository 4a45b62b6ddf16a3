// A serverless platform freezes the process as soon as a request has its response, even if work is still running.
import { Customer } from '../fixtures/customer'
import { EXAMPLE } from '../fixtures/environment'
import { deliver, eventOf } from '../fixtures/events'
import { expect, HOSTILE, test } from './test'

const CUSTOMERS = 12
const CRON = { authorization: `Bearer ${EXAMPLE.CRON_SECRET}` }

test.use({ env: { RECONCILER: 'cron' } })

test(
  'an app that is frozen between requests decides every inquiry and holds no lock while frozen',
  HOSTILE,
  async ({ app, service }) => {
    test.slow()
    /** Thaws the app for a request, and freezes it again in the tick in which the response arrives. */
    const awake = async <T>(request: () => Promise<T>): Promise<T> => {
      app.thaw()
      return request().finally(() => app.freeze())
    }
    const cron = (job: string) =>
      fetch(`${app.appUrl}/api/cron/${job}`, { method: 'POST', headers: CRON })
    const customers = await Promise.all(
      Array.from({ length: CUSTOMERS }, () => Customer.arrive(app.appUrl)),
    )
    await Promise.all(customers.map((customer) => customer.apply()))

    for (const customer of customers) {
      const inquiryId = await customer.inquiryId()
      service.setStatus(inquiryId, 'APPROVED')
      const { status } = await awake(() =>
        deliver(eventOf('APPROVED', { inquiryId, referenceId: undefined }), app),
      )
      expect(status).toBe(200)
    }
    const { rows } = await app.database.query('SELECT count(*)::int AS events FROM "WebhookEvent"')
    expect(rows).toEqual([{ events: CUSTOMERS }])

    // Another instance must not wait for a process that may never wake up.
    await expect.poll(() => idleTransactions(app.database), { timeout: 15_000 }).toBe(0)
    const locked = await app.database.query('SELECT "id" FROM "Inquiry" FOR UPDATE NOWAIT')
    expect(locked.rowCount).toBe(CUSTOMERS)

    // Normally called every minute. Interrupted work waits for its lease to expire, so one pass may not be enough.
    const opened = async () => {
      const { rows } = await app.database.query(
        'SELECT count(*)::int AS open FROM "Inquiry" WHERE "accountOpenedAt" IS NOT NULL',
      )
      return rows[0]?.open
    }
    await expect
      .poll(
        async () => {
          expect((await awake(() => cron('reconcile'))).status).toBe(200)
          return opened()
        },
        { timeout: 75_000, intervals: [1_000] },
      )
      .toBe(CUSTOMERS)
    const audit = await app.database.query(
      `SELECT count(*)::int AS total, count(DISTINCT "inquiryRow")::int AS inquiries FROM "AuditEntry" WHERE "action" = 'account.opened'`,
    )
    expect(audit.rows).toEqual([{ total: CUSTOMERS, inquiries: CUSTOMERS }])
    expect((await awake(() => cron('retention'))).status).toBe(200)
    app.thaw()
    for (const customer of customers) expect(await customer.stage()).toBe('approved')
  },
)

async function idleTransactions(database: {
  query: (sql: string) => Promise<{ rows: { idle: number }[] }>
}) {
  const { rows } = await database.query(
    `SELECT count(*)::int AS idle FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
  )
  return rows[0]?.idle
}
