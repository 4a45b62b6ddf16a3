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

test('mayRetry gets the last failure before each retry, and decides whether to make it', async () => {
  service.answer((_, nth) => ({ status: nth === 1 ? 503 : 500 }))
  const failures: (number | undefined)[] = []
  const mayRetry = async ({ status }: VerificationError) => failures.push(status) < 2
  await expect(call({ mayRetry, maxAttempts: 5 })).rejects.toMatchObject({ status: 500 })
  expect(failures).toEqual([503, 500])
  expect(service.requests).toHaveLength(2)
})

test('if mayRetry fails or never answers, there is no retry and the call fails with its last error', async () => {
  service.answer(() => ({ status: 503 }))
  const mayRetry = () => Promise.reject(new Error('no database'))
  await expect(call({ mayRetry })).rejects.toMatchObject({ name: 'UnavailableError', status: 503 })
  expect(service.requests).toHaveLength(1)
  const silent = () => new Promise<boolean>(() => {})
  await expect(call({ mayRetry: silent, deadlineMs: 100 })).rejects.toMatchObject({ status: 503 })
})

test('mayRetry is not called before the first attempt, after the last, or when a retry would not help', async () => {
  const mayRetry = vi.fn(async () => true)
  service.answer(() => ({ status: 404 }))
  await expect(call({ mayRetry })).rejects.toMatchObject({ status: 404 })
  service.answer(() => ({ status: 500 }))
  await expect(call({ mayRetry, maxAttempts: 1 })).rejects.toMatchObject({ status: 500 })
  expect(mayRetry).not.toHaveBeenCalled()
})

test('one deadline covers the call and its retries', async () => {
  service.answer(() => 'silence')
  await expect(call({ deadlineMs: 80 })).rejects.toMatchObject({ name: 'UnavailableError' })
  expect(service.requests).toHaveLength(1)
})

test.each<[string, typeof fetch]>([
  ['a fetch', () => new Promise(() => {})],
  ['a body', async () => new Response(new ReadableStream())],
])('the deadline ends %s that never settles and ignores its signal', async (_, silent) => {
  const called = call({ deadlineMs: 40, fetch: silent })
  await expect(called).rejects.toMatchObject({ name: 'UnavailableError' })
})

test('if the deadline ends the wait before a retry, the call fails with its last error', async () => {
  service.answer(() => ({ status: 503 }))
  const clock = { now: () => 0, sleep: () => Promise.reject(new Error('over')) }
  await expect(call({ clock })).rejects.toMatchObject({ name: 'UnavailableError', status: 503 })
  expect(service.requests).toHaveLength(1)
})

test('by default, a call has a ten-second deadline and three attempts', async () => {
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

test('waits out a Retry-After that fits the deadline, then retries (D5)', async () => {
  service.answer((_request, nth) =>
    nth === 1 ? { status: 429, headers: { 'retry-after': '2' } } : { body: { status: 'PENDING' } },
  )
  expect(await call()).toEqual({ status: 'PENDING' })
  expect(slept).toEqual([2000])
})

test('leaves a longer Retry-After to the caller', async () => {
  service.answer(() => ({ status: 429, headers: { 'retry-after': '60' } }))
  await expect(call()).rejects.toMatchObject({ name: 'RateLimitedError', retryAfterMs: 60_000 })
  expect(service.requests).toHaveLength(1)
})

test('a 409 to a read is not a conflict, even on a retry', async () => {
  service.answer((_request, nth) => (nth === 1 ? 'reset' : { status: 409 }))
  await expect(call()).rejects.toMatchObject({ name: 'RejectedError', status: 409 })
})

test('an error names the operation, and has a cause if there was no response', async () => {
  service.answer(() => 'reset')
  const failed = call({ maxAttempts: 1 })
  await expect(failed).rejects.toMatchObject({ operation: 'status', cause: expect.any(Error) })
  service.answer(() => ({ body: 'none' }))
  await expect(call()).rejects.toMatchObject({ operation: 'status', status: 200 })
})

test("the platform's clock, random numbers and fetch are the defaults", async () => {
  service.answer((_request, nth) => (nth === 1 ? { status: 500 } : { body: { status: 'PENDING' } }))
  const platform = { clock: undefined, random: undefined, fetch: undefined }
  expect(await call(platform)).toEqual({ status: 'PENDING' })
  expect(service.requests).toHaveLength(2)
})

test('a call follows no redirect, is never cached, and asks for JSON', async () => {
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
  ['an empty body', ''],
  ['a body without a status', { inquiryId: 'x' }],
  ['an array', []],
])('%s is unreadable', async (_, body) => {
  service.answer(() => ({ body }))
  await expect(call()).rejects.toMatchObject({ name: 'UnreadableError' })
})

describe('a response over the limit', () => {
  const MIB = 1024 * 1024

  /** A body that never ends, with a count of the bytes the client took. */
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
    // The sockets buffer some bytes on top of the limit.
    expect(sent.bytes).toBeLessThan(16 * MIB)
    expect(service.requests).toHaveLength(1)
  })

  test('is measured after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * MIB, ' '))
    expect(bomb.length).toBeLessThan(MIB)
    service.answer(() => ({ headers: { 'content-encoding': 'gzip' }, body: bomb }))
    await expect(call()).rejects.toMatchObject({ name: 'ResponseTooLargeError' })
  })

  test('still rejects with the error of its status', async () => {
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

test('the deadline ends a response that stalls', async () => {
  const body = new Readable({ read() {} })
  body.push('{')
  service.answer(() => ({ body }))
  const closed = once(body, 'close')
  await expect(call({ deadlineMs: 1_000 })).rejects.toMatchObject({
    name: 'UnavailableError',
  })
  await closed
})
