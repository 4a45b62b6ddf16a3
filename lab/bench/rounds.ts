// Measures servers in alternating rounds, so that other work on the machine affects all of them, and prints figures.
import autocannon from 'autocannon'

/** The largest burst of retries (N8). */
const CONNECTIONS = 100

export interface Measured {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Responses other than 2xx, and requests without a response. */
  failures: number
}

interface Rounds {
  rounds: number
  seconds: number
  /** Long enough for the JIT compiler to have seen the whole path. */
  warmUpSeconds: number
}

/** @returns the medians, by the servers' names */
export async function compare<Name extends string>(
  urls: Record<Name, string>,
  requests: autocannon.Request[],
  { rounds, seconds, warmUpSeconds }: Rounds,
): Promise<Record<Name, Measured>> {
  const names = Object.keys(urls) as Name[]
  for (const name of names) await fire(urls[name], requests, warmUpSeconds)
  const measured = names.map((name) => ({ name, results: [] as Measured[] }))
  for (let round = 1; round <= rounds; round++) {
    console.log(`Round ${round} of ${rounds}`)
    for (const { name, results } of measured)
      results.push(await fire(urls[name], requests, seconds))
  }
  const summaries = measured.map(({ name, results }) => [name, summarise(results)] as const)
  return Object.fromEntries(summaries) as Record<Name, Measured>
}

async function fire(
  url: string,
  requests: autocannon.Request[],
  duration: number,
): Promise<Measured> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration, requests })
  return {
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  }
}

const summarise = (results: Measured[]): Measured => ({
  perSecond: median(results.map((result) => result.perSecond)),
  p50Ms: median(results.map((result) => result.p50Ms)),
  p99Ms: median(results.map((result) => result.p99Ms)),
  failures: results.reduce((sum, result) => sum + result.failures, 0),
})

export function printTable(title: string, rows: Record<string, string | number>[]): void {
  console.log(`\n${title}`)
  console.table(rows)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? upper
  return (lower + upper) / 2
}

/** @param share 0.95 for the 95th percentile */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
}
