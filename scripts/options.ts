// The arguments of the command that this process runs. scripts/bootstrap.mjs has already refused unknown ones.
import { type COMMANDS, parseCommand } from './commands.mjs'

export const readOptions = (command: keyof typeof COMMANDS) =>
  parseCommand(command, process.argv.slice(2))
