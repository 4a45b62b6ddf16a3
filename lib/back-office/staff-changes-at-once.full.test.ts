import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '../db'
import type { Staff } from '../staff'
import { startTestApp, type TestApp } from '../testing/test-app'
import { changeRole, setActive } from './staff-admin'

const ROUNDS = 50

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

async function insertAdmin(): Promise<Staff> {
  const facts = { email: `${randomUUID()}@example.com`, name: 'Admin', role: 'ADMIN' as const }
  const { id } = await db().user.create({ data: facts })
  return { id, ...facts }
}

const isActiveAdmin = async ({ id }: Staff) =>
  (await db().user.count({ where: { id, role: 'ADMIN', active: true } })) === 1

test('if two admins remove each other at the same time, one succeeds and the other is refused', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [first, second] = [await insertAdmin(), await insertAdmin()]
    const results = await Promise.all([
      setActive(first, second.id, false),
      changeRole(second, first.id, 'VIEWER'),
    ])
    expect(results).toContainEqual({ ok: true })
    expect(results).toContainEqual({ ok: false, reason: 'forbidden' })
    expect([await isActiveAdmin(first), await isActiveAdmin(second)].sort()).toEqual([false, true])
  }
})

test('if three admins deactivate one another in a circle, at least one remains', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const admins = [await insertAdmin(), await insertAdmin(), await insertAdmin()]
    await Promise.all(
      admins.map((admin, index) => setActive(admin, admins[(index + 1) % 3]?.id ?? '', false)),
    )
    const remaining = await Promise.all(admins.map(isActiveAdmin))
    expect(remaining).toContain(true)
  }
})
