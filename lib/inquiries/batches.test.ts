import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBatches } from './batches'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

/** Records when it is told to. An item is recorded as its capitals. */
function scripted() {
  const calls: { items: string[]; finish: (busy: readonly string[] | Error) => void }[] = []
  const record = (items: readonly string[]) =>
    new Promise<(string | null)[]>((resolve, reject) => {
      const finish = (busy: readonly string[] | Error) =>
        busy instanceof Error
          ? reject(busy)
          : resolve(items.map((item) => (busy.includes(item) ? null : item.toUpperCase())))
      calls.push({ items: [...items], finish })
    })
  const add = createBatches(record, (item) => item[0] ?? '')
  const finish = async (call: number, busy: readonly string[] | Error = []) => {
    calls[call]?.finish(busy)
    await nextTurn()
  }
  return { add, finish, asked: () => calls.map(({ items }) => items) }
}

const refused = () => new pg.DatabaseError('refused', 7, 'error')
const failure = () => 'failed'
const letters = (count: number) =>
  Array.from({ length: count }, (_, index) => String.fromCodePoint(0x4e00 + index))

test('an item that arrives alone goes at once; those that arrive meanwhile go together', async () => {
  const { add, finish, asked } = scripted()
  const results = Promise.all(['a', 'b', 'c', 'd'].map(add))
  expect(asked()).toEqual([['a']])
  await finish(0)
  expect(asked().slice(1)).toEqual([['b', 'c', 'd']])
  await finish(1)
  expect(await results).toEqual(['A', 'B', 'C', 'D'])
})

test('copies of one id go one after the other, in the order in which they arrived', async () => {
  const { add, finish, asked } = scripted()
  const results = Promise.all(['x', 'a1', 'b1', 'a2', 'a3', 'c1'].map(add))
  await finish(0)
  expect(asked()[1]).toEqual(['a1', 'b1', 'c1'])
  await finish(1)
  expect(asked()[2]).toEqual(['a2'])
  await finish(2)
  expect(asked()[3]).toEqual(['a3'])
  await finish(3)
  expect((await results).slice(1)).toEqual(['A1', 'B1', 'A2', 'A3', 'C1'])
})

test('a crowd does not wait for the batch that is being recorded, and at most two are', async () => {
  const { add, finish, asked } = scripted()
  const results = Promise.all(letters(1 + 7).map(add))
  expect(asked()).toHaveLength(1)
  const more = Promise.all(letters(1 + 5 * 8).map(add))
  expect(asked().map((items) => items.length)).toEqual([1, 8])
  expect(asked().map((items) => items.length)).toEqual([1, 8])
  for (const call of [0, 1, 2]) await finish(call)
  expect(await results).toHaveLength(8)
  expect(await more).toHaveLength(41)
})

test('at most a hundred go together', async () => {
  const { add, finish, asked } = scripted()
  const results = Promise.all(letters(1 + 8 + 150).map(add))
  await finish(0)
  expect(asked().map((items) => items.length)).toEqual([1, 8, 100])
  for (const call of [1, 2, 3]) await finish(call)
  expect(await results).toHaveLength(159)
})

test('a busy item is tried again with a later batch, while the others of its batch pass', async () => {
  const { add, finish, asked } = scripted()
  const [x, a, b] = ['x', 'a', 'b'].map(add)
  await finish(0)
  await finish(1, ['a'])
  expect(await Promise.all([x, b])).toEqual(['X', 'B'])
  expect(asked()).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(20)
  expect(asked()[2]).toEqual(['a'])
  await finish(2)
  expect(await a).toBe('A')
})

test('an item that stays busy for 4.5 s fails, is dropped, and leaves no timer behind', async () => {
  const { add, finish, asked } = scripted()
  const failed = add('a').catch((error: Error) => error.message)
  for (let call = 0; call * 20 < 4_500; call++) {
    await finish(call, ['a'])
    await vi.advanceTimersByTimeAsync(20)
  }
  expect(await failed).toBe('Not recorded in time')
  const calls = asked().length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked()).toHaveLength(calls)
  expect(vi.getTimerCount()).toBe(0)
})

test('a batch on a silent connection fails alone, and later events use another connection', async () => {
  const { add, finish, asked } = scripted()
  const hung = add('hung').catch(failure)
  const waiting = add('a')
  expect(asked()).toEqual([['hung']])
  await vi.advanceTimersByTimeAsync(500)
  expect(asked()).toEqual([['hung'], ['a']])
  await finish(1)
  expect(await waiting).toBe('A')
  const later = add('b')
  await finish(2)
  expect(await later).toBe('B')
  await vi.advanceTimersByTimeAsync(4_500)
  expect(await hung).toBe('failed')
})

test('a slow database is asked for five batches at most; what waits behind them fails in time, and is never recorded', async () => {
  const { add, finish, asked } = scripted()
  const stuck = []
  for (const item of ['a', 'b', 'c', 'd']) {
    stuck.push(add(item).catch(failure))
    await vi.advanceTimersByTimeAsync(500)
  }
  const crowd = Promise.all(letters(8).map((item) => add(item).catch(failure)))
  expect(asked()).toHaveLength(5)
  const behind = Promise.all([...letters(30), 'x'].map((item) => add(item).catch(failure)))
  await vi.advanceTimersByTimeAsync(4_500)
  expect(new Set([...(await Promise.all(stuck)), ...(await crowd), ...(await behind)])).toEqual(
    new Set(['failed']),
  )
  for (const call of [0, 1, 2, 3, 4]) await finish(call)
  expect(asked()).toHaveLength(5)

  const late = add('late')
  await finish(5)
  expect(await late).toBe('LATE')
  expect(vi.getTimerCount()).toBe(0)
})

test('when a batch is refused, only the items that are refused alone fail', async () => {
  const { add, finish, asked } = scripted()
  const [, a, b] = ['x', 'a', 'b'].map((item) => add(item).catch(failure))
  await finish(0)
  await finish(1, refused())
  expect(asked()[2]).toEqual(['a'])
  await finish(2, refused())
  expect(asked()[3]).toEqual(['b'])
  await finish(3)
  expect(await Promise.all([a, b])).toEqual(['failed', 'B'])
})

test('an item that waits while another is refused is not refused with it', async () => {
  const { add, finish, asked } = scripted()
  const [x, a] = ['x', 'a'].map((item) => add(item).catch(failure))
  await finish(0, refused())
  expect(await x).toBe('failed')
  expect(asked()[1]).toEqual(['a'])
  await finish(1)
  expect(await a).toBe('A')
})

test('when the database is away, a batch fails whole and is not tried item by item (N9)', async () => {
  const { add, finish, asked } = scripted()
  const waiting = ['x', 'a', 'b'].map((item) => add(item).catch(failure))
  await finish(0)
  await finish(1, new Error('timeout exceeded when trying to connect'))
  expect(await Promise.all(waiting)).toEqual(['X', 'failed', 'failed'])
  expect(asked()).toHaveLength(2)

  const late = add('late')
  await finish(2)
  expect(await late).toBe('LATE')
})
