import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { db } from './db'
import { decrypt, encrypt } from './derived-key'
import { beginEnrolment, confirmEnrolment, spendCode } from './second-factor'
import { startTestApp, type TestApp } from './testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
afterEach(() => vi.restoreAllMocks())

async function newOwner() {
  const email = `${randomUUID()}@example.com`
  const { id } = await db().user.create({ data: { email, name: 'Somebody', role: 'REVIEWER' } })
  return { id, email }
}
type Owner = Awaited<ReturnType<typeof newOwner>>

const PERIOD_MS = 30_000
let now = Math.floor(Date.now() / PERIOD_MS) * PERIOD_MS
const at = (periods: number) => {
  now += periods * PERIOD_MS
  vi.spyOn(Date, 'now').mockReturnValue(now)
}
const codeOf = (key: string, timestamp = now) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp })

async function enrol(owner: Owner) {
  at(0)
  const enrolment = await beginEnrolment(owner)
  const key = enrolment?.key ?? ''
  const confirmed = await confirmEnrolment(owner, codeOf(key))
  if (!confirmed.ok) throw new Error(confirmed.reason)
  return { key, recoveryCodes: confirmed.recoveryCodes }
}

test('the key is stored encrypted, and belongs to one account', async () => {
  const owner = await newOwner()
  const enrolment = await beginEnrolment(owner)
  expect(enrolment?.uri).toContain(`secret=${enrolment?.key}`)
  expect(await beginEnrolment(owner)).toEqual(enrolment)
  const { secret } = await db().secondFactor.findUniqueOrThrow({ where: { userId: owner.id } })
  expect(secret).not.toContain(enrolment?.key)
  expect(decrypt('second factor', owner.id, secret)).toBe(enrolment?.key)
  expect(decrypt('second factor', randomUUID(), secret)).toBeNull()
  expect(encrypt('second factor', owner.id, 'x')).not.toBe(encrypt('second factor', owner.id, 'x'))
})

test('a code works once, and no older code works after it', async () => {
  const owner = await newOwner()
  const { key } = await enrol(owner)
  expect(await spendCode(owner, codeOf(key))).toEqual({ ok: false, reason: 'used_code' })
  at(2)
  const older = codeOf(key, now - PERIOD_MS)
  expect(await spendCode(owner, codeOf(key))).toEqual({ ok: true })
  expect(await spendCode(owner, older)).toEqual({ ok: false, reason: 'used_code' })
  expect(await beginEnrolment(owner)).toBeNull()
})

test('of several concurrent sign-ins with one code, one succeeds', async () => {
  const owner = await newOwner()
  const { key } = await enrol(owner)
  at(1)
  const results = await Promise.all([1, 2, 3].map(() => spendCode(owner, codeOf(key))))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
})

test('a code from two periods ago is refused', async () => {
  const owner = await newOwner()
  const { key } = await enrol(owner)
  at(10)
  expect(await spendCode(owner, codeOf(key, now - 2 * PERIOD_MS))).toMatchObject({
    reason: 'wrong_code',
  })
  expect(await spendCode(owner, codeOf(key, now - PERIOD_MS))).toEqual({ ok: true })
})

test('after five wrong codes even the right one is refused', async () => {
  const owner = await newOwner()
  const { key } = await enrol(owner)
  at(1)
  const wrong = codeOf(key, now + 100 * PERIOD_MS)
  for (let n = 0; n < 5; n++)
    expect(await spendCode(owner, wrong)).toMatchObject({ reason: 'wrong_code' })
  expect(await spendCode(owner, codeOf(key))).toMatchObject({ reason: 'too_many_codes' })
})

test('each recovery code works once, in any case and spacing, and the database has only hashes', async () => {
  const owner = await newOwner()
  const { recoveryCodes } = await enrol(owner)
  expect(new Set(recoveryCodes).size).toBe(10)
  const [first = '', second = ''] = recoveryCodes
  const row = await db().secondFactor.findUniqueOrThrow({ where: { userId: owner.id } })
  expect(JSON.stringify(row)).not.toContain(first.slice(0, 9))
  const typed = first.toUpperCase().replaceAll('-', ' ')
  const results = await Promise.all([spendCode(owner, typed), spendCode(owner, typed)])
  expect(results.map(({ ok }) => ok).sort()).toEqual([false, true])
  expect(await spendCode(owner, second)).toEqual({ ok: true })
  const other = await newOwner()
  await enrol(other)
  expect(await spendCode(other, recoveryCodes[2] ?? '')).toMatchObject({ ok: false })
})
