import { expect, onTestFinished, test, vi } from 'vitest'
import { sendWithinLimits } from './send-within-limits'

const URL_OF_SERVICE = 'https://service.example/'

test.each<[string, typeof fetch]>([
  ['a fetch', () => new Promise(() => {})],
  ['a body', async () => new Response(new ReadableStream())],
])(
  'after ten seconds, the deadline ends %s that never settles and ignores its signal',
  async (_, silent) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    vi.spyOn(globalThis, 'fetch').mockImplementation(silent)
    const sent = expect(sendWithinLimits(URL_OF_SERVICE, { headers: {} })).rejects.toThrow(
      'deadline',
    )
    await vi.advanceTimersByTimeAsync(10_000)
    await sent
  },
)

test('a request follows no redirect and is never cached', async () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('x'))
  const { status, body } = await sendWithinLimits(URL_OF_SERVICE, { headers: { accept: 'x' } })
  expect([status, String(body)]).toEqual([200, 'x'])
  const init = { redirect: 'manual', cache: 'no-store', headers: { accept: 'x' } }
  expect(asked).toHaveBeenCalledWith(URL_OF_SERVICE, expect.objectContaining(init))
  expect(asked.mock.calls[0]?.[1]?.signal).toBeInstanceOf(AbortSignal)
})
