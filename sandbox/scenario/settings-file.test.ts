import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSandbox } from '../index.ts'
import { DEMO_TENANT } from './seed.ts'
import { readSettingsFile } from './settings-file.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-settings-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function fileWith(text: string): string {
  const file = join(folder, `${crypto.randomUUID()}.json`)
  writeFileSync(file, text)
  return file
}

describe('a settings file', () => {
  test('gives every tenant its values, the seeded one and new ones alike', async () => {
    const file = fileWith('{ "recordedAt": "today", "settings": { "N1": "open-202-status-200" } }')
    const recorded = readSettingsFile(file)
    if (!recorded.ok) throw new Error(recorded.line)
    const sandbox = createSandbox({ settings: recorded.settings })
    const created = sandbox.administration.createTenant({ name: 'New' })
    if (!created.ok) throw new Error(created.reason)
    for (const { apiKey, templateId } of [DEMO_TENANT, created.tenant]) {
      const answer = await sandbox.app.request('/api/v1/customer/inquiries', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
        body: JSON.stringify({ inquiryTemplateId: templateId }),
      })
      expect(answer.status).toBe(202)
    }
    await sandbox.close()
  })

  test.each([
    ['{ "settings": { "N1": "open-999" } }', 'has no value "open-999"'],
    ['{ "settings": { "N99": "x" } }', 'N99'],
    ['{}', 'settings'],
    ['not JSON', 'JSON'],
  ])('that cannot be used is one line that says why: %s', (text, reason) => {
    expect(readSettingsFile(fileWith(text))).toMatchObject({
      ok: false,
      line: expect.stringMatching(new RegExp(`^SANDBOX_SETTINGS: .*${reason}`, 's')),
    })
  })

  test('is not needed', () => {
    expect(readSettingsFile(undefined)).toEqual({ ok: true, settings: {} })
  })
})
