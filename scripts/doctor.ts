// `npm run doctor`: prints one line for each problem with the installation, with its fix. Exits with 1 if there is a problem;
// notes don't count. `-- --open` also opens an inquiry: only this shows whether the template is published.
import { parseArgs } from 'node:util'
import { examine } from './doctor/examine.ts'
import { isForTerminal, readSettings } from './settings.ts'

try {
  const { values } = parseArgs({ options: { open: { type: 'boolean', default: false } } })
  let isWell = true
  for await (const { name, problems, notes } of examine(
    readSettings(process.env, { deployed: true }),
    values.open,
  )) {
    if (problems.length === 0) console.log(`✓ ${name}`)
    else isWell = false
    for (const problem of problems) console.log(`✗ ${problem}`)
    for (const note of notes) console.log(`  Note: ${note}`)
  }
  console.log(
    isWell
      ? '\nNothing is wrong.'
      : '\nFix the first problem first: it may be the cause of others.',
  )
  process.exitCode = isWell ? 0 : 1
} catch (error) {
  if (!isForTerminal(error)) throw error
  console.log(`✗ ${error.message}`)
  process.exitCode = 1
}
