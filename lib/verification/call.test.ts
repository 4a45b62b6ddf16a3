import { once } from 'node:events'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type ScriptedService, startScriptedService } from '../testing/scripted-service'
import { type ClientOptions, createCaller } from './call'
import type { VerificationError } from './errors'

let service: ScriptedService
let slept: number[]
beforeAll(async () => {
  service = await startScriptedService()
})
afterAll(() => service.stop())
beforeEach(() => {
  slept = []
})

const call = (options: Partial<ClientOptions> = {}) =>
  createCaller({
    baseUrl: service.url,
    apiKey: `svc_live_${'k'.repeat(32)}`,
    random: () => 0.5,
    clock: { now: () => Date.now(), sleep: async (ms) => void slept.push(ms) },
    ...options,
  })({
    operation: 'status',
    path: '/status',
    init: { method: 'GET', headers: {} },
    schema: z.object({ status: z.string() }),
  })

test('a retry that would start after the deadline is not made', async () => {
  const rateLimited = () => ({ status: 429, headers: { 'retry-after': '10' } })
  const clock = { now: () => 0, sleep: async (ms: number) => void slept.push(ms) }
  service.answer(rateLimited)
  await expect(call({ clock, deadlineMs: 10_000 })).rejects.toMatchObject({ status: 429 })
  expect(service.requests).toHaveLength(1)
  service.answer(rateLimited)
  const retried = call({ clock, deadlineMs: 10_001, maxAttempts: 2 })
  await expect(retried).rejects.toMatchObject({ status: 429 })
  expect(service.requests).toHaveLength(2)
})

test('each retry is asked for with the failure before it, and made only if it may be', async () => {
  service.answer((_, nth) => ({ status: nth === 1 ? 503 : 500 }))
  const failures: (number | undefined)[] = []
  const mayRetry = async ({ status }: VerificationError) => failures.push(status) < 2
  await expect(call({ mayRetry, maxAttempts: 5 })).rejects.toMatchObject({ status: 500 })
  expect(failures).toEqual([503, 500])
  expect(service.requests).toHaveLength(2)
})

test('a budget that cannot be asked allows no retry, and the call fails as it would have', async () => {
  service.answer(() => ({ status: 503 }))
  const mayRetry = () => Promise.reject(new Error('no database'))
  await expect(call({ mayRetry })).rejects.toMatchObject({ name: 'UnavailableError', status: 503 })
  expect(service.requests).toHaveLength(1)
  const silent = () => new Promise<boolean>(() => {})
  await expect(call({ mayRetry: silent, deadlineMs: 100 })).rejects.toMatchObject({ status: 503 })
})

test('nothing is asked before the first attempt, after the last, or when a retry would not help', async () => {
  const mayRetry = vi.fn(async () => true)
  service.answer(() => ({ status: 404 }))
  await expect(call({ mayRetry })).rejects.toMatchObject({ status: 404 })
  service.answer(() => ({ status: 500 }))
  await expect(call({ mayRetry, maxAttempts: 1 })).rejects.toMatchObject({ status: 500 })
  expect(mayRetry).not.toHaveBeenCalled()
})

test('one deadline holds for the call and its retries', async () => {
  service.answer(() => 'silence')
  await expect(call({ deadlineMs: 80 })).rejects.toMatchObject({ name: 'UnavailableError' })
  expect(service.requests).toHaveLength(1)
})

test.each<[string, typeof fetch]>([
  ['a fetch', () => new Promise(() => {})],
  ['a body', async () => new Response(new ReadableStream())],
])('the deadline holds for %s that never ends and heeds no signal', async (_, silent) => {
  const called = call({ deadlineMs: 40, fetch: silent })
  await expect(called).rejects.toMatchObject({ name: 'UnavailableError' })
})

test('a wait that the deadline ends gives the failure that was waited on', async () => {
  service.answer(() => ({ status: 503 }))
  const clock = { now: () => 0, sleep: () => Promise.reject(new Error('over')) }
  await expect(call({ clock })).rejects.toMatchObject({ name: 'UnavailableError', status: 503 })
  expect(service.requests).toHaveLength(1)
})

test('waits ten seconds and tries three times unless it is told otherwise', async () => {
  service.answer(() => ({ status: 429, headers: { 'retry-after': '9' } }))
  await expect(call()).rejects.toMatchObject({ name: 'RateLimitedError' })
  expect(slept).toEqual([9_000, 9_000])
  service.answer(() => ({ status: 429, headers: { 'retry-after': '10' } }))
  await expect(call({ clock: { now: () => 0, sleep: async () => {} } })).rejects.toMatchObject({
    retryAfterMs: 10_000,
  })
  expect(service.requests).toHaveLength(1)
  service.answer(() => ({ status: 500 }))
  await expect(call({ maxAttempts: 1 })).rejects.toMatchObject({ status: 500 })
  expect(service.requests).toHaveLength(1)
})

