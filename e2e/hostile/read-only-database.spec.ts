// A database that answers queries but accepts no writes: a standby after a failover, a full disk, a wrong setting.
import { approval } from '../fixtures/events'
import { expect, HOSTILE, test } from './test'

test(
  'an app whose database is read-only is not ready and refuses deliveries with a 503',
  HOSTILE,
  async ({ app, deliver }) => {
    const readiness = async () => (await fetch(`${app.appUrl}/api/health/ready`)).status
    const operator = await app.database.connect()
    // The operator's connection, which is older, can still write.
    const setReadOnly = async (isReadOnly: boolean) => {
      const { pathname } = new URL(app.databaseUrl)
      await operator.query(
        `ALTER DATABASE ${pathname.slice(1)} SET default_transaction_read_only = ${isReadOnly}`,
      )
      await operator.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      )
    }
    await expect.poll(readiness).toBe(200)
    try {
      await setReadOnly(true)
      await expect.poll(readiness).toBe(503)
      expect((await fetch(`${app.appUrl}/api/health/live`)).status).toBe(200)
      expect((await deliver(approval())).status).toBe(503)
    } finally {
      await setReadOnly(false)
      operator.release()
    }
    await expect.poll(readiness).toBe(200)
    expect((await deliver(approval())).status).toBe(200)
  },
)
