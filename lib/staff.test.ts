import { expect, test } from 'vitest'
import { can, demand, isRole, type Permission, ROLE_RULES, ROLES, STAFF_PAGES } from './staff'

const who = (permission: Permission) => ROLES.filter((role) => can({ role }, permission))

test('everyone may look, reviewers may reveal documents, and only admins manage staff', () => {
  expect(who('inquiries.view')).toEqual(['VIEWER', 'REVIEWER', 'ADMIN'])
  expect(who('documents.reveal')).toEqual(['REVIEWER', 'ADMIN'])
  expect(who('staff.manage')).toEqual(['ADMIN'])
})

test('an unmet demand throws an error that names the permission but no person', () => {
  expect(() => demand({ role: 'VIEWER' }, 'documents.reveal')).toThrow(
    'Not allowed: documents.reveal',
  )
  expect(() => demand({ role: 'ADMIN' }, 'documents.reveal')).not.toThrow()
})

test('isRole accepts only declared roles', () => {
  expect(ROLES.every(isRole)).toBe(true)
  expect(isRole('OWNER')).toBe(false)
  expect(isRole('toString')).toBe(false)
})

test('every role has a page to land on', () => {
  for (const role of ROLES)
    expect(
      STAFF_PAGES.some(({ permission }) => can({ role }, permission)),
      role,
    ).toBe(true)
  expect(ROLE_RULES.VIEWER.may).not.toContain('documents.reveal')
})
