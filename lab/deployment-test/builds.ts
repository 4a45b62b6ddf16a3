// Makes builds that differ as releases do, each from scratch as on a build server: one changes a word and adds a column,
// one renames an action. They all have the same key.
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { copyProject } from '../../scripts/project-copy.ts'
import { runTool } from '../../scripts/run-tool.ts'
import { step } from '../../scripts/step.ts'

export interface Build {
  name: string
  /** The output of `npm run build`. */
  folder: string
  /** Names of the files under .next/static. */
  assets: Set<string>
  /** Ids of the server actions, by file and export. */
  actions: Map<string, string>
}

type Change = { file: string; from: string | RegExp; to: string }

/** In order: each build includes the changes of those before it. */
const RELEASES: Record<string, Change[]> = {
  // Skips the type check, which has run before and takes half of a build.
  first: [
    {
      file: 'next.config.js',
      from: "typescript: { tsconfigPath: 'tsconfig.app.json' }",
      to: 'typescript: { ignoreBuildErrors: true }',
    },
  ],
  column: [
    { file: 'site.ts', from: "name: 'Northwind'", to: "name: 'Southwind'" },
    { file: 'components/apply/keeping-input.ts', from: "'post'", to: "'POST'" },
    {
      file: 'prisma/schema.prisma',
      from: /^( {2}note +String\?.*)$/m,
      to: '$1\n  channel String? @db.VarChar(40)',
    },
  ],
  renamed: [
    { file: 'site.ts', from: "name: 'Southwind'", to: "name: 'Westwind'" },
    { file: 'components/apply/keeping-input.ts', from: "'POST'", to: "'Post'" },
    { file: 'app/apply/actions.ts', from: 'openInquiryAction', to: 'openApplicationAction' },
    { file: 'app/apply/page.tsx', from: /openInquiryAction/g, to: 'openApplicationAction' },
  ],
}

const manifestSchema = z.object({
  node: z.record(z.string(), z.object({ filename: z.string(), exportedName: z.string() })),
})

/** @param folder gets one folder for each build */
export async function makeBuilds(folder: string, actionKey: string): Promise<Build[]> {
  const copy = await step('Copy the project', async () => copyProject())
  try {
    const builds: Build[] = []
    for (const [name, changes] of Object.entries(RELEASES)) {
      for (const change of changes) apply(copy.folder, change)
      await step(`Build "${name}"`, () => build(copy.folder, actionKey))
      renameSync(join(copy.folder, '.next/standalone'), join(folder, name))
      builds.push(readBuild(folder, name))
    }
    return builds
  } finally {
    copy.remove()
  }
}

export function readBuild(folder: string, name: string): Build {
  const built = join(folder, name, '.next')
  const { node } = manifestSchema.parse(
    JSON.parse(readFileSync(join(built, 'server/server-reference-manifest.json'), 'utf8')),
  )
  return {
    name,
    folder: join(folder, name),
    assets: new Set(
      readdirSync(join(built, 'static'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name),
    ),
    actions: new Map(
      Object.entries(node).map(([id, { filename, exportedName }]) => [
        `${filename}#${exportedName}`,
        id,
      ]),
    ),
  }
}

export const releaseNames = Object.keys(RELEASES)

function apply(root: string, { file, from, to }: Change): void {
  const path = join(root, file)
  const before = readFileSync(path, 'utf8')
  const after = before.replace(from, to)
  if (after === before) throw new Error(`${file} no longer contains ${from}`)
  // Removed first, because the copy may be a link to the project's own file.
  rmSync(path)
  writeFileSync(path, after)
}

async function build(cwd: string, actionKey: string): Promise<void> {
  rmSync(join(cwd, '.next'), { recursive: true, force: true })
  const { exitCode, output } = await runTool(['scripts/bootstrap.mjs', 'build'], {
    cwd,
    env: { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: actionKey },
  })
  if (exitCode !== 0) throw new Error(output.split('\n').slice(-40).join('\n'))
}
