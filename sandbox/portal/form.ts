// Parses a form and returns the message of its first problem.
import type { Context } from 'hono'
import type { z } from 'zod'

export type FormResult<T> = { ok: true; value: T } | { ok: false; problem: string }

/** @param lists the fields that can occur several times (checkboxes), which always become arrays. */
export async function readForm<T>(
  c: Context,
  schema: z.ZodType<T>,
  lists: readonly string[] = [],
): Promise<FormResult<T>> {
  const form = await c.req.formData().catch(() => new FormData())
  const fields: Record<string, unknown> = {}
  for (const [name, value] of form) fields[name] = value
  for (const name of lists) fields[name] = form.getAll(name)
  const parsed = schema.safeParse(fields)
  if (parsed.success) return { ok: true, value: parsed.data }
  const [issue] = parsed.error.issues
  return { ok: false, problem: issue?.message ?? 'The form can’t be read.' }
}
