// Two builds of the app that differ as releases do, each made from scratch as on a build server.
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT, run } from '../load/processes.ts'
import { build } from '../load/stack.ts'

/** Inside the project, because packages can only be hard links on the same file system. */
const BUILDS = join(ROOT, '.data/lab-builds')

export interface Build {
  /** Where `next start` runs it. */
  folder: string
  /** A text that only its pages have. */
  text: string
}

/** The text is on the button that sends the form, so it is also in a script. */
export async function makeBuilds(folder: string, keep: boolean): Promise<[Build, Build]> {
  const now = { folder: join(BUILDS, 'now'), text: 'Continue to identity check' }
  const next = { folder: join(BUILDS, 'next'), text: 'Go on to the identity check' }
  for (const { folder: copy, text } of [now, next]) {
    if (keep && existsSync(join(copy, '.next/BUILD_ID'))) continue
    copyProject(copy)
    change(join(copy, 'messages/en.json'), now.text, text)
    appendFileSync(join(copy, 'app/globals.css'), `\n:root { --release: "${text}"; }\n`)
    const generate = {
      name: 'generate',
      command: ['npx', 'prisma', 'generate'] as const,
      cwd: copy,
    }
    await run(generate, join(folder, 'logs'))
    await build(copy, folder)
  }
  return [now, next]
}

/** Adds a build's scripts and styles to the folder that the balancer serves, as the first step of a release. */
export const publish = (build: Build, assets: string): void =>
  cpSync(join(build.folder, '.next/static'), join(assets, '_next/static'), { recursive: true })

/** All tracked and new files, and the packages as hard links, because Turbopack follows no link out of the project. */
function copyProject(to: string): void {
  rmSync(to, { recursive: true, force: true })
  const args = ['ls-files', '-coz', '--exclude-standard']
  for (const file of execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\0')) {
    if (file === '' || !existsSync(join(ROOT, file))) continue
    mkdirSync(dirname(join(to, file)), { recursive: true })
    cpSync(join(ROOT, file), join(to, file))
  }
  execFileSync('cp', ['-al', join(ROOT, 'node_modules'), join(to, 'node_modules')])
}

function change(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} no longer contains “${from}”`)
  writeFileSync(file, text.replace(from, to))
}
