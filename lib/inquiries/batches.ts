/**
 * Puts work that comes while other work is under way together, so that a burst costs few statements. Nothing waits for
 * company: what comes alone goes at once.
 */
import pg from 'pg'

const MAX_UNDER_WAY = 2
const MAX_TOGETHER = 100
/** So many have to wait for another to start beside the one under way: two small ones cost more than one large. */
const CROWD = 8

interface Batches<Item, Result> {
  /** Resolves once the item is recorded. @throws what the database says against it, or that it is away */
  add(item: Item): Promise<Result>
}

interface Waiting<Item, Result> {
  item: Item
  /** By the process's own clock, in milliseconds. */
  since: number
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

interface Options<Item, Result> {
  /**
   * Records the items, all of them or none.
   * @param waitedMs for how long the first of them, which waits the longest, has waited already
   * @returns the result of each, in the order given
   */
  record: (items: readonly Item[], waitedMs: number) => Promise<Result[]>
  /** Items that cannot go together go one after the other, in the order in which they came. */
  canGoTogether: (one: Item, other: Item) => boolean
}

export function createBatches<Item, Result>({
  record,
  canGoTogether,
}: Options<Item, Result>): Batches<Item, Result> {
  let waiting: Waiting<Item, Result>[] = []
  /** Of a batch that the database refused: each is tried by itself, as only that may fail which is refused alone. */
  const alone: Waiting<Item, Result>[] = []
  let underWay = 0

  function next(): void {
    const enough = underWay === 0 ? 1 : CROWD
    if (waiting.length < enough || underWay === MAX_UNDER_WAY) return
    const batch: Waiting<Item, Result>[] = []
    const others: Waiting<Item, Result>[] = []
    for (const one of waiting) {
      const fits =
        batch.length < MAX_TOGETHER && batch.every(({ item }) => canGoTogether(item, one.item))
      ;(fits ? batch : others).push(one)
    }
    waiting = others
    underWay++
    void settle(batch).finally(() => {
      underWay--
      next()
    })
  }

  async function settle(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const waitedMs = performance.now() - (batch[0]?.since ?? 0)
      const results = await record(
        batch.map(({ item }) => item),
        waitedMs,
      )
      for (const [index, result] of results.entries()) batch[index]?.resolve(result)
    } catch (error) {
      const isRefused = error instanceof pg.DatabaseError
      if (isRefused && batch.length > 1) {
        alone.push(...batch)
        for (let one = alone.shift(); one; one = alone.shift()) await settle([one])
        return
      }
      // Else the database is away, and who waits behind these would wait for longer than a sender does (N9).
      const failed = isRefused ? batch : [...batch, ...alone.splice(0), ...waiting.splice(0)]
      for (const { reject } of failed) reject(error)
    }
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, since: performance.now(), resolve, reject })
        next()
      }),
  }
}
