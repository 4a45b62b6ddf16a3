// N15: the service's deliveries verify however it derives its HMAC key, once the app is set to the same form.
// The service is the sandbox as a process, so our own code doesn't make the bytes and signatures.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Receipt } from '../lib/inquiries/receive-delivery'
import { startTestApp, type TestApp } from '../lib/testing/test-app'
import { parseSignature, SECRET_FORMS, type SecretForm } from '../lib/verification/webhook'

const READY = /sandbox ready on (http:\/\/localhost:\d+)/
const GAP_VALUES: Record<SecretForm, string> = {
  utf8: 'utf8-with-prefix',
  'utf8-bare': 'utf8-without-prefix',
  base64: 'base64-decoded',
}
const tenantSchema = z.object({
  tenantId: z.string(),
  apiKey: z.string(),
  templateId: z.string(),
  endpoint: z.object({ secret: z.string() }),
})

let app: TestApp
let service: { url: string; process: ChildProcess; folder: string }
let receiver: Server

interface Delivery {
  body: Buffer
  signature: string | null
  deliveryId: string | null
}
const deliveries: Delivery[] = []

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const header = (name: string) =>
      z
        .string()
        .nullable()
        .parse(request.headers[name] ?? null)
    deliveries.push({
      body: await buffer(request),
      signature: header('x-service-signature'),
      deliveryId: header('x-service-delivery-id'),
    })
    response.end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  ;[app, service] = await Promise.all([startTestApp(), startService()])
})
afterAll(async () => {
  receiver.close()
  service.process.kill('SIGKILL')
  rmSync(service.folder, { recursive: true, force: true })
  await app.stop()
})

async function startService() {
  const folder = mkdtempSync(join(tmpdir(), 'secret-forms-'))
  const child = spawn(process.execPath, ['--import', 'tsx', 'sandbox/main.ts'], {
    env: {
      NODE_ENV: 'test',
      SANDBOX_PORT: '0',
      DATA_DIR: folder,
      SANDBOX_ALLOW_LOOPBACK_HTTP: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const chunk of child.stdout) {
    said += chunk
    const url = READY.exec(said)?.[1]
    if (url) return { url, process: child, folder }
  }
  throw new Error('The sandbox did not start')
}

async function post(path: string, body: object, headers: object = {}): Promise<unknown> {
  const response = await fetch(service.url + path, {
    method: path === '/sandbox/settings' ? 'PATCH' : 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return response.json()
}

/** Receives an approval from a tenant with this form. */
async function receiveApproval(form: SecretForm): Promise<{ delivery: Delivery; secret: string }> {
  const { port } = receiver.address() as AddressInfo
  const webhookUrl = `http://127.0.0.1:${port}/`
  const { tenantId, apiKey, templateId, endpoint } = tenantSchema.parse(
    await post('/sandbox/tenants', { webhookUrl, settings: { N15: GAP_VALUES[form] } }),
  )
  await post(
    '/api/v1/customer/inquiries',
    { inquiryTemplateId: templateId, referenceId: `${form}/sandbox-auto:APPROVED` },
    { 'x-api-key': apiKey },
  )
  await post('/sandbox/deliveries/flush', { tenantId })
  const delivery = deliveries.at(-1)
  if (!delivery) throw new Error('Nothing was delivered')
  return { delivery, secret: endpoint.secret }
}

/** A process reads its environment once, so each setting needs fresh modules. */
async function receiveAs(form: SecretForm, secret: string, delivery: Delivery): Promise<Receipt> {
  vi.resetModules()
  vi.stubEnv('VERIFICATION_WEBHOOK_SECRET', secret)
  vi.stubEnv('VERIFICATION_WEBHOOK_SECRET_FORM', form)
  const { receiveDelivery } = await import('../lib/inquiries/receive-delivery')
  const { body, deliveryId } = delivery
  const signature = parseSignature(delivery.signature)
  if (!signature.ok) throw new Error(signature.reason)
  return receiveDelivery({ body, digest: signature.digest, deliveryId })
}

test.each(SECRET_FORMS)(
  'N15 %s: a delivery verifies under its own form and no other',
  async (form) => {
    const { delivery, secret } = await receiveApproval(form)
    for (const setting of SECRET_FORMS) {
      const receipt = await receiveAs(setting, secret, delivery)
      expect(receipt.ok, `set to ${setting}`).toBe(setting === form)
    }
  },
)
