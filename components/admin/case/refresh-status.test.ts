import { expect, test } from 'vitest'
import { findingOf } from './refresh-status'

const asked = { ok: true, askedAt: '2026-01-01T12:00:01.000Z', status: 'NEEDS_REVIEW' } as const
const before = '2026-01-01T12:00:00.000Z'

test.each([
  ['nothing before the read', { readAt: before }, undefined],
  ['nothing before the first read', { readAt: null }, undefined],
  ['the read, even of the same millisecond', { readAt: asked.askedAt }, /nothing has changed/],
  ['a change', { readAt: asked.askedAt, status: 'DECLINED' }, /has changed/],
  ['a failure', { readAt: before, lastError: 'UnavailableError' }, /couldn’t refresh/],
])('a refresh tells staff of %s', (_, found, title) => {
  const message = findingOf(asked, { status: 'NEEDS_REVIEW', lastError: null, ...found })
  if (title) expect(message?.title).toMatch(title)
  else expect(message).toBeNull()
})
