import { NextRequest } from 'next/server'
import { expect, test, vi } from 'vitest'

const seen: string[] = []
vi.mock('next-auth', () => ({
  default: () => async (request: Request) => {
    seen.push(await request.text())
    return new Response()
  },
}))
vi.mock('@/lib/auth', () => ({ authOptions: () => ({}) }))
const { POST } = await import('./route')

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
