// One line per step, with its time.

/** Prints the title, does the work, and ends the line with the duration or with "failed". */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  process.stdout.write(`• ${title} … `)
  try {
    const result = await work()
    process.stdout.write(`${seconds(startedAt)} s\n`)
    return result
  } catch (error) {
    process.stdout.write('failed\n')
    throw error
  }
}

function seconds(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(1)
}
