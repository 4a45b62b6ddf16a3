/** Items that arrive while others are being recorded share one statement. A lone item is recorded immediately. */
import pg from 'pg'

const MAX_UNDER_WAY = 2
const MAX_TOGETHER = 100
/** A second batch starts alongside the first only at this size: two small ones cost more than one large one. */
const CROWD = 8
/** A statement that takes longer may be on a dead connection, so later ones stop waiting for it. */
const SLOW_MS = 500
/** How many such statements may be overtaken. More would use up the pool when the database is merely slow. */
const MAX_PASSED = 3
/** A sender waits for five seconds (N9). */
const ANSWER_WITHIN_MS = 4_500
const RETRY_BUSY_MS = 20

class NotInTimeError extends Error {
  override readonly name = 'NotInTimeError'
}

interface Waiting<Item, Result> {
  item: Item
  isAnswered: boolean
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * @param record records all items or none, except those it finds busy. Returns the result of each in the order given,
 *   and null for a busy one, which is retried with a later batch
 * @param keyOf a batch holds at most one item per key
 * @returns a function that resolves once its item is recorded, and rejects if it wasn't, or not in time
 */
export function createBatches<Item, Result>(
  record: (items: readonly Item[]) => Promise<(Result | null)[]>,
  keyOf: (item: Item) => string,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let underWay = 0
  let passed = 0

  function next(): void {
    if (waiting.length < (underWay === 0 ? 1 : CROWD) || underWay === MAX_UNDER_WAY) return
    const batch = new Map<string, Waiting<Item, Result>>()
    waiting = waiting.filter((entry) => {
      const key = keyOf(entry.item)
      if (batch.size === MAX_TOGETHER || batch.has(key)) return true
      batch.set(key, entry)
      return false
    })
    underWay++
    let isPassed = false
    const timer = setTimeout(() => {
      if (passed === MAX_PASSED) return
      isPassed = true
      passed++
      underWay--
      next()
    }, SLOW_MS)
    void settle([...batch.values()]).finally(() => {
      clearTimeout(timer)
      if (isPassed) passed--
      else underWay--
      next()
    })
  }

  async function settle(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await record(batch.map(({ item }) => item))
      for (const [index, entry] of batch.entries()) {
        const result = results[index] ?? null
        if (result === null) setTimeout(() => enqueue(entry), RETRY_BUSY_MS)
        else entry.resolve(result)
      }
    } catch (error) {
      // Retry items one by one, so only the bad ones fail. If the database is down, they all fail.
      if (batch.length > 1 && error instanceof pg.DatabaseError) {
        for (const entry of batch) await settle([entry])
      } else {
        for (const { reject } of batch) reject(error)
      }
    }
  }

  function enqueue(entry: Waiting<Item, Result>): void {
    if (entry.isAnswered) return
    waiting.push(entry)
    next()
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const entry: Waiting<Item, Result> = { item, isAnswered: false, resolve, reject }
      entry.resolve = (result) => {
        settleOnce()
        resolve(result)
      }
      entry.reject = (error) => {
        settleOnce()
        reject(error)
      }
      const settleOnce = () => {
        entry.isAnswered = true
        clearTimeout(timer)
      }
      const timer = setTimeout(() => {
        waiting = waiting.filter((other) => other !== entry)
        entry.reject(new NotInTimeError('Not recorded in time'))
      }, ANSWER_WITHIN_MS)
      enqueue(entry)
    })
}
