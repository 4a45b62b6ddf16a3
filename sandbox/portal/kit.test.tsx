import { expect, test } from 'vitest'
import { Lines } from './kit.tsx'

test('a long list shows its first 200 lines, and says how many there are', () => {
  const lines = Array.from({ length: 201 }, (_, index) => ({ href: `/${index}`, cells: ['a'] }))
  const html = `${Lines({ label: 'Inquiries', lines, none: 'None.' })}`
  expect(html.match(/<li>/g)).toHaveLength(200)
  expect(html).toContain('The first 200 of 201.')
})
