// The process's entry point. `tsx sandbox/main.ts` runs a sandbox from a clone.
import { runCommand } from './cli.ts'

await runCommand(process.argv.slice(2), process.env)
