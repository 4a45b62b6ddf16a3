// Builds of the app, each made from scratch in a copy of the project, as on a build server.
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
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Program, ROOT } from './processes.ts'

/** Every build has the same key, or a form of one would be unknown to the next. */
export const ACTION_KEY = Buffer.alloc(32, 'lab').toString('base64')

/** Outside the project, where Tailwind would take the copies' packages for sources. */
const BUILDS = join(tmpdir(), 'lab-builds')
/** On the button that sends the form, so it is in a script too. */
const TEXT = 'Continue to identity check'

export interface Build {
  /** Where `next start` runs it. */
  folder: string
  /** A text that only the pages of this build have. */
  text: string
}

export interface BuildOptions {
  /** For logs. */
  folder: string
  /** Uses the last one of this text, if there is one. */
  keep: boolean
  /** Another text on the form's button than today's, and another style sheet. */
  text?: string
}

export async function makeBuild({ folder, keep, text = TEXT }: BuildOptions): Promise<Build> {
  const build = { folder: join(BUILDS, text.replaceAll(' ', '-')), text }
  if (keep && existsSync(join(build.folder, '.next/BUILD_ID'))) return build
  copyProject(build.folder)
  change(build.folder, 'messages/en.json', TEXT, text)
  appendFileSync(join(build.folder, 'app/globals.css'), `\n:root { --build: "${text}"; }\n`)
  const env = {
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: ACTION_KEY,
  }
  const program = { folder, cwd: () => build.folder, env }
  await new Program({ ...program, name: 'generate', command: ['npx', 'prisma', 'generate'] }).run()
  await new Program({ ...program, name: 'build', command: ['npx', 'next', 'build'] }).run()
  return build
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
  const packages = [join(ROOT, 'node_modules'), join(to, 'node_modules')] as const
  try {
    execFileSync('cp', ['-al', ...packages], { stdio: 'ignore' })
  } catch {
    // The temporary folder is on another file system.
    execFileSync('cp', ['-a', ...packages])
  }
}

function change(folder: string, file: string, from: string, to: string): void {
  const text = readFileSync(join(folder, file), 'utf8')
  if (!text.includes(from)) throw new Error(`${file} no longer contains “${from}”`)
  writeFileSync(join(folder, file), text.replace(from, to))
}
