import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../audit'
import { GENESIS, sealAll } from '../audit-chain'
import { db } from '../db'
import { newStaff, startTestApp, type TestApp } from '../testing/test-app'
import { type AuditFormat, exportAudit } from './export-audit'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const admin = newStaff('ADMIN')

async function download(format: AuditFormat, staff = admin) {
  let text = ''
  let chunks = 0
  for await (const chunk of exportAudit(staff, format)) {
    text += chunk
    chunks += 1
  }
  return { text, chunks }
}

test('an exported trail can be verified by its documented rule, and contains its own export', async () => {
  const entries = Array.from({ length: 1_500 }, (_, n) => ({
    actor: 'system',
    action: 'inquiry.viewed',
    outcome: `entry_${n}`,
  }))
  await db().auditEntry.createMany({ data: entries })
  const subject = randomUUID()
  await audit({ actor: admin.id, action: 'staff.changed', subject, outcome: 'role_viewer' })
  await sealAll()
  const { text, chunks } = await download('jsonl')
  expect(chunks).toBe(2)
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toHaveLength(1_502)
  expect(lines.at(-2)).toMatchObject({ subject, actor: admin.id })
  expect(lines.at(-1)).toMatchObject({ action: 'audit.exported', outcome: 'jsonl', seq: null })

  const sealed = lines
    .filter(({ seq }) => seq !== null)
    .toSorted((a, b) => Number(a.seq) - Number(b.seq))
  let previous = GENESIS
  for (const { hash, seq, ...facts } of sealed) {
    const covered = [previous, seq, ...Object.values(facts)]
    previous = createHash('sha256').update(JSON.stringify(covered)).digest('hex')
    expect(hash).toBe(previous)
  }
})

test('only staff who may export get anything, and a refusal writes nothing', async () => {
  for (const role of ['VIEWER', 'REVIEWER'] as const) {
    const staff = newStaff(role)
    await expect(download('csv', staff)).rejects.toThrow('audit.export')
    expect(await db().auditEntry.count({ where: { actor: staff.id } })).toBe(0)
  }
  const { text } = await download('csv')
  expect(text.split('\r\n')[0]).toBe(
    'seq,id,at,actor,action,subject,inquiry,outcome,correlationId,hash',
  )
})
