import { expect, test } from 'vitest'
import { versionOf } from './inquiry-version'

const facts: Parameters<typeof versionOf>[0] = {
  openState: 'OPENING',
  openError: null,
  status: null,
  statusSource: null,
  confirmedAt: null,
  readError: null,
  portalDecidedAt: null,
  grantedAt: null,
  reversedAt: null,
  orphanId: null,
  nextReadAt: null,
}
const now = new Date()

const changes: Partial<typeof facts> = {
  openState: 'OPEN',
  openError: 'RejectedError',
  status: 'APPROVED',
  statusSource: 'READ',
  confirmedAt: now,
  readError: 'NotFoundError',
  portalDecidedAt: now,
  grantedAt: now,
  reversedAt: now,
  orphanId: crypto.randomUUID(),
  nextReadAt: now,
}

test.each(Object.entries(changes))('a screen is no longer true with another %s', (name, value) => {
  expect(versionOf({ ...facts, [name]: value })).not.toBe(versionOf(facts))
})

test('a read that only says the same once more changes nothing', () => {
  const later = new Date(now.getTime() + 60_000)
  expect(versionOf({ ...facts, confirmedAt: later, nextReadAt: now })).toBe(
    versionOf({ ...facts, confirmedAt: now, nextReadAt: later }),
  )
})

test('a version is short, and fits a URL and a header', () => {
  expect(versionOf(facts)).toMatch(/^[\w-]{16}$/)
})
