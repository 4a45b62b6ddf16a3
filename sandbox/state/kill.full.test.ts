// 200 acknowledged inquiries survive a kill -9 while their deliveries are due.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { startSandbox } from '../testing/command.ts'
import { INQUIRIES } from '../testing/merchant.ts'
import { startReceiver } from '../testing/receiver.ts'

const INQUIRY_COUNT = 200
const openedSchema = z.object({ inquiryId: z.string() })

test('every event of 200 inquiries arrives after a kill -9', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const receiver = await startReceiver()
  // The receiver refuses at first, so deliveries are due when the process dies.
  receiver.answerWith(503)
  const environment = {
    DATA_DIR: dataDir,
    SANDBOX_WEBHOOK_URL: receiver.url,
    SANDBOX_ALLOW_LOOPBACK_HTTP: '1',
  }
  const first = await startSandbox(environment)
  const path = `/sandbox/tenants/${DEMO_TENANT.id}`
  await ask(first.origin, 'PATCH', path, { rateLimitPerMinute: null })
  const opened = await Promise.all(
    Array.from({ length: INQUIRY_COUNT }, async (_, index) => {
      const inquiryTemplateId = DEMO_TENANT.templateId
      const referenceId = `order-${index}/sandbox-auto:DECLINED`
      const body = { inquiryTemplateId, referenceId }
      return openedSchema.parse(await ask(first.origin, 'POST', INQUIRIES, body)).inquiryId
    }),
  )
  await first.end('SIGKILL')
  receiver.answerWith(200)
  receiver.received.length = 0

  const second = await startSandbox(environment)
  await ask(second.origin, 'POST', '/sandbox/clock/advance', { seconds: 3_600 })
  await second.end('SIGTERM')
  rmSync(dataDir, { recursive: true })

  const arrived = receiver.events().map(({ type, data }) => `${data.inquiryId} ${type}`)
  const kinds = ['inquiry.review_in_progress', 'inquiry.declined']
  const expected = opened.flatMap((inquiryId) => kinds.map((kind) => `${inquiryId} ${kind}`))
  expect(new Set(arrived)).toEqual(new Set(expected))
}, 60_000)

async function ask(origin: string, method: string, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(origin + path, {
    method,
    headers: { 'x-api-key': DEMO_TENANT.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
  return response.json()
}
