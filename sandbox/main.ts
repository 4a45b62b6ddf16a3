// The process: what is asked on the command line, in this environment. `tsx sandbox/main.ts` runs a sandbox from a clone.
import { runCommand } from './cli.ts'

await runCommand(process.argv.slice(2), process.env)
