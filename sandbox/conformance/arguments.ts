// Says what is wrong with a command's arguments.

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
