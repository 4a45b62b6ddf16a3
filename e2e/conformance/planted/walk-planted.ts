// Checks a planted sandbox as `npm run conformance` checks any other: over HTTP, with the control API.
import { readOptions } from '../options.ts'
import { setStage } from '../stage.ts'
import { type Report, walk } from '../walk.ts'
import { type Change, startPlantedSandbox } from './planted-sandbox.ts'

/** @param only the clauses to check; null checks all of them. */
export async function walkPlanted(
  changes: readonly Change[],
  settings: Record<string, string> = {},
  only: readonly string[] | null = null,
): Promise<Report> {
  const { baseUrl, controlUrl, stop } = await startPlantedSandbox(changes, settings)
  try {
    const options = readOptions(['--base-url', baseUrl, '--control', controlUrl])
    const { stage, close } = await setStage({ ...options, baseUrl }, () => {})
    try {
      return await walk(stage, only)
    } finally {
      await close()
    }
  } finally {
    await stop()
  }
}

/** The clauses that failed, each with what was broken. */
export function failuresOf({ sections }: Report): { id: string; violation: string }[] {
  return sections
    .flatMap(({ clauses }) => clauses)
    .flatMap(({ id, violation }) => (violation === null ? [] : [{ id, violation }]))
}
