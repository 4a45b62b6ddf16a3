// Checks a service behind the proxy as `check` checks any other: over HTTP, with the control API.
import { NOTHING_GIVEN } from '../command.ts'
import { setStage } from '../stage.ts'
import { type Report, walk } from '../walk.ts'
import { type Mistake, startProxy } from './proxy.ts'

/** @param only the clauses to check; null checks all of them. */
export async function walkPast(
  mistake: Mistake,
  settings: Record<string, string> = {},
  only: readonly string[] | null = null,
): Promise<Report> {
  const { baseUrl, controlUrl, stop } = await startProxy(mistake, settings)
  try {
    const { stage, close } = await setStage({ ...NOTHING_GIVEN, baseUrl, controlUrl }, () => {})
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