test('waits for a Retry-After that fits its deadline, and goes on (D5)', async () => {
  service.answer((_request, nth) =>
    nth === 1 ? { status: 429, headers: { 'retry-after': '2' } } : { body: { status: 'PENDING' } },
  )
  expect(await call()).toEqual({ status: 'PENDING' })
  expect(slept).toEqual([2000])
})

test('hands a longer Retry-After to the caller', async () => {
  service.answer(() => ({ status: 429, headers: { 'retry-after': '60' } }))
  await expect(call()).rejects.toMatchObject({ name: 'RateLimitedError', retryAfterMs: 60_000 })
  expect(service.requests).toHaveLength(1)
})

test('a 409 to a read is no conflict, also when it was sent again', async () => {
  service.answer((_request, nth) => (nth === 1 ? 'reset' : { status: 409 }))
  await expect(call()).rejects.toMatchObject({ name: 'RejectedError', status: 409 })
})

test('an error names the operation and, without an answer, its cause', async () => {
  service.answer(() => 'reset')
  const failed = call({ maxAttempts: 1 })
  await expect(failed).rejects.toMatchObject({ operation: 'status', cause: expect.any(Error) })
  service.answer(() => ({ body: 'none' }))
  await expect(call()).rejects.toMatchObject({ operation: 'status', status: 200 })
})

test('works with the clock, the chance and the fetch of the platform', async () => {
  service.answer((_request, nth) => (nth === 1 ? { status: 500 } : { body: { status: 'PENDING' } }))
  const platform = { clock: undefined, random: undefined, fetch: undefined }
  expect(await call(platform)).toEqual({ status: 'PENDING' })
  expect(service.requests).toHaveLength(2)
})

test('never follows, never caches, and asks for JSON', async () => {
  const asked: RequestInit[] = []
  const send: typeof fetch = async (_url, init = {}) => {
    asked.push(init)
    return Response.json({ status: 'PENDING' })
  }
  await call({ fetch: send })
  expect(asked).toMatchObject([
    {
      method: 'GET',
      redirect: 'manual',
      cache: 'no-store',
      headers: { accept: 'application/json' },
    },
  ])
  expect(asked[0]?.signal).toBeInstanceOf(AbortSignal)
})

test.each([
  ['HTML', '<html>'],
  ['nothing', ''],
  ['no status', { inquiryId: 'x' }],
  ['an array', []],
])('%s is unreadable', async (_, body) => {
  service.answer(() => ({ body }))
  await expect(call()).rejects.toMatchObject({ name: 'UnreadableError' })
})

describe('a response over the limit', () => {
  const MIB = 1024 * 1024

  /** JSON that never ends, and how much of it the client took. */
  function endlessBody() {
    const sent = { bytes: 0 }
    const chunk = Buffer.alloc(64 * 1024, ' ')
    const body = new Readable({
      read() {
        sent.bytes += chunk.length
        this.push(chunk)
      },
    })
    return { sent, body, closed: once(body, 'close') }
  }

  test('is not read to its end: the connection is closed instead', async () => {
    const { sent, body, closed } = endlessBody()
    service.answer(() => ({ body }))
    await expect(call()).rejects.toMatchObject({ name: 'ResponseTooLargeError', status: 200 })
    await closed
    // What the sockets buffer comes on top of the limit.
    expect(sent.bytes).toBeLessThan(16 * MIB)
    expect(service.requests).toHaveLength(1)
  })

  test('counts what a compressed response unpacks to', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * MIB, ' '))
    expect(bomb.length).toBeLessThan(MIB)
    service.answer(() => ({ headers: { 'content-encoding': 'gzip' }, body: bomb }))
    await expect(call()).rejects.toMatchObject({ name: 'ResponseTooLargeError' })
  })

  test('still has the meaning of its status if that is an error', async () => {
    const { body, closed } = endlessBody()
    service.answer(() => ({ status: 401, body }))
    await expect(call()).rejects.toMatchObject({ name: 'UnauthorisedError' })
    await closed
  })

  test('is one byte more than maxResponseBytes', async () => {
    const body = JSON.stringify({ status: 'PENDING' })
    service.answer(() => ({ body }))
    expect(await call({ maxResponseBytes: body.length })).toEqual({ status: 'PENDING' })
    await expect(call({ maxResponseBytes: body.length - 1 })).rejects.toMatchObject({
      name: 'ResponseTooLargeError',
    })
  })
})

test('the deadline ends a response that trickles', async () => {
  const body = new Readable({ read() {} })
  body.push('{')
  service.answer(() => ({ body }))
  const closed = once(body, 'close')
  await expect(call({ deadlineMs: 1_000 })).rejects.toMatchObject({
    name: 'UnavailableError',
  })
  await closed
})
