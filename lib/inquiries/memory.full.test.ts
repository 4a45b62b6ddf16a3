// What the receiver keeps in memory after it has answered a delivery.
import { createHmac, randomUUID } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { insertOpenInquiry, startTestApp, type TestApp, WEBHOOK_SECRET } from '../testing/test-app'
import { receiveDelivery } from './record-event'

const WARM_UP = 200
const MEASURED = 600
const AT_ONCE = 50
/** A body that is kept costs this much; all other growth costs far less. */
const BODY_BYTES = 20_000
const ALLOWED_BYTES = 5_000
const WITHIN = { timeout: 20_000, interval: 100 }

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

let app: TestApp
let inquiries: Awaited<ReturnType<typeof insertOpenInquiry>>[]
beforeAll(async () => {
  app = await startTestApp()
  inquiries = await Promise.all(Array.from({ length: AT_ONCE }, () => insertOpenInquiry()))
})
afterAll(() => app.stop())

async function deliver(count: number, secret: string) {
  for (let sent = 0; sent < count; sent += AT_ONCE)
    await Promise.all(
      inquiries.map(({ inquiryId, referenceId }) => {
        const body = Buffer.from(
          JSON.stringify({
            id: randomUUID(),
            type: 'inquiry.review_in_progress',
            createdAt: new Date().toISOString(),
            data: { inquiryId, referenceId, status: 'NEEDS_REVIEW' },
            padding: randomUUID().repeat(BODY_BYTES / 36),
          }),
        )
        const digest = createHmac('sha256', secret).update(body).digest()
        return receiveDelivery({ body, digest, deliveryId: randomUUID() })
      }),
    )
}

function usedBytes(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test.each([
  ['accepted', WEBHOOK_SECRET],
  ['rejected', 'whsec_not_ours_0123456789abcdef'],
])('the bodies of %s deliveries do not stay in memory', async (_what, secret) => {
  await deliver(WARM_UP, secret)
  const before = usedBytes()
  await deliver(MEASURED, secret)
  // Unreferenced memory is freed sooner or later; a leak never is.
  await vi.waitFor(
    () => expect((usedBytes() - before) / MEASURED).toBeLessThan(ALLOWED_BYTES),
    WITHIN,
  )
})
