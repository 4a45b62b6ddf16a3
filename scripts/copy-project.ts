// Copies this checkout, so that a test can change or build it.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './settings.ts'

/** Lists every file that git doesn't ignore, uncommitted ones included. */
export const listFiles = (): string[] =>
  execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(ROOT, file)))

/** @param canBuild copies the packages as hard links, which takes seconds, because Next can't build through a symbolic link */
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
    // The copy is on another disk, or this system's `cp` makes no links. It may have created folders before it failed.
    rmSync(packages[1], { recursive: true, force: true })
    execFileSync('cp', ['-R', ...packages])
  }
}
