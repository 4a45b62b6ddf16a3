import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBatches } from './batches'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

/** Each batch finishes when the test says so. The result of an item is the item in upper case. */
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
  return { add, finish, batches: () => calls.map(({ items }) => items) }
}

const refused = () => new pg.DatabaseError('refused', 7, 'error')
const failure = () => 'failed'
const letters = (count: number) =>
  Array.from({ length: count }, (_, index) => String.fromCodePoint(0x4e00 + index))

test('a lone item is recorded immediately; items that arrive in the meantime share a batch', async () => {
  const { add, finish, batches } = scripted()
  const results = Promise.all(['a', 'b', 'c', 'd'].map(add))
  expect(batches()).toEqual([['a']])
  await finish(0)
  expect(batches().slice(1)).toEqual([['b', 'c', 'd']])
  await finish(1)
  expect(await results).toEqual(['A', 'B', 'C', 'D'])
})

test('items with the same key are recorded one after another, in the order they arrived', async () => {
  const { add, finish, batches } = scripted()
  const results = Promise.all(['x', 'a1', 'b1', 'a2', 'a3', 'c1'].map(add))
  await finish(0)
  expect(batches()[1]).toEqual(['a1', 'b1', 'c1'])
  await finish(1)
  expect(batches()[2]).toEqual(['a2'])
  await finish(2)
  expect(batches()[3]).toEqual(['a3'])
  await finish(3)
  expect((await results).slice(1)).toEqual(['A1', 'B1', 'A2', 'A3', 'C1'])
})

test('a large batch does not wait for the one being recorded, and at most two run at once', async () => {
  const { add, finish, batches } = scripted()
  const results = Promise.all(letters(1 + 7).map(add))
  expect(batches()).toHaveLength(1)
  const more = Promise.all(letters(1 + 5 * 8).map(add))
  expect(batches().map((items) => items.length)).toEqual([1, 8])
  expect(batches().map((items) => items.length)).toEqual([1, 8])
  for (const call of [0, 1, 2]) await finish(call)
  expect(await results).toHaveLength(8)
  expect(await more).toHaveLength(41)
})

test('a batch holds at most a hundred items', async () => {
  const { add, finish, batches } = scripted()
  const results = Promise.all(letters(1 + 8 + 150).map(add))
  await finish(0)
  expect(batches().map((items) => items.length)).toEqual([1, 8, 100])
  for (const call of [1, 2, 3]) await finish(call)
  expect(await results).toHaveLength(159)
})

test('a busy item is retried with a later batch, while the rest of its batch succeeds', async () => {
  const { add, finish, batches } = scripted()
  const [x, a, b] = ['x', 'a', 'b'].map(add)
  await finish(0)
  await finish(1, ['a'])
  expect(await Promise.all([x, b])).toEqual(['X', 'B'])
  expect(batches()).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(20)
  expect(batches()[2]).toEqual(['a'])
  await finish(2)
  expect(await a).toBe('A')
})

test('an item that stays busy for 4.5 s fails, is dropped, and leaves no timer behind', async () => {
  const { add, finish, batches } = scripted()
  const failed = add('a').catch((error: Error) => error.message)
  for (let call = 0; call * 20 < 4_500; call++) {
    await finish(call, ['a'])
    await vi.advanceTimersByTimeAsync(20)
  }
  expect(await failed).toBe('Not recorded in time')
  const calls = batches().length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(batches()).toHaveLength(calls)
  expect(vi.getTimerCount()).toBe(0)
})

test('a batch on a dead connection fails, and later items use another connection', async () => {
  const { add, finish, batches } = scripted()
  const hung = add('hung').catch(failure)
  const waiting = add('a')
  expect(batches()).toEqual([['hung']])
  await vi.advanceTimersByTimeAsync(500)
  expect(batches()).toEqual([['hung'], ['a']])
  await finish(1)
  expect(await waiting).toBe('A')
  const later = add('b')
  await finish(2)
  expect(await later).toBe('B')
  await vi.advanceTimersByTimeAsync(4_500)
  expect(await hung).toBe('failed')
})

test('a slow database gets at most five batches; items behind them time out and are never recorded', async () => {
  const { add, finish, batches } = scripted()
  const stuck = []
  for (const item of ['a', 'b', 'c', 'd']) {
    stuck.push(add(item).catch(failure))
    await vi.advanceTimersByTimeAsync(500)
  }
  const crowd = Promise.all(letters(8).map((item) => add(item).catch(failure)))
  expect(batches()).toHaveLength(5)
  const behind = Promise.all([...letters(30), 'x'].map((item) => add(item).catch(failure)))
  await vi.advanceTimersByTimeAsync(4_500)
  expect(new Set([...(await Promise.all(stuck)), ...(await crowd), ...(await behind)])).toEqual(
    new Set(['failed']),
  )
  for (const call of [0, 1, 2, 3, 4]) await finish(call)
  expect(batches()).toHaveLength(5)

  const late = add('late')
  await finish(5)
  expect(await late).toBe('LATE')
  expect(vi.getTimerCount()).toBe(0)
})

test('when a batch is refused, only the items that are refused on their own fail', async () => {
  const { add, finish, batches } = scripted()
  const [, a, b] = ['x', 'a', 'b'].map((item) => add(item).catch(failure))
  await finish(0)
  await finish(1, refused())
  expect(batches()[2]).toEqual(['a'])
  await finish(2, refused())
  expect(batches()[3]).toEqual(['b'])
  await finish(3)
  expect(await Promise.all([a, b])).toEqual(['failed', 'B'])
})

test('an item that waits behind a refused one still succeeds', async () => {
  const { add, finish, batches } = scripted()
  const [x, a] = ['x', 'a'].map((item) => add(item).catch(failure))
  await finish(0, refused())
  expect(await x).toBe('failed')
  expect(batches()[1]).toEqual(['a'])
  await finish(1)
  expect(await a).toBe('A')
})

test('when the database is down, the whole batch fails and is not retried item by item (N9)', async () => {
  const { add, finish, batches } = scripted()
  const waiting = ['x', 'a', 'b'].map((item) => add(item).catch(failure))
  await finish(0)
  await finish(1, new Error('timeout exceeded when trying to connect'))
  expect(await Promise.all(waiting)).toEqual(['X', 'failed', 'failed'])
  expect(batches()).toHaveLength(2)

  const late = add('late')
  await finish(2)
  expect(await late).toBe('LATE')
})
