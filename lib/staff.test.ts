import { expect, test } from 'vitest'
import { can, isRole, type Permission, ROLES, STAFF_PAGES } from './staff'

const who = (permission: Permission) => ROLES.filter((role) => can({ role }, permission))

test('everyone may look, reviewers may reveal documents, and only admins manage staff', () => {
  expect(who('inquiries.view')).toEqual(['VIEWER', 'REVIEWER', 'ADMIN'])
  expect(who('documents.reveal')).toEqual(['REVIEWER', 'ADMIN'])
  expect(who('staff.manage')).toEqual(['ADMIN'])
})

test('a name that every object has is no role', () => {
  expect(isRole('toString')).toBe(false)
})

test('every role has a page to land on', () => {
  for (const role of ROLES)
    expect(
      STAFF_PAGES.some(({ permission }) => can({ role }, permission)),
      role,
    ).toBe(true)
})
