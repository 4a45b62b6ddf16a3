// Mistakes at the service, or in the data that came from it.
import { createHmac, randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import { db } from '../../../lib/db.ts'
import { readAtOnce } from '../../../lib/inquiries/reconcile.ts'
import { flushRejectedDeliveries } from '../../../lib/rejected-deliveries.ts'
import type { ScriptedAnswer } from '../../../lib/testing/scripted-service.ts'
import { insertOpenInquiry } from '../../../lib/testing/test-app.ts'
import { DELIVERY_ID_HEADER, SIGNATURE_HEADER } from '../../../lib/verification/webhook.ts'
import { soundService } from '../test-server.ts'
import { healthy, type Installation, type Mistake, run } from './installation.ts'

const OTHER_KEY = `svc_live_${'n'.repeat(32)}`

export const SERVICE_MISTAKES: Mistake[] = [
  {
    mistake: 'the webhook secret was rotated at the service',
    plant: async ({ appUrl, undo }) => {
      undo.push(
        () => db().rejectedDelivery.deleteMany(),
        () => db().receivedEvent.deleteMany(),
      )
      await deliver(appUrl, process.env.VERIFICATION_WEBHOOK_SECRET ?? '')
      await deliver(appUrl, 'whsec_the_new_one_after_the_rotation')
      await flushRejectedDeliveries()
      await expect.poll(() => db().rejectedDelivery.count()).toBeGreaterThan(0)
      return {}
    },
    found: [
      /signed with another secret.*last good one came at 2\d{3}.*\n.*rotated.*set VERIFICATION_WEBHOOK_SECRET/,
    ],
  },
  {
    mistake: 'the endpoint was deleted at the service',
    plant: async (installation) => {
      await readOne(installation, (inquiryId) => ({ body: { inquiryId, status: 'APPROVED' } }))
      await run(
        `UPDATE "StatusChange" SET "at" = "at" - interval '20 minutes'`,
        installation.databaseUrl,
      )
      return {}
    },
    found: [
      /Decisions that came without an event since .*: 1; there has never been a good one\n.*endpoint still exists.*subscribes/,
    ],
  },
  {
    mistake: 'the running app has a revoked key, and .env has a good one',
    plant: async (installation) => {
      installation.app.service.answer(soundService(OTHER_KEY))
      await readOne(installation)
      return { env: { VERIFICATION_API_KEY: OTHER_KEY } }
    },
    found: [
      /refused the API key of a running app.*\n.*restart every instance/,
      /runs with a different VERIFICATION_API_KEY than .env\n.*restart every instance/,
    ],
  },
  {
    mistake: 'calls are paused for a year',
    plant: async ({ undo }) => {
      const pausedUntil = new Date(Date.now() + 365 * 24 * 3_600_000)
      await db().serviceGate.create({ data: { id: 1, pausedUntil, pauseReason: 'RATE_LIMITED' } })
      undo.push(() => db().serviceGate.deleteMany())
      return {}
    },
    found: [
      /calls to the service are paused until 2\d{3}-.*\n.*UPDATE "ServiceGate" SET "pausedUntil" = NULL/,
    ],
  },
  {
    mistake: 'the clock of the service is off',
    plant: ({ app }) => {
      app.service.answer(async (request, nth) => ({
        ...Object(await healthy(request, nth)),
        headers: {
          'content-type': 'text/javascript',
          date: new Date(Date.now() - 60_000).toUTCString(),
        },
      }))
      return {}
    },
    found: [/clock of the service is \d+ s behind this machine's\n.*NTP/],
  },
  {
    mistake: 'the clock of this machine is off',
    plant: () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
      return {}
    },
    found: [
      /clock of the database is \d+ s behind this machine's\n.*NTP/,
      /clock of the service is \d+ s behind this machine's\n.*NTP/,
    ],
  },
  {
    mistake: 'the service refuses the key, which the running app uses as well',
    plant: ({ app }) => {
      app.service.answer(soundService(OTHER_KEY))
      return {}
    },
    found: [/refuses VERIFICATION_API_KEY \(A4\)\n.*create a key in the service's portal/],
  },
  {
    mistake: 'the template is not published',
    plant: ({ app }) => {
      app.service.answer((request, nth) =>
        request.method === 'POST'
          ? { status: 422, body: { code: 'TEMPLATE_REVISION_NOT_PUBLISHED' } }
          : healthy(request, nth),
      )
      return { opens: true }
    },
    found: [
      /refuses to open an inquiry.*TEMPLATE_REVISION_NOT_PUBLISHED.*\n.*Publish it in the portal/,
    ],
  },
]

/** Sends the app an event as the service would, signed with this secret. */
function deliver(appUrl: string, secret: string): Promise<Response> {
  const body = JSON.stringify({
    id: randomUUID(),
    type: 'inquiry.approved',
    createdAt: new Date().toISOString(),
    data: { inquiryId: randomUUID() },
  })
  const digest = createHmac('sha256', secret).update(body).digest('hex')
  return fetch(`${appUrl}/api/webhooks/verification`, {
    method: 'POST',
    body,
    headers: { [SIGNATURE_HEADER]: `sha256=${digest}`, [DELIVERY_ID_HEADER]: randomUUID() },
  })
}

/** Makes the running app read one inquiry. */
async function readOne(
  { app, undo }: Installation,
  answer?: (inquiryId: string) => ScriptedAnswer,
): Promise<void> {
  const { id, inquiryId } = await insertOpenInquiry()
  undo.push(
    () => db().inquiry.deleteMany(),
    () => db().serviceGate.deleteMany(),
  )
  if (answer)
    app.service.answer((request, nth) =>
      inquiryId && request.path.includes(inquiryId) ? answer(inquiryId) : healthy(request, nth),
    )
  expect(await readAtOnce(id, 3_000)).toBe(true)
}
