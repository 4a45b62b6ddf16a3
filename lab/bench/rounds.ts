// Measures servers in alternating rounds, so that other load on the machine affects all of them equally.
import autocannon from 'autocannon'

/** The largest burst of retries (N8). */
const CONNECTIONS = 100
const ROUNDS = 5

interface Rounds {
  seconds: number
  /** Long enough for the JIT compiler to optimise the whole path. */
  warmUpSeconds: number
}

/**
 * Prints the medians of all rounds.
 * @param urls the baseline first, then the servers to compare with it
 */
export async function compare(
  what: string,
  urls: Record<string, string>,
  requests: autocannon.Request[],
  { seconds, warmUpSeconds }: Rounds,
): Promise<void> {
  const fire = (url: string, duration: number) =>
    autocannon({ url, connections: CONNECTIONS, duration, requests })
  const servers = Object.entries(urls).map(([name, url]) => ({
    name,
    url,
    results: [] as autocannon.Result[],
  }))
  for (const { url } of servers) await fire(url, warmUpSeconds)
  for (let round = 1; round <= ROUNDS; round++) {
    console.log(`Round ${round} of ${ROUNDS}`)
    for (const { url, results } of servers) results.push(await fire(url, seconds))
  }
  let baseline: number | undefined
  const table = servers.map(({ name, results }) => {
    const median = (figure: (result: autocannon.Result) => number) =>
      percentile(results.map(figure), 0.5)
    const perSecond = median(({ requests }) => requests.average)
    baseline ??= perSecond
    return {
      server: name,
      'per second': Math.round(perSecond),
      ratio: (perSecond / baseline).toFixed(2),
      'p50 ms': median(({ latency }) => latency.p50),
      'p99 ms': median(({ latency }) => latency.p99),
      // Counts error responses and requests without a response.
      failures: results.reduce((sum, one) => sum + one.non2xx + one.errors + one.timeouts, 0),
    }
  })
  console.log(`\n${what}: ${ROUNDS} rounds of ${seconds} s each, alternating, median`)
  console.table(table)
}

/** @param share 0.95 for the 95th percentile */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
}
