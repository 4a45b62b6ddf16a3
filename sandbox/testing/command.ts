// Runs a command of the sandbox in its own process, and collects its output.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Runs the command from its sources. */
export const MAIN = ['--import', 'tsx', fileURLToPath(new URL('../main.ts', import.meta.url))]

export function startCommand(
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
) {
  const stdio: ('ignore' | 'pipe' | 'ipc')[] = ['ignore', 'pipe', 'pipe', 'ipc']
  const child = spawn(process.execPath, args, { cwd: ROOT, ...options, stdio })
  let output = ''
  let check = () => {}
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      check()
    })
  }
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, output }))
  })
  return {
    child,
    /** Resolves when the process has ended and all its output has arrived. */
    ended,
    end(signal: NodeJS.Signals) {
      child.kill(signal)
      return ended
    },
    until: (pattern: RegExp) =>
      new Promise<RegExpExecArray>((resolve, reject) => {
        check = () => {
          const found = pattern.exec(output)
          if (found) resolve(found)
        }
        child.once('close', () => reject(new Error(`ended without ${pattern}: ${output}`)))
        check()
      }),
  }
}

/** Starts a sandbox on a free port, as the demo does, and waits until it is ready. */
export async function startSandbox(env: Record<string, string>) {
  const command = startCommand(MAIN, { env: { SANDBOX_PORT: '0', ...env } })
  const [, origin = ''] = await command.until(/^sandbox ready on (http:\/\/localhost:\d+)\n$/)
  return { ...command, origin }
}
