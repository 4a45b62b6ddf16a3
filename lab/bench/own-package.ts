/**
 * Packages that only one benchmark needs are locked in their own folders and installed on demand, so that the project doesn't
 * carry them.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from '../../scripts/run-tool.ts'
import { ROOT } from '../../scripts/settings.ts'

/** @returns its node_modules */
export async function requireOwnPackage(name: 'prism' | 'lighthouse'): Promise<string> {
  const cwd = join(ROOT, 'lab/bench', name)
  const folder = join(cwd, 'node_modules')
  // npm writes this file last.
  if (existsSync(join(folder, '.package-lock.json'))) return folder
  console.log(`Installing this benchmark's own packages (lab/bench/${name}) …`)
  const npm = process.env.npm_execpath
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { exitCode, output } = npm
    ? await runProgram(process.execPath, [npm, ...args], { cwd })
    : await runProgram('npm', args, { cwd })
  if (exitCode !== 0) throw new Error(`npm ci in lab/bench/${name} failed:\n${output}`)
  return folder
}
