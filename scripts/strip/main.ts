// `npm run strip`: removes the sandbox, the benchmarks and the demo with their scripts, packages and paragraphs, in one
// commit that can be reviewed and reverted. Afterwards check, tests and build pass without them.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../settings.ts'
import { step } from '../step.ts'
import {
  emptyVariables,
  removeBlocks,
  removeCommands,
  removeEntries,
  removeScripts,
  removeWorkspaces,
} from './edits.ts'
import { EMPTIED_VARIABLES, REMOVED_COMMANDS, REMOVED_PACKAGES, REMOVED_PATHS } from './plan.ts'

class StripError extends Error {
  override name = 'StripError'
}

try {
  requireCleanTree()
  await step('Remove files', removeFiles)
  await step('Edit what stays', editFiles)
  await step('Remove packages', removePackages)
  await step('Format', async () =>
    run(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.']),
  )
  await step('Commit', commit)
  console.log(
    'One commit: look at it with `git show --stat`, take it back with `git revert HEAD`.\nNext: npm run check, npm test, npm run build, and docs/going-live.md.',
  )
} catch (error) {
  if (!(error instanceof StripError)) throw error
  console.error(error.message)
  process.exit(1)
}

function requireCleanTree(): void {
  const status = spawnSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' })
  if (status.status !== 0) throw new StripError('This is no git repository: nothing was changed.')
  if (status.stdout !== '')
    throw new StripError('There are changes that are not committed: commit or stash them first.')
}

async function removeFiles(): Promise<void> {
  const present = REMOVED_PATHS.filter((path) => existsSync(join(ROOT, path)))
  run('git', ['rm', '-r', '-q', ...present])
}

async function editFiles(): Promise<void> {
  const marked = spawnSync('git', ['grep', '-l', 'strip:begin'], { cwd: ROOT, encoding: 'utf8' })
  for (const path of marked.stdout.split('\n').filter(Boolean)) edit(path, removeBlocks)
  edit('package.json', (text) => removeWorkspaces(removeScripts(text, REMOVED_COMMANDS)))
  edit('scripts/bootstrap.mjs', (text) => removeCommands(text, REMOVED_COMMANDS))
  edit('knip.json', (text) => removeEntries(text, ['sandbox', 'bench']))
  edit('.env.example', (text) => emptyVariables(text, EMPTIED_VARIABLES))
}

async function removePackages(): Promise<void> {
  const npm = process.env.npm_execpath
  const args = ['uninstall', '--no-audit', '--no-fund', '--loglevel=error', ...REMOVED_PACKAGES]
  run(npm ? process.execPath : 'npm', npm ? [npm, ...args] : args)
}

async function commit(): Promise<void> {
  run('git', ['add', '-A'])
  run('git', [
    'commit',
    '-q',
    '-m',
    'Remove the sandbox, the benchmarks and the demo',
    '-m',
    'By npm run strip. The stories of e2e/ stay; they need an app and a service to be named.',
  ])
}

function edit(path: string, change: (text: string) => string): void {
  writeFileSync(join(ROOT, path), change(readFileSync(join(ROOT, path), 'utf8')))
}

function run(program: string, args: string[]): void {
  const { status, stderr, stdout } = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8' })
  if (status === 0) return
  throw new StripError(
    `${stdout}${stderr}\nStopped before the commit; \`git reset --hard\` takes everything back.`,
  )
}
