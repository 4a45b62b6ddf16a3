// Whether the demo can use the last build of the app. The app reads its environment at start, so only its sources and the key
// of its server actions count.
import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './settings.ts'

const SOURCES = ['app', 'components', 'lib', 'messages']
const BUILD = join(ROOT, '.next/BUILD_ID')
/** Has the key that the build was made with. */
const MANIFEST = join(ROOT, '.next/server/server-reference-manifest.json')

type Variables = Readonly<Record<string, string | undefined>>

/** True if a source is newer than the build, or a file was deleted, which changes its folder's time. */
export function needsBuild({ NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: key = '' }: Variables): boolean {
  if (!existsSync(BUILD) || !existsSync(MANIFEST)) return true
  if (!readFileSync(MANIFEST, 'utf8').includes(JSON.stringify(key))) return true
  const builtAt = statSync(BUILD).mtimeMs
  return listSources().some((path) => statSync(join(ROOT, path)).mtimeMs > builtAt)
}

/** @param startedAt a file that was saved during the build may not be in it */
export function markBuilt(startedAt: Date): void {
  utimesSync(BUILD, startedAt, startedAt)
}

function listSources(): string[] {
  const files = readdirSync(ROOT).filter((name) => /(?<!\.d)\.(ts|js|mjs|json)$/.test(name))
  const inFolder = (folder: string) => {
    const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    return [folder, ...names.map((name) => join(folder, name))]
  }
  return [...files, ...SOURCES.flatMap(inFolder)].filter((path) => !path.endsWith('.test.ts'))
}
