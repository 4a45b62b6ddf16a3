// Runs Caddy with deploy/Caddyfile. For one machine, it changes addresses and folders, serves HTTP, and trusts the addresses that
// the simulated customers send.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../scripts/settings.ts'
import { FOLDER, ProgramPart } from '../load/parts.ts'

const CADDY = process.env.CADDY ?? '/usr/bin/caddy'

/** @param assets the folder of published scripts and styles */
export async function startCaddy(
  port: number,
  appPorts: readonly number[],
  assets: string,
): Promise<void> {
  if (!existsSync(CADDY))
    throw new Error('This needs Caddy: apt-get install caddy. If it is elsewhere, set CADDY.')
  const shipped = readFileSync(join(ROOT, 'deploy/Caddyfile'), 'utf8')
  let site = shipped.slice(0, shipped.indexOf('verify.localhost'))
  const replace = (from: string | RegExp, to: string) => {
    const replaced = site.replace(from, to)
    if (replaced === site) throw new Error(`deploy/Caddyfile no longer contains ${from}`)
    site = replaced
  }
  replace(/^{$/m, '{\n\tadmin off')
  replace('shop.localhost', `http://localhost:${port}`)
  replace(/^\ttls internal$/m, '')
  replace('app-1:3000', `127.0.0.1:${appPorts[0]}`)
  replace('app-2:3000', `127.0.0.1:${appPorts[1]}`)
  replace(/\/srv\/assets/g, assets)
  replace('lb_policy', 'trusted_proxies private_ranges\n\t\t\tlb_policy')
  // Debian ships 2.6. The Caddyfile's first lines say what to change for it.
  if (/^v?2\.6\./.test(execFileSync(CADDY, ['version'], { encoding: 'utf8' }))) {
    replace(/^\t+request_buffers .*/m, 'buffer_requests')
    replace(/lb_retry_match \{\s+path [^}]*\}/, '')
  }
  const file = join(FOLDER, 'Caddyfile')
  writeFileSync(file, site)
  const home = { HOME: FOLDER, XDG_DATA_HOME: FOLDER, XDG_CONFIG_HOME: FOLDER }
  await new ProgramPart(
    'caddy',
    () => ({
      command: [CADDY, 'run', '--adapter', 'caddyfile', '--config', file],
      env: { ...process.env, ...home },
    }),
    (program) => program.says(/serving initial configuration/),
  ).start()
}
