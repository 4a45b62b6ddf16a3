import type { RequestListener } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { startServer } from '../testing/machine.ts'
import { post } from './post.ts'

afterEach(() => void vi.useRealTimers())

/** Posts to a receiver that has this request listener. */
async function postTo(receive: RequestListener) {
  return post({
    url: new URL(`http://localhost:${await startServer(receive)}/events`),
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{}'),
    manner: 'whole',
  })
}

test('a redirect counts as the response and is not followed', async () => {
  const paths: (string | undefined)[] = []
  const result = await postTo((request, response) => {
    paths.push(request.url)
    response.writeHead(307, { location: '/elsewhere' }).end('moved')
  })
  const headers = { location: '/elsewhere' }
  expect(result).toMatchObject({ status: 307, failure: null, headers, body: 'moved' })
  expect(paths).toEqual(['/events'])
})

test.each<[string, RequestListener]>([
  ['a response', () => undefined],
  ['the end of a response', (_, response) => void response.writeHead(200).write('…')],
])('%s that takes longer than five seconds is a failure (N9)', async (_, receive) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const result = postTo((request, response) => {
    receive(request, response)
    vi.advanceTimersByTime(5_000)
  })
  expect(await result).toMatchObject({ status: null, failure: 'timeout' })
})

test('a long response body is truncated', async () => {
  const result = await postTo((_, response) => response.end('x'.repeat(1024 * 1024)))
  expect(result.status).toBe(200)
  expect(result.body.length).toBeLessThanOrEqual(16 * 1024)
})
