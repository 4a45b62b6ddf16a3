// `npm run conformance`: checks the contract over HTTP against any deployment, and prints what holds and what doesn't.
// It shares no code with the sandbox, the app or lib: a mistake they all made would look right.
import { runCommand } from './command.ts'

const terminal = {
  print: (text: string) => console.log(text),
  say: (line: string) => console.error(line),
}
process.exitCode = await runCommand(process.argv.slice(2), terminal)
