// A command of the sandbox in its own process, and what it prints.
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
    /** Resolves once it has ended and everything it printed has arrived. */
    ended,
    end(signal: NodeJS.Signals) {
      child.kill(signal)
      return ended
    },
    /** Resolves once what it has printed matches. */
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

/** A sandbox on a free port, as the demo runs it, once it is ready. */
export async function startSandbox(env: Record<string, string>) {
  const command = startCommand(MAIN, { env: { SANDBOX_PORT: '0', ...env } })
  const [, origin = ''] = await command.until(/^sandbox ready on (http:\/\/localhost:\d+)\n$/)
  return { ...command, origin }
}
