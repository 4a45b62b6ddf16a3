import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { db } from '../database/db'
import { uuid7At } from '../database/uuid7-time'
import { audit } from '../privacy/audit'
import { countRowsRead } from '../testing/rows-read'
import { insertOpenInquiry, insertUser, newStaff, withTestApp } from '../testing/test-app'
import { type AuditFilter, exportAudit, listAuditEntries } from './audit-list'
import { PAGE_SIZE } from './page'
import { listStaffNames } from './staff-list'

withTestApp()
beforeEach(() => db().auditEntry.deleteMany())

const admin = newStaff('ADMIN')

test('an entry says who did what to which inquiry', async () => {
  const { id: inquiry, referenceId } = await insertOpenInquiry()
  const erased = randomUUID()
  const ada = await insertUser('Ada')
  await audit({ actor: 'system', action: 'inquiry.viewed', inquiry: erased, outcome: 'allowed' })
  await audit({ actor: 'system', action: 'retention.applied', outcome: 'removed 3' })
  await audit({
    actor: ada.id,
    action: 'identity.revealed',
    inquiry,
    outcome: 'allowed',
  })
  await audit({
    actor: 'nobody',
    action: 'staff.sign_in_failed',
    subject: ada.id,
    outcome: 'blocked',
  })
  const shown = {
    id: expect.any(String),
    at: expect.any(Date),
    actor: 'system',
    subject: null,
    outcome: 'allowed',
    inquiry: null,
    reference: null,
  }
  expect(await listAuditEntries({})).toEqual({
    items: [
      {
        ...shown,
        actor: 'nobody',
        action: 'staff.sign_in_failed',
        subject: 'Ada',
        outcome: 'blocked',
      },
      { ...shown, actor: 'Ada', action: 'identity.revealed', inquiry, reference: referenceId },
      { ...shown, action: 'retention.applied', outcome: 'removed 3' },
      { ...shown, action: 'inquiry.viewed', inquiry: erased },
    ],
    nextCursor: null,
  })
})

test('the trail is paged, newest first', async () => {
  for (let n = 0; n <= PAGE_SIZE; n++)
    await audit({ actor: 'system', action: 'staff.changed', outcome: String(n) })
  const first = await listAuditEntries({})
  expect(first.items.map(({ outcome }) => outcome)).toEqual(
    Array.from({ length: PAGE_SIZE }, (_, n) => String(PAGE_SIZE - n)),
  )
  const second = await listAuditEntries({ after: first.nextCursor ?? '' })
  expect(second).toMatchObject({ items: [{ outcome: '0' }], nextCursor: null })
})

test('the trail is filtered by action and person', async () => {
  const ada = await insertUser('Ada')
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute))
  const entries = [
    { actor: ada.id, action: 'identity.revealed', outcome: 'allowed' },
    { actor: 'system', action: 'retention.applied', outcome: '3_events' },
    { actor: ada.id, action: 'identity.revealed', outcome: 'refused' },
  ]
  for (const [minute, entry] of entries.entries())
    await db().auditEntry.create({ data: { id: uuid7At(at(minute)), ...entry } })
  const found = async (filter: AuditFilter) =>
    (await listAuditEntries(filter)).items.map(({ outcome }) => outcome)
  expect(await found({ action: 'identity.revealed' })).toEqual(['refused', 'allowed'])
  expect(await found({ actor: ada.id })).toEqual(['refused', 'allowed'])
  expect(await found({ actor: 'system' })).toEqual(['3_events'])
  expect(await found({ actor: '\0' })).toEqual([])
  expect(await listStaffNames()).toContainEqual({ id: ada.id, name: 'Ada' })
})

test('a filtered page reads no more entries from a long trail than from a short one', async () => {
  const rows = 20_000
  await db().$executeRaw`
    INSERT INTO "AuditEntry" ("id", "actor", "action", "outcome")
    SELECT (${uuid7At(new Date(0)).slice(0, -12)} || lpad(n::text, 12, '0'))::uuid,
      CASE WHEN n < 10 THEN 'rare' ELSE 'system' END, CASE WHEN n < 10 THEN 'rare' ELSE 'list.exported' END, 'allowed'
    FROM generate_series(1, ${rows}::int) AS n`
  await db().$executeRaw`VACUUM ANALYZE "AuditEntry"`
  for (const [filter, least] of [
    [{ action: 'rare' }, 9],
    [{ actor: 'rare' }, 9],
    [{ actor: 'system' }, 9],
    [{ action: 'rare', actor: 'system' }, 0],
  ] as const) {
    const page = async () =>
      expect((await listAuditEntries(filter)).items.length).toBeGreaterThanOrEqual(least)
    expect(await countRowsRead('AuditEntry', page)).toBeLessThan(rows / 50)
  }
})

test('an export has every entry once, including its own, and only staff with the permission get it', async () => {
  await db().$executeRaw`
    INSERT INTO "AuditEntry" ("id", "actor", "action", "outcome")
    SELECT (${uuid7At(new Date(0)).slice(0, -12)} || lpad(n::text, 12, '0'))::uuid, 'system', 'inquiry.viewed', '=' || n
    FROM generate_series(1, 1500) AS n`
  const chunks = []
  for await (const chunk of exportAudit(admin)) chunks.push(chunk)
  expect(chunks).toHaveLength(3)
  const [header, ...lines] = chunks.join('').trim().split('\r\n')
  expect(header).toBe('id,at,actor,action,subject,inquiry,outcome')
  expect(new Set(lines).size).toBe(1_501)
  expect(lines[0]).toMatch(/,'=1$/)
  expect(lines.at(-1)).toContain(`${admin.id},audit.exported,,,allowed`)
  for (const role of ['VIEWER', 'REVIEWER'] as const) {
    const staff = newStaff(role)
    await expect(exportAudit(staff).next()).rejects.toThrow('audit.export')
    expect(await db().auditEntry.count({ where: { actor: staff.id } })).toBe(0)
  }
})
