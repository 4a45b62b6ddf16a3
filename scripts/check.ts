// `npm run check`: runs all static checks, even if one fails, then lists the failed ones.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { removeDevTypes } from './build.ts'
import { runTool } from './run-tool.ts'
import { ROOT } from './settings.ts'
import { step } from './step.ts'

const TSC = 'node_modules/typescript/bin/tsc'

class CheckFailedError extends Error {
  override name = 'CheckFailedError'
}

type Check = { title: string; commands: string[][] }

const checks: Check[] = [
  {
    title: 'Format, lint and import cycles',
    commands: [['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']],
  },
  {
    title: 'Walls between the folders',
    commands: [['node_modules/vitest/vitest.mjs', 'run', 'scripts/walls.test.ts']],
  },
  {
    title: 'Types',
    commands: [
      ['node_modules/next/dist/bin/next', 'typegen'],
      [TSC, '--noEmit', '--pretty', 'false'],
    ],
  },
  {
    title: 'Types of the sandbox',
    commands: [[TSC, '--noEmit', '--pretty', 'false', '-p', 'sandbox/tsconfig.json']],
  },
  {
    title: 'Migrations',
    commands: [['--import', 'tsx', 'scripts/database/lint-migrations.ts']],
  },
  {
    title: 'Dead code and unused dependencies',
    commands: [['node_modules/knip/bin/knip.js', '--no-progress']],
  },
]

removeDevTypes()
const failed: string[] = []
for (const { title, commands } of checks) {
  if (title.includes('sandbox') && !existsSync(join(ROOT, 'sandbox'))) continue
  try {
    await step(title, () => runAll(commands))
  } catch (error) {
    if (!(error instanceof CheckFailedError)) throw error
    console.error(error.message)
    failed.push(title)
  }
}
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}.`)
process.exit(failed.length === 0 ? 0 : 1)

async function runAll(commands: string[][]): Promise<void> {
  for (const command of commands) {
    const { exitCode, output } = await runTool(command)
    if (exitCode !== 0) throw new CheckFailedError(output.trim())
  }
}
