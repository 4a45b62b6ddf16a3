// A copy of the project in a temporary folder, to build and test it without some of its parts.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from './settings.ts'

/** All tracked and new files, and the packages as hard links, because Turbopack doesn't follow links out of the project. */
export function copyProject(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'project-'))
  // If this runs as root, tests start PostgreSQL as another user, which needs access.
  chmodSync(folder, 0o755)
  copyFiles(folder)
  linkTree(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Copies all tracked and new files that aren't ignored. @returns their paths */
export function copyFiles(folder: string): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const files = listed.split('\n').filter((file) => file !== '' && existsSync(join(ROOT, file)))
  for (const file of files) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    cpSync(join(ROOT, file), join(folder, file))
  }
  return files
}

/** Links the packages, except those in `without`. Fast, but only for tools that follow links out of the project. */
function linkPackages(folder: string, without: readonly string[] = []): void {
  const [from, to] = [join(ROOT, 'node_modules'), join(folder, 'node_modules')]
  const names = readdirSync(from).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(from, name)).map((part) => `${name}/${part}`) : [name],
  )
  // Tools would write through a link into this project's cache.
  for (const name of names.filter((name) => name !== '.cache' && !without.includes(name))) {
    mkdirSync(dirname(join(to, name)), { recursive: true })
    symlinkSync(join(from, name), join(to, name))
  }
}

function linkTree(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    // Tools would write through a link into this project's files.
    if (entry.name === '.cache' || entry.name === '.package-lock.json')
      cpSync(source, target, { recursive: true })
    else if (entry.isDirectory()) linkTree(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else linkOrCopy(source, target)
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target)
  } catch {
    // The temporary folder is on another file system.
    cpSync(source, target)
  }
}
