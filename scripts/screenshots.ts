// `npm run screenshots -- [folder]`: takes a picture of every screen, on a phone, a tablet and a desktop, light and dark.
// `-- --compare` fails if a screen differs from its approved picture; `-- --approve` replaces the approved pictures.
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { readOptions } from './options.ts'
import { runE2e } from './run-e2e.ts'
import { ROOT } from './settings.ts'

const APPROVED = 'e2e/screenshots/approved'

const { values, positionals } = readOptions('screenshots')
const mode = values.approve ? 'approve' : values.compare ? 'compare' : 'look'
const folder = resolve(ROOT, positionals[0] ?? (mode === 'look' ? '.data/screenshots' : APPROVED))
process.env.SCREENSHOTS_DIR = folder
process.env.SCREENSHOTS_MODE = mode
// Lists show what earlier stories created, so the stories run in order.
const inOrder = ['--workers=1', `--update-snapshots=${mode === 'approve' ? 'all' : 'none'}`]
try {
  if (mode === 'approve') rmSync(folder, { recursive: true, force: true })
  const { failed, passed } = await runE2e([
    '--project=screenshots',
    ...(mode === 'look' ? [] : inOrder),
  ])
  console.log(`\n${summary(passed, failed)}`)
  process.exit(failed === 0 ? 0 : 1)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

function summary(passed: number, failed: number): string {
  if (mode !== 'compare')
    return `${passed} screens are in ${folder}${failed > 0 ? `; ${failed} could not be captured` : ''}`
  if (failed === 0) return `${passed} screens look as approved`
  return `${failed} screens differ or could not be shown; the differences are in test-results/. To accept them: npm run screenshots -- --approve`
}
