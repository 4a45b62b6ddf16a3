import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { audit } from '../audit'
import { db } from '../db'
import { insertOpenInquiry, newStaff, startTestApp, type TestApp } from '../testing/test-app'
import { listAuditEntries } from './audit-list'
import { PAGE_SIZE } from './page'
import { listStaff } from './staff-list'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(() => db().auditEntry.deleteMany())
afterAll(() => app.stop())

const admin = newStaff('ADMIN')

test('an entry names who did what with which inquiry', async () => {
  const { id: inquiry } = await insertOpenInquiry()
  const ada = await db().user.create({
    data: { email: 'ada@example.com', name: 'Ada', role: 'REVIEWER' },
  })
  const correlationId = crypto.randomUUID()
  await audit({ actor: 'system', action: 'retention.applied', outcome: 'removed 3' })
  await audit({
    actor: ada.id,
    action: 'identity.revealed',
    inquiry,
    outcome: 'allowed',
    reason: 'fraud C-1',
    correlationId,
  })
  await audit({ actor: 'nobody', action: 'staff.link', subject: ada.id, outcome: 'used' })
  const shown = { id: expect.any(String), at: expect.stringMatching(/Z$/) }
  expect(await listAuditEntries(admin, {})).toEqual({
    items: [
      {
        ...shown,
        actor: 'nobody',
        action: 'staff.link',
        subject: 'Ada',
        outcome: 'used',
        reason: null,
        inquiry: null,
        correlationId: null,
      },
      {
        ...shown,
        actor: 'Ada',
        action: 'identity.revealed',
        subject: null,
        outcome: 'allowed',
        reason: 'fraud C-1',
        inquiry,
        correlationId,
      },
      {
        ...shown,
        actor: 'system',
        action: 'retention.applied',
        subject: null,
        outcome: 'removed 3',
        reason: null,
        inquiry: null,
        correlationId: null,
      },
    ],
    nextCursor: null,
  })
})

test('the trail comes page by page, newest first', async () => {
  for (let n = 0; n <= PAGE_SIZE; n++)
    await audit({ actor: 'system', action: 'staff.changed', outcome: String(n) })
  const first = await listAuditEntries(admin, {})
  expect(first.items.map(({ outcome }) => outcome)).toEqual(
    Array.from({ length: PAGE_SIZE }, (_, n) => String(PAGE_SIZE - n)),
  )
  const second = await listAuditEntries(admin, { after: first.nextCursor ?? '' })
  expect(second).toMatchObject({ items: [{ outcome: '0' }], nextCursor: null })
})

test('an admin sees who the staff are, in the order they were invited, and nobody else does', async () => {
  await db().user.deleteMany()
  const ben = { email: 'ben@example.com', name: 'Ben', role: 'ADMIN', active: false } as const
  const ada = { email: 'ada@example.com', name: 'Ada', role: 'VIEWER', active: true } as const
  for (const data of [ben, ada])
    await db().user.create({ data: { ...data, passwordHash: 'never shown' } })
  const shown = {
    id: expect.any(String),
    createdAt: expect.stringMatching(/Z$/),
    held: false,
    secondFactor: false,
  }
  expect(await listStaff(admin)).toEqual([
    { ...ben, ...shown },
    { ...ada, ...shown },
  ])
  await expect(listStaff(newStaff('REVIEWER'))).rejects.toThrow('Not allowed')
})
