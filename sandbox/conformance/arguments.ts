// How `check` and `battery` read their arguments, and say what is wrong with them.
import { parseArgs } from 'node:util'
import type { z } from 'zod'

export interface Terminal {
  /** The result, on stdout. */
  print(text: string): void
  /** Instructions and errors, on stderr. */
  say(line: string): void
}

/** An error that the user of the command can fix; the message says how. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/**
 * @param repeatable the one option that may be given several times
 * @returns null if `--help` is asked for
 * @throws CommandError, which says what to do next
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
 * A key or a secret. It belongs into the environment: every user of a machine can list command lines, and npm prints its own and
 * keeps it in a log.
 * @param option its name, and what was given with it
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

/** One sentence about what parseArgs threw: its own messages are long, and some have no full stop. */
export function argumentProblem(error: unknown): string {
  // parseArgs throws a TypeError whose message names the option.
  if (!(error instanceof TypeError)) throw error
  const { message } = error
  const [, missing] = /^Option '(--[\w-]+) <value>' argument missing/.exec(message) ?? []
  const [, ambiguous] = /^Option '(--[\w-]+)' argument is ambiguous/.exec(message) ?? []
  if (missing) return `${missing} needs a value. See --help.`
  if (ambiguous)
    return `${ambiguous} needs a value; one that begins with a dash goes after "=". See --help.`
  // The sentences after the first are about positional arguments.
  return `${message.split(/\.\s/)[0]}. See --help.`
}
