// Runs Caddy with the file that deploy/ ships. Changes only addresses, folders, global settings for a test, and an option
// that has another name in Caddy 2.6.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ROOT } from '../../scripts/settings.ts'

const START_TIMEOUT_MS = 20_000

export interface Caddy {
  url: string
  /** Caddy's own certificate authority. */
  certificateFile: string
  stop(): Promise<void>
}

interface CaddyOptions {
  port: number
  appPorts: readonly [number, number]
  assets: string
  folder: string
}

export async function startCaddy({ port, appPorts, assets, folder }: CaddyOptions): Promise<Caddy> {
  const file = join(folder, 'Caddyfile')
  const shipped = readFileSync(join(ROOT, 'deploy/Caddyfile'), 'utf8').split('verify.localhost')[0]
  const settings = `{
	admin off
	auto_https disable_redirects
	skip_install_trust
	storage file_system ${folder}/caddy
}
`
  const site = (shipped ?? '')
    .replace('shop.localhost', `https://localhost:${port}`)
    .replace('app-1:3000', `127.0.0.1:${appPorts[0]}`)
    .replace('app-2:3000', `127.0.0.1:${appPorts[1]}`)
    .replaceAll('/srv/assets', assets)
    .replace(/request_buffers .*/, (line) => (isCaddy26() ? 'buffer_requests' : line))
  writeFileSync(file, settings + site)
  const log = openSync(join(folder, 'caddy.log'), 'a')
  const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', log, log],
  })
  process.once('exit', () => caddy.kill('SIGKILL'))
  const certificateFile = join(folder, 'caddy/pki/authorities/local/root.crt')
  await untilThere(caddy, certificateFile)
  return {
    url: `https://localhost:${port}`,
    certificateFile,
    stop: async () => {
      caddy.kill('SIGTERM')
      if (caddy.exitCode === null) await once(caddy, 'exit')
    },
  }
}

/** Debian ships this version. */
const isCaddy26 = () => /^v?2\.6\./.test(execFileSync('caddy', ['version'], { encoding: 'utf8' }))

async function untilThere(caddy: ChildProcess, file: string): Promise<void> {
  let failure = ''
  caddy.once('error', (error) => {
    failure = `caddy could not be started (${error.message}): install it, for example with apt-get install caddy`
  })
  const endsAtMs = Date.now() + START_TIMEOUT_MS
  while (!existsSync(file)) {
    if (failure || caddy.exitCode !== null || Date.now() > endsAtMs)
      throw new Error(failure || 'caddy did not start: see caddy.log')
    await delay(100)
  }
}
