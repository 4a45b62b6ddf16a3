/** The server actions of this build, from the list that Next itself loads. */
import 'server-only'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const manifestSchema = z.object({ node: z.record(z.string(), z.unknown()) })

let known: ReadonlySet<string> | null | undefined

/** Also true if the list can't be read, as in development: Next then responds itself. */
export function isKnownAction(id: string | null): boolean {
  known ??= readActions()
  return known === null || (id !== null && known.has(id))
}

function readActions(): ReadonlySet<string> | null {
  try {
    const file = join(
      /* turbopackIgnore: true */ process.cwd(),
      '.next/server/server-reference-manifest.json',
    )
    return new Set(Object.keys(manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).node))
  } catch {
    return null
  }
}
