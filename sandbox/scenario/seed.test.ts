import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DEMO_TENANT } from './seed.ts'

test('the seeded credentials equal those in .env.example', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const values = new Map(
    example.split('\n').map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]),
  )
  expect(values.get('VERIFICATION_API_KEY')).toBe(DEMO_TENANT.apiKey)
  expect(values.get('VERIFICATION_TEMPLATE_ID')).toBe(DEMO_TENANT.templateId)
  expect(values.get('VERIFICATION_WEBHOOK_SECRET')).toBe(DEMO_TENANT.webhookSecret)
})
