// A copy of this checkout, to change or to build.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './settings.ts'

/** Everything that git doesn't ignore. Changes that aren't committed count. */
export const listFiles = (): string[] =>
  execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(ROOT, file)))

/** @param canBuild Next builds nothing that is reached through a symbolic link, but hard links to all packages take seconds */
export function copyProject(to: string, { canBuild }: { canBuild: boolean }): void {
  rmSync(to, { recursive: true, force: true })
  for (const file of listFiles()) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    cpSync(join(ROOT, file), join(to, file))
  }
  const packages = [join(ROOT, 'node_modules'), join(to, 'node_modules')] as const
  if (!canBuild) {
    symlinkSync(...packages)
    return
  }
  try {
    execFileSync('cp', ['-al', ...packages], { stdio: 'ignore' })
  } catch {
    // The copy is on another disk, or this system's `cp` makes no links. It may have made the folders before it failed.
    rmSync(packages[1], { recursive: true, force: true })
    execFileSync('cp', ['-R', ...packages])
  }
}
