/** Prints a table of figures. */
export function printTable(title: string, rows: Record<string, string | number>[]): void {
  console.log(`\n${title}`)
  console.table(Object.fromEntries(rows.map(({ ...row }, index) => [index + 1, row])))
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  const lower = sorted[middle - 1] ?? upper
  return sorted.length % 2 ? upper : (lower + upper) / 2
}

/** @param share 0.95 for the 95th percentile */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
}
