import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { createBatches } from './batches'

/** Records when it is told to. */
function scripted() {
  const calls: { items: string[]; waitedMs: number; finish: (error?: Error) => void }[] = []
  const record = (items: readonly string[], waitedMs: number) =>
    new Promise<string[]>((resolve, reject) => {
      const finish = (error?: Error) =>
        error ? reject(error) : resolve(items.map((item) => item.toUpperCase()))
      calls.push({ items: [...items], waitedMs, finish })
    })
  const batches = createBatches({ record, canGoTogether: (one, other) => one[0] !== other[0] })
  const finish = async (call: number, error?: Error) => {
    calls[call]?.finish(error)
    await nextTurn()
  }
  const waited = () => calls.map(({ waitedMs }) => waitedMs)
  return { batches, finish, asked: () => calls.map(({ items }) => items), waited }
}

const refused = () => new pg.DatabaseError('refused', 7, 'error')

test('what comes alone goes at once, what comes meanwhile goes together', async () => {
  const { batches, finish, asked } = scripted()
  const results = Promise.all(['a', 'b', 'c', 'd'].map(batches.add))
  expect(asked()).toEqual([['a']])
  await finish(0)
  expect(asked().slice(1)).toEqual([['b', 'c', 'd']])
  await finish(1)
  expect(await results).toEqual(['A', 'B', 'C', 'D'])
})

test('what may not go together goes one after the other, in the order in which it came', async () => {
  const { batches, finish, asked } = scripted()
  const results = Promise.all(['x', 'a1', 'b1', 'a2', 'a3', 'c1'].map(batches.add))
  await finish(0)
  expect(asked()[1]).toEqual(['a1', 'b1', 'c1'])
  await finish(1)
  expect(asked()[2]).toEqual(['a2'])
  await finish(2)
  expect(asked()[3]).toEqual(['a3'])
  await finish(3)
  expect((await results).slice(1)).toEqual(['A1', 'B1', 'A2', 'A3', 'C1'])
})

const letters = (count: number) =>
  Array.from({ length: count }, (_, index) => String.fromCodePoint(0x4e00 + index))

test('a crowd does not wait for the one under way, and at most two are', async () => {
  const { batches, finish, asked } = scripted()
  const results = Promise.all(letters(1 + 7).map(batches.add))
  expect(asked()).toHaveLength(1)
  const more = Promise.all(letters(1 + 5 * 8).map(batches.add))
  expect(asked().map((items) => items.length)).toEqual([1, 8])
  for (const call of [0, 1, 2]) await finish(call)
  expect(await results).toHaveLength(8)
  expect(await more).toHaveLength(41)
})

test('at most a hundred go together', async () => {
  const { batches, finish, asked } = scripted()
  const results = Promise.all(letters(1 + 8 + 150).map(batches.add))
  await finish(0)
  expect(asked().map((items) => items.length)).toEqual([1, 8, 100])
  for (const call of [1, 2, 3]) await finish(call)
  expect(await results).toHaveLength(159)
})

test('of a batch that the database refuses only that fails which it refuses alone', async () => {
  const { batches, finish, asked } = scripted()
  const [, a, b] = ['x', 'a', 'b'].map((item) => batches.add(item).catch(() => 'failed'))
  await finish(0)
  await finish(1, refused())
  expect(asked()[2]).toEqual(['a'])
  await finish(2, refused())
  expect(asked()[3]).toEqual(['b'])
  await finish(3)
  expect(await Promise.all([a, b])).toEqual(['failed', 'B'])
})

test('what waits while one is refused is not refused with it', async () => {
  const { batches, finish, asked } = scripted()
  const [x, a] = ['x', 'a'].map((item) => batches.add(item).catch(() => 'failed'))
  await finish(0, refused())
  expect(await x).toBe('failed')
  expect(asked()[1]).toEqual(['a'])
  await finish(1)
  expect(await a).toBe('A')
})

test('with the database away nobody waits for his turn to be told so (N9)', async () => {
  const { batches, finish, asked } = scripted()
  const waiting = ['x', 'a', 'b'].map((item) => batches.add(item).catch(() => 'failed'))
  await finish(0, new Error('timeout exceeded when trying to connect'))
  expect(await Promise.all(waiting)).toEqual(['failed', 'failed', 'failed'])
  expect(asked()).toHaveLength(1)

  const late = batches.add('late')
  await finish(1)
  expect(await late).toBe('LATE')
})

test('when the database goes away while a refused batch is tried one by one, the rest is told at once', async () => {
  const { batches, finish, asked } = scripted()
  const results = ['x', 'a', 'b', 'c'].map((item) => batches.add(item).catch(() => 'failed'))
  await finish(0)
  await finish(1, refused())
  await finish(2, new Error('away'))
  expect(await Promise.all(results)).toEqual(['X', 'failed', 'failed', 'failed'])
  expect(asked()).toHaveLength(3)
})

test('who records is told how long the first has waited, also of those that are tried one by one', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  const { batches, finish, waited } = scripted()
  const x = batches.add('x')
  clock.mockReturnValue(1_000)
  const a = batches.add('a')
  clock.mockReturnValue(1_500)
  const b = batches.add('b')
  clock.mockReturnValue(4_000)
  await finish(0)
  await finish(1, refused())
  await finish(2)
  clock.mockReturnValue(4_200)
  await finish(3)
  expect(await Promise.all([x, a, b])).toEqual(['X', 'A', 'B'])
  expect(waited()).toEqual([0, 3_000, 3_000, 2_500])
  clock.mockRestore()
})
