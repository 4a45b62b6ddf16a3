import { expect, test } from 'vitest'
import { parseSandboxEnvironment } from './server.ts'

test('an empty environment gives the defaults', () => {
  expect(parseSandboxEnvironment({})).toEqual({
    ok: true,
    environment: {
      port: 4000,
      host: '127.0.0.1',
      publicUrl: undefined,
      webhookUrl: 'http://localhost:3000/api/webhooks/verification',
      merchantUrl: 'http://localhost:3000',
      control: true,
      dataDir: '.data',
    },
  })
})

test("the seeded endpoint follows the app's port", () => {
  expect(parseSandboxEnvironment({ PORT: '3100' })).toMatchObject({
    environment: { webhookUrl: 'http://localhost:3100/api/webhooks/verification' },
  })
})

test.each([
  ['SANDBOX_PORT', '70000'],
  ['SANDBOX_PUBLIC_URL', 'here'],
  ['SANDBOX_PHONE_URL', 'http://192.168.1.5'],
  ['SANDBOX_PHONE_URL', 'https://192.168.1.5:4000'],
  ['SANDBOX_PHONE_URL', 'http://192.168.1.5:4000/app'],
  ['SANDBOX_MERCHANT_URL', 'localhost:3000'],
  ['SANDBOX_WEBHOOK_URL', ''],
  ['SANDBOX_WEBHOOK_URL', 'http://app:3000/webhooks'],
  ['SANDBOX_CONTROL', 'maybe'],
  ['DATA_DIR', ''],
])('%s=%s is refused with an error that names the variable', (name, value) => {
  expect(parseSandboxEnvironment({ [name]: value })).toMatchObject({
    ok: false,
    line: expect.stringContaining(`${name}: `),
  })
})
