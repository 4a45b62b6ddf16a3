// `npm run strip`: removes the lab, the presenter's guide and the texts about this reference project, and keeps the sandbox
// for development. `-- --all` removes the sandbox and the demo too. The result is one commit, to review or revert.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOptions } from '../options.ts'
import { ROOT } from '../settings.ts'
import { step } from '../step.ts'
import { planFor } from './plan.ts'
import { strip } from './strip.ts'

class StripError extends Error {
  override name = 'StripError'
}

const all = readOptions('strip').values.all === true
try {
  requireCleanTree()
  const files = git('ls-files').split('\n').filter(Boolean)
  await step('Remove files and paragraphs', () => strip({ root: ROOT, files, all }))
  await step('Remove packages', removePackages)
  await step('Format', async () => {
    run(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.'])
  })
  await step('Commit', commit)
  console.log('Review the commit with `git show --stat`; `git revert HEAD` undoes it.')
  console.log(
    all
      ? "Next: put your service's staging system into .env (docs/going-live.md), then run npm run dev."
      : 'Next: run npm run check, npm test and npm run dev. The sandbox stays as a development dependency.',
  )
} catch (error) {
  if (!(error instanceof StripError)) throw error
  console.error(error.message)
  process.exit(1)
}

function requireCleanTree(): void {
  const status = spawnSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' })
  if (status.status !== 0)
    throw new StripError('This is not a git repository. Nothing was changed.')
  if (status.stdout !== '')
    throw new StripError('You have uncommitted changes: commit or stash them first.')
}

/** Uninstalls the plan's packages, if they're installed, and lets npm write the lock file. */
async function removePackages(): Promise<void> {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  )
  const packages = planFor(all).packages.filter(
    (name) => name in dependencies || name in devDependencies,
  )
  const npm = process.env.npm_execpath
  const args = ['uninstall', '--no-audit', '--no-fund', '--loglevel=error', ...packages]
  run(npm ? process.execPath : 'npm', npm ? [npm, ...args] : args)
}

async function commit(): Promise<void> {
  git('add', '-A')
  git(
    'commit',
    '-q',
    '-m',
    all ? 'Remove the lab, the demo and the sandbox' : "Remove the lab and the presenter's guide",
    '-m',
    'By npm run strip.',
  )
}

function git(...args: string[]): string {
  return run('git', args)
}

function run(program: string, args: string[]): string {
  const { status, stderr, stdout } = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8' })
  if (status === 0) return stdout
  throw new StripError(
    `${stdout}${stderr}\nStopped before the commit. \`git reset --hard\` restores the files.`,
  )
}
