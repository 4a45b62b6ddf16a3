// Builds of the app. All builds share a key, because otherwise one build wouldn't recognise the other's forms.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyProject } from '../../scripts/copy-project.ts'
import { Program } from '../../scripts/program.ts'
import { ROOT, readExample, readSettings } from '../../scripts/settings.ts'
import { bin, NODE } from './parts.ts'

/** The label of the submit button. It appears in the HTML and in a script. */
const TEXT = 'Continue to identity check'
const OTHER_TEXT = 'Go on to the identity check'
/** Outside the project, where Tailwind would scan the copy's packages for class names. */
const COPY = join(tmpdir(), 'lab-build')

export interface Build {
  /** The folder for `next start`. */
  folder: string
  /** A text that appears only in this build's pages. */
  text: string
}

export async function buildProject(): Promise<Build> {
  await buildIn(ROOT)
  return { folder: ROOT, text: TEXT }
}

/** Builds a copy of this checkout with another text and another style sheet. */
export async function buildAnother(): Promise<Build> {
  copyProject(COPY, { canBuild: true })
  const messages = join(COPY, 'messages/en.json')
  const before = readFileSync(messages, 'utf8')
  if (!before.includes(TEXT)) throw new Error(`${messages} no longer contains “${TEXT}”`)
  writeFileSync(messages, before.replace(TEXT, OTHER_TEXT))
  appendFileSync(join(COPY, 'app/globals.css'), '\n:root { --build: "another"; }\n')
  await new Program('generate', [NODE, bin('prisma', COPY), 'generate'], { cwd: COPY }).succeed()
  await buildIn(COPY)
  return { folder: COPY, text: OTHER_TEXT }
}

async function buildIn(cwd: string): Promise<void> {
  console.log(`Building ${cwd} …`)
  const env = {
    ...process.env,
    ...readSettings(readExample()).env,
    NODE_ENV: 'production' as const,
  }
  await new Program('build', [NODE, bin('next', cwd), 'build'], { cwd, env }).succeed()
}
