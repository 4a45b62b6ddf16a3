import { expect, test } from 'vitest'
import { versionOf } from './inquiry-version'

const facts: Parameters<typeof versionOf>[0] = {
  openState: 'OPENING',
  openError: null,
  status: null,
  reportedStatus: null,
  heardAt: null,
  readAt: null,
  readError: null,
  portalDecidedAt: null,
  grantedAt: null,
  reversedAt: null,
  orphanId: null,
  nextReadAt: null,
  accountOpening: null,
}
const now = new Date()

const changes: Partial<typeof facts> = {
  openState: 'OPEN',
  openError: 'RejectedError',
  status: 'APPROVED',
  reportedStatus: 'APPROVED',
  readError: 'NotFoundError',
  portalDecidedAt: now,
  grantedAt: now,
  reversedAt: now,
  orphanId: crypto.randomUUID(),
  nextReadAt: now,
  accountOpening: { openedAt: null, error: 'TypeError' },
}

test.each(Object.entries(changes))('a screen is no longer true with another %s', (name, value) => {
  expect(versionOf({ ...facts, [name]: value })).not.toBe(versionOf(facts))
})

test('a read that only says the same once more changes nothing', () => {
  const later = new Date(now.getTime() + 60_000)
  expect(versionOf({ ...facts, readAt: later, nextReadAt: now })).toBe(
    versionOf({ ...facts, readAt: now, nextReadAt: later }),
  )
})

test('a read that confirms what an event reported changes the screen', () => {
  const reported = { ...facts, status: 'PENDING', reportedStatus: 'APPROVED', heardAt: now }
  const confirmed = { ...reported, readAt: new Date(now.getTime() + 1) }
  expect(versionOf({ ...reported, readAt: now })).not.toBe(versionOf(confirmed))
})

test('a failure that a retry mended changes the screen', () => {
  const opened = { openedAt: now, error: null }
  expect(versionOf({ ...facts, accountOpening: opened })).not.toBe(
    versionOf({ ...facts, accountOpening: { ...opened, openedAt: null } }),
  )
})

test('a version is short, and fits a URL and a header', () => {
  expect(versionOf(facts)).toMatch(/^[\w-]{16}$/)
})
