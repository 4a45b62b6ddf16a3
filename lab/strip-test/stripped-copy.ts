// Copies of the project as `npm run strip` leaves it.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { copyFiles, copyProject, linkPackages } from '../../scripts/project-copy.ts'
import { runTool } from '../../scripts/run-tool.ts'
import { ROOT } from '../../scripts/settings.ts'
import { planFor } from '../../scripts/strip/plan.ts'
import { strip } from '../../scripts/strip/strip.ts'

export type Form = { name: string; title: string; args: string[] }

export const FORMS: Form[] = [
  { name: 'default', title: 'strip', args: [] },
  { name: 'all', title: 'strip --all', args: ['--all'] },
]

/** Strips a copy with the command itself. @throws an error with its output if it fails */
export async function stripCopy({ args }: Form): Promise<{ folder: string; remove: () => void }> {
  const copy = copyProject()
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=lab', '-c', 'user.email=lab@example.com', ...words], {
      cwd: copy.folder,
      encoding: 'utf8',
    })
  git('init', '-q')
  git('config', 'user.name', 'lab')
  git('config', 'user.email', 'lab@example.com')
  git('add', '-A')
  git('commit', '-q', '-m', 'The project')
  const { exitCode, output } = await runTool(['scripts/bootstrap.mjs', 'strip', ...args], {
    cwd: copy.folder,
  })
  if (exitCode === 0) return copy
  copy.remove()
  throw new Error(output)
}

export type StrippedFiles = { folder: string; files: string[] }

/** Makes the same edits within a second, without npm or a commit, and leaves out the packages that npm would remove. */
export async function stripFiles({ args }: Form, folder: string): Promise<StrippedFiles> {
  mkdirSync(folder, { recursive: true })
  const all = args.includes('--all')
  const { packages } = planFor(all)
  const copied = copyFiles(folder)
  await strip({ root: folder, files: copied, all })
  forgetPackages(folder, packages)
  linkPackages(folder, all ? [...packages, 'verification-sandbox'] : packages)
  // Generated files, which a command would otherwise generate again.
  for (const path of ['lib/prisma-client', 'node_modules/.cache/generated-from'])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  // The tests of documents and walls read the files that git lists.
  execFileSync('git', ['init', '-q'], { cwd: folder })

  return { folder, files: copied.filter((file) => existsSync(join(folder, file))) }
}

const dependenciesSchema = z.looseObject({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
})
const lockSchema = z.looseObject({ packages: z.record(z.string(), z.looseObject({})) })

/** Removes the packages as npm would; otherwise the next command would install them. */
function forgetPackages(folder: string, names: string[]): void {
  const edit = <Schema extends z.ZodType>(
    file: string,
    schema: Schema,
    forget: (json: z.infer<Schema>, name: string) => void,
  ) => {
    const json = schema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
    for (const name of names) forget(json, name)
    writeFileSync(join(folder, file), `${JSON.stringify(json, null, 2)}\n`)
  }
  edit('package.json', dependenciesSchema, ({ dependencies, devDependencies }, name) => {
    delete dependencies[name]
    delete devDependencies[name]
  })
  edit('package-lock.json', lockSchema, ({ packages }, name) => {
    for (const path of Object.keys(packages))
      if (`${path}/`.startsWith(`node_modules/${name}/`)) delete packages[path]
  })
}
