// If a check throws, the checks after it still run.
import { type Finding, unclear } from './finding.ts'

export async function attempt(what: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check()
  } catch (error) {
    return [
      unclear(
        `${what} could not be checked (${error instanceof Error ? error.message : String(error)})`,
        'Fix the problems above, then run the doctor again.',
      ),
    ]
  }
}
