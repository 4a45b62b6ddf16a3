import { createServer, type RequestListener } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { type Posting, post } from './post.ts'

let stop: () => void = () => undefined
afterEach(() => stop())

/** Posts to a receiver with this request listener. */
async function postTo(receive: RequestListener, posting: Partial<Posting> = {}) {
  const server = createServer(receive)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stop = () => {
    server.closeAllConnections()
    server.close()
  }
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return post({
    url: new URL(`http://localhost:${port}/events`),
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{}'),
    allowLoopback: true,
    manner: 'whole',
    ...posting,
  })
}

test('a response comes back with its status, headers and body', async () => {
  const result = await postTo((_, response) => response.writeHead(202, { 'x-a': 'b' }).end('taken'))
  expect(result).toMatchObject({
    answered: true,
    status: 202,
    headers: { 'x-a': 'b' },
    body: 'taken',
  })
})

test('a receiver that takes too long is a failure (N9)', async () => {
  const never: RequestListener = () => undefined
  expect(await postTo(never, { answerTimeoutMs: 50 })).toEqual({
    answered: false,
    failure: 'timeout',
  })
})

test('a response body that never ends is a failure too', async () => {
  const endless: RequestListener = (_, response) => void response.writeHead(200).write('…')
  expect(await postTo(endless, { answerTimeoutMs: 50 })).toMatchObject({ failure: 'timeout' })
})

test('a redirect is a response and is not followed', async () => {
  const paths: (string | undefined)[] = []
  const result = await postTo((request, response) => {
    paths.push(request.url)
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  expect(result).toMatchObject({ status: 307 })
  expect(paths).toEqual(['/events'])
})

test('without the opt-in, the connection to a name that resolves to loopback is refused', async () => {
  let requests = 0
  const result = await postTo(
    (_, response) => {
      requests += 1
      response.end()
    },
    { allowLoopback: false },
  )
  expect(result).toEqual({ answered: false, failure: 'EPRIVATE' })
  expect(requests).toBe(0)
})

test('a long response body is truncated', async () => {
  const result = await postTo((_, response) => response.end('x'.repeat(1024 * 1024)))
  expect(result).toMatchObject({ answered: true, status: 200 })
  expect(result.answered && result.body.length).toBeLessThanOrEqual(16 * 1024)
})
