// The sandbox in its own process, as the demo runs it, on a free port.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const READY = /^sandbox ready on (http:\/\/localhost:\d+)\n$/

export interface SandboxProcess {
  origin: string
  process: ChildProcess
  /** Sends the signal and resolves with the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Starts a sandbox and waits for its ready line. */
export async function startProcess(environment: Record<string, string>): Promise<SandboxProcess> {
  const child = launch(environment)
  const exited = exitOf(child)
  const output = await Promise.race([firstLine(child), exited])
  const origin = typeof output === 'string' ? READY.exec(output)?.[1] : undefined
  if (origin === undefined) throw new Error(`the sandbox did not start: ${JSON.stringify(output)}`)
  return {
    origin,
    process: child,
    async end(signal) {
      child.kill(signal)
      return (await exited).code
    },
  }
}

/** Starts a sandbox that is expected to fail, and resolves with its exit code and stderr. */
export async function startToFail(environment: Record<string, string>) {
  return exitOf(launch(environment))
}

function launch(environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', MAIN], {
    cwd: ROOT,
    env: { SANDBOX_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('\n')) resolve(text)
    })
  })
}

function exitOf(child: ChildProcess): Promise<{ code: number | null; stderr: string }> {
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stderr })))
}
