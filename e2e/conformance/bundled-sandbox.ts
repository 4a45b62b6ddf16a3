// The bundled sandbox as a process of its own, with a folder of its own: the suite knows it over HTTP only.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { CommandError } from './options.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const START_TIMEOUT_MS = 30_000
const READY = /^sandbox ready on (\S+)$/m

export interface BundledSandbox {
  baseUrl: string
  controlUrl: string
  /** The credentials of .env.example, with which it is seeded. */
  credentials: { apiKey: string; templateId: string }
  stop(): Promise<void>
}

/**
 * @param program how to start it, unless it is the clone's own.
 * @throws CommandError when there is none, or it does not start.
 */
export async function startBundledSandbox(
  environment: Record<string, string> = {},
  program: readonly string[] = ['--import', 'tsx', 'sandbox/main.ts'],
): Promise<BundledSandbox> {
  if (!existsSync(join(ROOT, 'sandbox/main.ts'))) {
    throw new CommandError(
      'There is no sandbox here: name the service with --base-url, --api-key and --template.',
    )
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'conformance-'))
  const child = spawn(process.execPath, program, {
    cwd: ROOT,
    env: {
      ...process.env,
      // Whatever is configured here for a sandbox of somebody's own.
      SANDBOX_HOST: undefined,
      SANDBOX_PUBLIC_URL: undefined,
      SANDBOX_WEBHOOK_URL: undefined,
      SANDBOX_CONTROL: undefined,
      SANDBOX_SEED: undefined,
      DATA_DIR: dataDir,
      SANDBOX_PORT: '0',
      SANDBOX_ALLOW_LOOPBACK_HTTP: '1',
      ...environment,
    },
    // The channel ends with this process, however it ends, and the sandbox with it.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = async () => {
    child.kill()
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  const output: string[] = []
  const baseUrl = await new Promise<string | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), START_TIMEOUT_MS)
    const settle = (url: string | null) => {
      clearTimeout(timer)
      resolve(url)
    }
    const read = (chunk: Buffer) => {
      output.push(chunk.toString())
      const url = READY.exec(output.join(''))?.[1]
      if (url) settle(url)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('close', () => settle(null))
  })
  if (baseUrl === null) {
    await stop()
    throw new CommandError(`The bundled sandbox does not start:\n${output.join('').trim()}`)
  }
  return { baseUrl, controlUrl: `${baseUrl}/sandbox`, credentials: seededCredentials(), stop }
}

function seededCredentials(): { apiKey: string; templateId: string } {
  const example = parseEnv(readFileSync(join(ROOT, '.env.example'), 'utf8'))
  return {
    apiKey: example.VERIFICATION_API_KEY ?? '',
    templateId: example.VERIFICATION_TEMPLATE_ID ?? '',
  }
}
