// Gap settings from a file: what the contract suite recorded of a real deployment, for a sandbox that behaves like it.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { settingsSchema } from './gaps.ts'

const fileSchema = z.object({ settings: settingsSchema })

/** The file's settings, none without a file, or one line that says what is wrong with it. */
export function readSettingsFile(
  path: string | undefined,
): { ok: true; settings: Record<string, string> } | { ok: false; line: string } {
  if (path === undefined) return { ok: true, settings: {} }
  try {
    return { ok: true, settings: fileSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).settings }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : error.message
    return { ok: false, line: `SANDBOX_SETTINGS: ${path} can't be used: ${reason}` }
  }
}
