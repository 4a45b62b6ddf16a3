import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ROOT } from './settings.ts'

/** One planted violation for each thing that design.md's table forbids: the file, and what it imports. */
const FORBIDDEN: [file: string, imported: string][] = [
  ['app/page.ts', '@/sandbox/store'],
  ['app/admin/inquiries/page.ts', '../../../sandbox/store'],
  ['app/actions.ts', '@prisma/client'],
  ['app/queries.ts', '@/lib/prisma-client/client'],
  ['components/apply/form.ts', '@/app/apply/actions'],
  ['components/apply/list.ts', '@/lib/db'],
  ['components/apply/settings.ts', '@/lib/env'],
  ['components/apply/session.ts', '../../lib/auth'],
  ['components/apply/service.ts', '@/lib/verification/client'],
  ['components/apply/rows.ts', '@prisma/client'],
  ['lib/inquiries/open.ts', '@/app/apply/actions'],
  ['lib/inquiries/show.ts', '../../components/ui/button'],
  ['lib/inquiries/leave.ts', 'next/navigation'],
  ['lib/inquiries/cheat.ts', '../../sandbox/store'],
  ['lib/settings.ts', '@/components/ui/button'],
  ['lib/verification/client.ts', '../env'],
  ['lib/verification/errors.ts', '@/lib/log'],
  ['lib/verification/retry.ts', 'pino'],
  ['sandbox/main.ts', '../lib/verification/schemas'],
  ['sandbox/flow/pages.ts', '../../lib/verification/schemas'],
  ['sandbox/flow/steps/photo.ts', '@/components/ui/button'],
  ['e2e/apply.spec.ts', '../lib/db'],
  ['e2e/fixtures/staff.ts', '../../app/actions'],
  ['scripts/start.ts', '../sandbox/main'],
]
const ALLOWED: typeof FORBIDDEN = [
  ['app/allowed.ts', '@/lib/inquiries/open-inquiry'],
  ['components/ui/allowed.ts', '@/lib/inquiries/status'],
  ['lib/auth.ts', 'next/navigation'],
  ['lib/inquiries/allowed.ts', '../verification/client'],
  ['lib/verification/allowed.ts', './errors'],
  ['lib/verification/parse.ts', 'zod'],
  ['sandbox/flow/allowed.ts', '../store'],
  ['e2e/fixtures/allowed.ts', '../pages/apply'],
]
const READS_ENVIRONMENT = ['app/route.ts', 'components/env.ts', 'lib/db.ts', 'sandbox/sender.ts']
const MAY_READ_ENVIRONMENT = ['lib/env.ts', 'scripts/settings.ts', 'sandbox/main.ts']

const reportSchema = z.object({
  diagnostics: z.array(
    z.object({ category: z.string(), location: z.object({ path: z.string() }) }),
  ),
})

let folder: string
let reported: string[]

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'import-rules-'))
  const config = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8'))
  writeFileSync(
    join(folder, 'biome.json'),
    JSON.stringify({ ...config, $schema: undefined, vcs: undefined }),
  )
  for (const [file, imported] of [...FORBIDDEN, ...ALLOWED])
    plant(`imports/${file}`, `import '${imported}'\n`)
  for (const file of [...READS_ENVIRONMENT, ...MAY_READ_ENVIRONMENT]) {
    plant(`environment/${file}`, 'export const home = process.env.HOME\n')
  }
  reported = [...lint('imports'), ...lint('environment')]
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function plant(file: string, source: string): void {
  mkdirSync(join(folder, dirname(file)), { recursive: true })
  writeFileSync(join(folder, file), source)
}

/** The rule and the file of each finding, with the planted tree as the project. */
function lint(tree: string): string[] {
  const project = join(folder, tree)
  cpSync(join(folder, 'biome.json'), join(project, 'biome.json'))
  const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')
  const { stdout } = spawnSync(
    process.execPath,
    [biome, 'lint', '--reporter=json', '--max-diagnostics=none', '.'],
    { cwd: project, encoding: 'utf8' },
  )
  return reportSchema
    .parse(JSON.parse(stdout))
    .diagnostics.map(({ category, location }) => `${category} ${tree}/${location.path}`)
}

test.each(FORBIDDEN)('%s may not import %s', (file) => {
  expect(reported).toContain(`lint/style/noRestrictedImports imports/${file}`)
})

test.each(ALLOWED)('%s may import %s', (file) => {
  expect(reported).not.toContain(`lint/style/noRestrictedImports imports/${file}`)
})

test.each(READS_ENVIRONMENT)('%s may not read process.env', (file) => {
  expect(reported).toContain(`lint/style/noProcessEnv environment/${file}`)
})

test.each(MAY_READ_ENVIRONMENT)('%s may read process.env', (file) => {
  expect(reported).not.toContain(`lint/style/noProcessEnv environment/${file}`)
})
