// Starts the bundled sandbox in its own process and data folder. The suite reaches it over HTTP only.
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
  /** The credentials in .env.example, which seed it. */
  credentials: { apiKey: string; templateId: string }
  stop(): Promise<void>
}

/**
 * @param program arguments for node; by default, the sandbox of this clone.
 * @throws CommandError when there is no sandbox, or it doesn't start.
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
      // Unset whatever this environment configures for another sandbox.
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
    // However this process ends, the channel closes and the sandbox exits.
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
    throw new CommandError(`The bundled sandbox did not start:\n${output.join('').trim()}`)
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
