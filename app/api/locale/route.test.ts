import { expect, test } from 'vitest'
import { POST } from './route'

test.each([
  ['https://shop.example/apply?product=savings', '', '/apply?product=savings'],
  ['', '/apply', '/apply'],
  ['', '', '/'],
  ['https://elsewhere.example//elsewhere.example', '', '/elsewhere.example'],
  ['', 'https://elsewhere.example', '/'],
  ['', '//elsewhere.example', '/'],
  // Only these schemes keep a backslash, which browsers read as a slash.
  ['', String.raw`x:\elsewhere.example`, '/elsewhere.example'],
  ['', String.raw`x://y/\/elsewhere.example`, '/elsewhere.example'],
])('from %j, or else %j, the language menu leads back to %j', async (referer, page, location) => {
  const request = new Request('https://shop.example/api/locale', {
    method: 'POST',
    headers: referer ? { referer } : {},
    body: new URLSearchParams({ page }),
  })
  expect((await POST(request)).headers.get('location')).toBe(location)
})
