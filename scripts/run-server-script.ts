// Runs a script that imports the application's server code, in a process in which `server-only` is the empty module
// that it is inside Next. The script reads the settings itself, and so may also say what is wrong with them.
import { runTool } from './run-tool.ts'

/** Shows the script's output and ends this process with its exit code. */
export async function runServerScript(file: string): Promise<never> {
  const { exitCode } = await runTool(
    ['--conditions=react-server', '--import', 'tsx', file, ...process.argv.slice(2)],
    { shows: true },
  )
  process.exit(exitCode)
}
