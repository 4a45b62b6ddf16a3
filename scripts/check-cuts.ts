// `npm run check:cuts`: builds and tests copies of the project without the parts that a merchant may delete.
// `-- --only app` or `-- --only customer` checks just one of them.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readOptions } from './options.ts'
import { copyProject } from './project-copy.ts'
import { runTool } from './run-tool.ts'
import { step } from './step.ts'

const CUTS = {
  app: { without: ['sandbox', 'e2e', 'lab'], leaves: 'the app' },
  customer: {
    without: ['app/admin', 'app/api/admin', 'components/admin', 'lib/back-office'],
    leaves: "the customer's side",
  },
}
const COMMANDS = {
  Generate: ['node_modules/prisma/build/index.js', 'generate', '--no-hints'],
  Build: ['node_modules/next/dist/bin/next', 'build'],
  Test: ['node_modules/vitest/vitest.mjs', 'run', 'app/', 'components/', 'lib/'],
}

class CutFailedError extends Error {
  override name = 'CutFailedError'
}

const { only } = readOptions('check:cuts').values
const chosen = Object.entries(CUTS).filter(([name]) => only === undefined || only === name)
if (chosen.length === 0) {
  console.error(`There is no cut "${only}". Use one of: ${Object.keys(CUTS).join(', ')}.`)
  process.exit(1)
}
try {
  for (const [, { without, leaves }] of chosen) {
    console.log(`Without ${without.join(', ')}: ${leaves}`)
    await tryCut(without)
  }
  console.log('The cuts are clean.')
} catch (error) {
  if (!(error instanceof CutFailedError)) throw error
  console.error(error.message)
  process.exit(1)
}

async function tryCut(without: string[]): Promise<void> {
  const copy = await step('Copy', async () => copyProject())
  try {
    for (const path of without) rmSync(join(copy.folder, path), { recursive: true, force: true })
    for (const [title, command] of Object.entries(COMMANDS))
      await step(title, async () => {
        const { exitCode, output } = await runTool(command, { cwd: copy.folder })
        if (exitCode !== 0) throw new CutFailedError(withoutLogs(output))
      })
  } finally {
    copy.remove()
  }
}

/** The tools' output, without the app's own log lines. */
function withoutLogs(output: string): string {
  return output
    .split('\n')
    .filter((line) => !/^\{.*\}$/.test(line))
    .slice(-100)
    .join('\n')
}
