// Another database client that keeps a row locked: a person with psql, a backup, a migration.
import { approval, review } from '../fixtures/events'
import { expect, HOSTILE, test } from './test'

const ROUNDS = 10
const AT_ONCE = 4
/** How soon an event of another inquiry must be stored. The service waits five seconds (N9). */
const STORED_WITHIN_MS = 2_000

test(
  'a locked row holds up only its own inquiry',
  HOSTILE,
  async ({ service, app, deliver, newApplicant }) => {
    const [locked, free] = [await newApplicant(), await newApplicant()]
    const holder = await app.database.connect()
    try {
      await holder.query('BEGIN')
      await holder.query('SELECT FROM "Inquiry" WHERE "inquiryId" = $1 FOR UPDATE', [
        locked.inquiryId,
      ])
      const refused = Promise.all(
        Array.from({ length: 3 }, () =>
          deliver(review({ inquiryId: locked.inquiryId, referenceId: undefined })),
        ),
      )
      const others: { status: number; ms: number }[] = []
      for (let nth = 0; nth < ROUNDS; nth++)
        others.push(...(await Promise.all(Array.from({ length: AT_ONCE }, timedDelivery))))
      expect(others.filter(({ status }) => status !== 200)).toEqual([])
      expect(Math.max(...others.map(({ ms }) => ms))).toBeLessThan(STORED_WITHIN_MS)

      // Another inquiry is read and decided in the meantime.
      service.setStatus(free.inquiryId, 'APPROVED')
      await deliver(approval({ data: { inquiryId: free.inquiryId, referenceId: undefined } }))
      await expect.poll(() => free.customer.stage(), { timeout: 5_000 }).toBe('approved')

      for (const { status } of await refused) expect([200, 503]).toContain(status)
    } finally {
      await holder.query('ROLLBACK')
      holder.release()
    }

    // Once the service delivers again, the locked inquiry continues.
    service.setStatus(locked.inquiryId, 'NEEDS_REVIEW')
    const again = await deliver(review({ inquiryId: locked.inquiryId, referenceId: undefined }))
    expect(again.status).toBe(200)
    await expect.poll(() => locked.customer.stage()).toBe('in_review')

    async function timedDelivery() {
      const startedAt = performance.now()
      const { status } = await deliver(approval())
      return { status, ms: performance.now() - startedAt }
    }
  },
)
