// Runs a program until it exits and collects its output. supervisor.ts runs the long-lived processes.
import { spawn } from 'node:child_process'
import { ROOT } from './settings.ts'

export type ToolResult = { exitCode: number; output: string }
export type ToolOptions = {
  /** The project's root, unless given. */
  cwd?: string
  env?: Record<string, string>
  /** Also writes the output to the terminal. */
  shows?: boolean
}

/** @param args for Node */
export function runTool(args: string[], options: ToolOptions = {}): Promise<ToolResult> {
  return runProgram(process.execPath, args, options)
}

export function runProgram(
  program: string,
  args: string[],
  { cwd = ROOT, env = {}, shows = false }: ToolOptions = {},
): Promise<ToolResult> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const killWithUs = () => child.kill()
    process.once('exit', killWithUs)
    const chunks: Buffer[] = []
    const collect = (target: NodeJS.WriteStream) => (chunk: Buffer) => {
      chunks.push(chunk)
      if (shows) target.write(chunk)
    }
    child.stdout.on('data', collect(process.stdout))
    child.stderr.on('data', collect(process.stderr))
    child.once('error', (error) => resolve({ exitCode: 127, output: error.message }))
    child.once('close', (code) => {
      process.off('exit', killWithUs)
      resolve({ exitCode: code ?? 1, output: Buffer.concat(chunks).toString() })
    })
  })
}
