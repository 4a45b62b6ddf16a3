import { NextRequest } from 'next/server'
import { expect, test, vi } from 'vitest'

const seen: string[] = []
vi.mock('next-auth', () => ({
  default: () => async (request: Request) => {
    const body = await request.text()
    if (body === 'hunter2') throw new SyntaxError(`Unexpected token: ${body}`)
    seen.push(body)
    return new Response()
  },
}))
vi.mock('@/lib/auth', () => ({ authOptions: () => ({}) }))
const { GET, POST } = await import('./route')

const post = (body: string) =>
  POST(
    new NextRequest('http://localhost/api/auth/callback/credentials', { method: 'POST', body }),
    {
      params: Promise.resolve({ nextauth: ['callback', 'credentials'] }),
    },
  )

test('a body of up to 16 KiB reaches next-auth unchanged', async () => {
  const body = `email=${'x'.repeat(16 * 1024 - 6)}`
  await post(body)
  expect(seen).toEqual([body])
})

test('a larger body is rejected before next-auth sees it', async () => {
  seen.length = 0
  const response = await post('x'.repeat(16 * 1024 + 1))
  expect(response.status).toBe(413)
  expect(seen).toEqual([])
})

test('a body that makes next-auth throw is a bad request, and the response doesn’t quote the error', async () => {
  const response = await post('hunter2')
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ error: 'not_readable' })
})

test.each(['x%0A%7B%7D', '%00', '%E2%82%AC', ''])(
  'the malformed error code %j is rejected',
  async (code) => {
    const request = new NextRequest(`http://localhost/api/auth/error?error=${code}`)
    const response = await GET(request, { params: Promise.resolve({ nextauth: ['error'] }) })
    expect(response.status).toBe(400)
  },
)
