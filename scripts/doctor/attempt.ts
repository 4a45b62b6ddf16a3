// A check that fails must not hide the ones after it.
import { type Finding, untold } from './finding.ts'

export async function attempt(what: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check()
  } catch (error) {
    return [
      untold(
        `${what} could not be checked (${error instanceof Error ? error.message : String(error)})`,
        'Mend what is wrong above, then run it again.',
      ),
    ]
  }
}
