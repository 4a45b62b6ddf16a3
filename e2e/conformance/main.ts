// `npm run conformance`: walks the contract over HTTP against any deployment and prints what holds and what does not.
// Shares no code with the sandbox, the application or lib: what they all got wrong would look right.
import { runCommand } from './command.ts'

const terminal = {
  print: (text: string) => console.log(text),
  say: (line: string) => console.error(line),
}
process.exitCode = await runCommand(process.argv.slice(2), terminal)
