import { expect, test } from 'vitest'
import { db } from '../database/db'
import { insertOpenInquiry, insertUser, newStaff, withTestApp } from '../testing/test-app'
import { markAccountBlocked } from './block-account'
import { getInquiryDetail } from './inquiry-detail'
import { listInquiries } from './inquiry-list'

withTestApp()

const now = new Date()
const TO_BLOCK = { status: 'DECLINED', reversedAt: now, accountOpenedAt: now, account: 'ACC 1' }

test('a blocked account is marked once, with who and when, and is no longer a problem', async () => {
  const { id } = await insertOpenInquiry(TO_BLOCK)
  const reviewer = { ...newStaff('REVIEWER'), id: (await insertUser('Rhea')).id }
  const problems = async () => (await listInquiries({ tab: 'problems' })).items.map((one) => one.id)
  expect(await problems()).toEqual([id])
  expect(
    await Promise.all([markAccountBlocked(reviewer, id), markAccountBlocked(reviewer, id)]),
  ).toEqual(expect.arrayContaining([true, false]))
  expect(await problems()).toEqual([])
  const entries = await db().auditEntry.findMany({ where: { action: 'account.blocked' } })
  expect(entries).toMatchObject([{ actor: reviewer.id, inquiryId: id, outcome: 'blocked' }])
  const detail = await getInquiryDetail(newStaff('VIEWER'), id)
  expect(detail).toMatchObject({ accountBlockedBy: 'Rhea', accountBlockedAt: expect.any(Date) })
  expect(detail?.timeline).toContainEqual(
    expect.objectContaining({ action: 'account.blocked', by: 'Rhea' }),
  )
})

test('an account that stands, or was never opened, is not marked as blocked', async () => {
  const reviewer = newStaff('REVIEWER')
  const standing = await insertOpenInquiry({ ...TO_BLOCK, status: 'APPROVED', grantedAt: now })
  const none = await insertOpenInquiry({ status: 'DECLINED', reversedAt: now })
  for (const { id } of [standing, none]) expect(await markAccountBlocked(reviewer, id)).toBe(false)
  expect(await db().inquiry.count({ where: { accountBlockedAt: { not: null } } })).toBe(1)
})

test('a viewer marks nothing as blocked', async () => {
  const { id } = await insertOpenInquiry(TO_BLOCK)
  await expect(markAccountBlocked(newStaff('VIEWER'), id)).rejects.toThrow('Not allowed')
})
