// Errors keep their names in the built app, where a minifier has renamed every class: staff and alerts go by them.
import { EXAMPLE } from '../fixtures/environment'
import { approval } from '../fixtures/events'
import { expect, test } from '../fixtures/test'

const NEEDS = { tag: ['@sandbox', '@tenant'] }

for (const [kind, name] of [
  ['malformed', 'UnreadableError'],
  ['server-error', 'UnavailableError'],
] as const)
  test(
    `a read that fails with ${name} says so to staff and in the metrics`,
    NEEDS,
    async ({ applicant, sandbox, deliver, staff, request }) => {
      await applicant.apply()
      const [inquiryId, referenceId] = [await applicant.inquiryId(), await applicant.referenceId()]
      await sandbox.orderFault({ target: 'api', kind, operation: 'status', count: 100 })
      // An event makes a read due at once.
      await deliver(approval({ data: { inquiryId, referenceId } }))

      const headers = { authorization: `Bearer ${EXAMPLE.CRON_SECRET}` }
      await expect
        .poll(async () => (await request.get('/api/metrics', { headers })).text())
        .toContain(`service_call_duration_seconds_count{operation="status",result="${name}"}`)

      const viewer = await staff('viewer')
      await expect(async () => {
        await viewer.openInquiry(referenceId)
        await expect(viewer.page.getByText(name)).toBeVisible({ timeout: 1_000 })
      }).toPass()
    },
  )
