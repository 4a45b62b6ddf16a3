// Reads the arguments of `check` and `battery`, and reports what is wrong with them.
import { parseArgs } from 'node:util'
import type { z } from 'zod'

export interface Terminal {
  print(text: string): void
  /** Prints instructions and errors to stderr. */
  say(line: string): void
}

/** An error that the command's user can fix. The message says how. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/**
 * @param repeatable the option that may occur several times
 * @returns null if `--help` is given
 * @throws CommandError, which says what to do
 */
export function parseOptions<Schema extends z.ZodObject>(
  schema: Schema,
  args: readonly string[],
  repeatable = '',
): z.infer<Schema> | null {
  const options = Object.fromEntries(
    Object.keys(schema.shape).map((name) => [
      name,
      { type: 'string' as const, multiple: name === repeatable },
    ]),
  )
  let values: Record<string, unknown>
  try {
    ;({ values } = parseArgs({
      args: [...args],
      options: { ...options, help: { type: 'boolean' } },
    }))
  } catch (error) {
    throw new CommandError(argumentProblem(error))
  }
  if (values.help) return null
  const parsed = schema.safeParse(values)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new CommandError(`--${String(issue?.path[0])} ${issue?.message}. See --help.`)
}

export type Variables = Readonly<Record<string, string | undefined>>

/**
 * Reads a key or a secret, preferably from the environment, because a command line is no secret: every user of the machine can list
 * it, and npm prints and logs it.
 * @param option its name, and its value if given
 * @param variable the variable's name
 */
export function readSecret(
  [option, given]: readonly [string, string | undefined],
  variable: string,
  variables: Variables,
  say: (line: string) => void,
): string | undefined {
  if (given === undefined) return variables[variable] || undefined
  say(
    `Warning: ${option} shows the secret to everybody on this machine, and npm keeps it in its log. Set ${variable} in the environment instead.`,
  )
  return given
}

/** Turns an error of parseArgs into one sentence. Its own messages are long, and some lack a full stop. */
export function argumentProblem(error: unknown): string {
  // For wrong options, parseArgs throws a TypeError whose message names the option.
  if (!(error instanceof TypeError)) throw error
  const { message } = error
  const [, missing] = /^Option '(--[\w-]+) <value>' argument missing/.exec(message) ?? []
  const [, ambiguous] = /^Option '(--[\w-]+)' argument is ambiguous/.exec(message) ?? []
  if (missing) return `${missing} needs a value. See --help.`
  if (ambiguous)
    return `${ambiguous} needs a value; one that begins with a dash goes after "=". See --help.`
  // Later sentences concern positional arguments.
  return `${message.split(/\.\s/)[0]}. See --help.`
}
