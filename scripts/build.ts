// Builds the app if its sources have changed since the last build.
// The app reads its environment at start, not at build time, so one build works with any ports and any database.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ACTION_KEY_VARIABLE } from './action-key.ts'
import { joinFolder } from './database/folder-lock.ts'
import { ROOT, SettingsError } from './settings.ts'
import type { Supervisor } from './supervisor.ts'

const SOURCE_FOLDERS = ['app', 'components', 'lib', 'messages', 'public']
const SOURCE_FILE_PATTERN = /\.(ts|js|mjs|json)$/
const TEST_FILE_PATTERN = /\.test\.tsx?$/
// Written by tools.
const WRITTEN_FILE_PATTERN = /^next-env\.d\.ts$|\.tsbuildinfo$/
const STAMP_FILE = join(ROOT, '.next', 'built-from')

/** In node_modules, because a build empties .next. */
const USERS = join(ROOT, 'node_modules', '.cache', 'app-build')

/** A running app serves files from .next. @throws SettingsError if a build would remove another running app's files */
export function claimBuild(env: Record<string, string>): void {
  const other = joinFolder(USERS)
  if (other === null || !needsBuild(env)) return
  throw new SettingsError(
    `The app has to be rebuilt, but process ${other} is still serving the last build from this folder: stop it first.`,
  )
}

export function needsBuild(env: Record<string, string>): boolean {
  if (!existsSync(join(ROOT, '.next', 'BUILD_ID')) || !existsSync(STAMP_FILE)) return true
  return readFileSync(STAMP_FILE, 'utf8') !== sourceHash(env)
}

/** `next dev` may have been stopped while writing these types, and builds and checks would read the incomplete files. */
export function removeDevTypes(root = ROOT): void {
  rmSync(join(root, '.next/dev/types'), { recursive: true, force: true })
}

/** @throws ProcessFailedError with the compiler's last lines */
export async function build(supervisor: Supervisor, env: Record<string, string>): Promise<void> {
  const builtFrom = sourceHash(env)
  rmSync(STAMP_FILE, { force: true })
  removeDevTypes()
  await supervisor.run({
    name: 'build',
    args: ['node_modules/next/dist/bin/next', 'build'],
    env: { ...env, NODE_ENV: 'production', SKIP_TYPE_CHECK: '1' },
  })
  writeFileSync(STAMP_FILE, builtFrom)
}

function sourceHash(env: Record<string, string>): string {
  const hash = createHash('sha256')
  for (const file of listSources()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0')
  }
  // The only variables that become part of a build.
  for (const name of Object.keys(env).sort()) {
    if (name.startsWith('NEXT_PUBLIC_') || name === ACTION_KEY_VARIABLE)
      hash.update(`${name}=${env[name]}\0`)
  }
  return hash.digest('hex')
}

function listSources(): string[] {
  const rootFiles = readdirSync(ROOT, { withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        SOURCE_FILE_PATTERN.test(entry.name) &&
        !WRITTEN_FILE_PATTERN.test(entry.name),
    )
    .map((entry) => entry.name)
  return [...rootFiles, ...SOURCE_FOLDERS.flatMap(listFolder)].sort()
}

function listFolder(folder: string): string[] {
  if (!existsSync(join(ROOT, folder))) return []
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !TEST_FILE_PATTERN.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
}
