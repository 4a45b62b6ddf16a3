// Applies the diffs in docs/customising.md to a copy of the project, as a reader would.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkTypes } from './check-types.ts'
import { copyFiles, linkPackages } from './project-copy.ts'
import { runTool } from './run-tool.ts'
import { ROOT } from './settings.ts'

const sections = new Map(
  readFileSync(join(ROOT, 'docs/customising.md'), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section]),
)
const copy = mkdtempSync(join(tmpdir(), 'customised-'))
/** The files that each section's diffs changed. */
const changed: Record<string, string[]> = {}

/** Tests of the code that the diffs change, and tests that compare it with documents, texts and the brand. */
const TESTS = [
  'components/admin/inquiry-link',
  'lib/application-form',
  'lib/inquiries/account-openings',
  'lib/inquiries/round-trip',
  'lib/privacy',
  'lib/short-reference',
  'lib/staff',
  'messages/no-text-in-code',
].map((name) => `${name}.test.ts`)

beforeAll(async () => {
  // If this runs as root, the tests start PostgreSQL as another user, which needs access.
  chmodSync(copy, 0o755)
  copyFiles(copy)
  linkPackages(copy)
  git(['init', '--quiet'])
  git(['add', '--all'])
  commit('As it comes')
  for (const [title, section] of sections) {
    for (const [, diff = ''] of section.matchAll(/^```diff\n([\s\S]*?)^```$/gm))
      git(['apply', '--index', '-'], diff)
    changed[title] = git(['diff', '--cached', '--name-only']).trim().split('\n').sort()
    commit(title)
    for (const [, name = ''] of section.matchAll(/^npm run db:new -- (\w+)$/gm))
      await run(['node_modules/tsx/dist/cli.mjs', 'scripts/database/new-migration.ts', name])
  }
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('each change touches few files', () => {
  expect(changed).toEqual({
    Brand: ['app/globals.css', 'app/icon.svg', 'site.ts'],
    Field: [
      'lib/application-form.ts',
      'messages/de.json',
      'messages/en.json',
      'prisma/schema.prisma',
    ],
    Role: ['lib/staff.ts', 'messages/de.json', 'messages/en.json'],
    Account: ['lib/open-account.ts'],
    Login: ['lib/applicant.ts'],
  })
})

test('the migration of the new field adds one column and leads to the schema', async () => {
  const files = git(['ls-files', '--others', '--exclude-standard', 'prisma']).trim().split('\n')
  expect(files).toEqual([expect.stringMatching(/^prisma\/migrations\/\d+_add_country\//)])
  expect(readFileSync(join(copy, files[0] ?? ''), 'utf8')).toContain(
    'ALTER TABLE "Inquiry" ADD COLUMN     "country" VARCHAR(2);',
  )
})

test('the new role may see the list and the audit trail and nothing else', async () => {
  const { can, ROLE_RULES } = await import(pathToFileURL(join(copy, 'lib/staff.ts')).href)
  const permissions: string[] = ROLE_RULES.ADMIN.may
  expect(permissions.filter((permission) => can({ role: 'AUDITOR' }, permission))).toEqual([
    'inquiries.list',
    'audit.list',
  ])
})

test('the changed project type-checks, and its tests pass', async () => {
  await run(['node_modules/prisma/build/index.js', 'generate', '--no-hints'])
  const types = checkTypes(copy)
  await run(['node_modules/vitest/vitest.mjs', 'run', ...TESTS])
  expect((await types).output).toBe('')
}, 180_000)

function commit(message: string): void {
  const author = ['-c', 'user.name=Newcomer', '-c', 'user.email=newcomer@example.com']
  git([...author, 'commit', '--quiet', '--no-verify', '--no-gpg-sign', '--message', message])
}

function git(args: string[], input = ''): string {
  return execFileSync('git', args, { cwd: copy, input, encoding: 'utf8' })
}

async function run(args: string[]): Promise<void> {
  // The databases of this run lack the copy's own migration, so the copy's tests start their own server.
  const env = { TEST_ALL: '1', TEST_POSTGRES_URL: '' }
  const { exitCode, output } = await runTool(args, { cwd: copy, env })
  expect(exitCode, output).toBe(0)
}
