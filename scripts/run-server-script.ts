// Runs a script that imports the app's server code in a process where `server-only` is an empty module, as in Next.
// The script reads the settings itself.
import { runTool } from './run-tool.ts'

/** Shows the script's output and ends this process with its exit code. */
export async function runServerScript(file: string): Promise<never> {
  const { exitCode } = await runTool(
    ['--conditions=react-server', '--import', 'tsx', file, ...process.argv.slice(2)],
    { shows: true },
  )
  process.exit(exitCode)
}
