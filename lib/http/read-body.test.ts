import { expect, test } from 'vitest'
import { startDeadline } from './deadline'
import { readBody as readBodyBefore } from './read-body'

const readBody = async (request: Request, maxBytes: number, drainBytes?: number) => {
  const deadline = startDeadline(10_000)
  return readBodyBefore(request, maxBytes, deadline, drainBytes).finally(deadline.clear)
}

const request = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  new Request('http://localhost/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)

/** A body that counts how many chunks a reader pulls. */
function counted(chunkBytes: number, chunks: number) {
  const asked = { chunks: 0 }
  const stream = new ReadableStream({
    type: 'bytes',
    pull(controller) {
      if (asked.chunks === chunks) return controller.close()
      asked.chunks++
      controller.enqueue(new Uint8Array(chunkBytes).fill(asked.chunks))
    },
  })
  return { asked, stream }
}

test('the bytes are complete and in order', async () => {
  const { stream } = counted(3, 3)
  const body = await readBody(request(stream), 9)
  expect([...(body ?? [])]).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3])
})

test.each([
  ['no body', null, {}, 0],
  ['exactly the limit', 'x'.repeat(10), {}, 10],
  ['exactly the limit, as declared', 'x'.repeat(10), { 'content-length': '10' }, 10],
  ['one more byte', 'x'.repeat(11), {}, undefined],
  [
    'one more byte than a false Content-Length',
    'x'.repeat(11),
    { 'content-length': '1' },
    undefined,
  ],
])('of %s, what may be read is read, or nothing', async (_, body, headers, length) => {
  expect((await readBody(request(body, headers), 10))?.length).toBe(length)
})

test.each([
  ['11', undefined],
  ['111', 100],
])(
  'a Content-Length of %s is refused before anything is read, if %s bytes are drained',
  async (declared, drainBytes) => {
    const { asked, stream } = counted(1, 500)
    expect(
      await readBody(request(stream, { 'content-length': declared }), 10, drainBytes),
    ).toBeNull()
    expect(asked.chunks).toBeLessThan(2)
  },
)

test('reading stops once the body exceeds the limit', async () => {
  const { asked, stream } = counted(4, 1_000)
  expect(await readBody(request(stream), 10)).toBeNull()
  expect(asked.chunks).toBeLessThan(6)
})

test('an oversized body is received up to the drain limit, and discarded', async () => {
  const small = counted(4, 10)
  expect(await readBody(request(small.stream), 10, 100)).toBeNull()
  expect(small.asked.chunks).toBe(10)
  const endless = counted(4, 1_000)
  expect(await readBody(request(endless.stream), 10, 100)).toBeNull()
  expect(endless.asked.chunks).toBeLessThan(35)
})

test('a body in far too many chunks is refused before its end', async () => {
  const { asked, stream } = counted(1, 100_000)
  expect(await readBody(request(stream), 1_000_000)).toBeNull()
  expect(asked.chunks).toBeLessThan(5_000)
})
