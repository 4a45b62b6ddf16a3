// `npm run screenshots -- [folder]`: a picture of every screen, on a phone, a tablet and a desk, light and dark.
import { resolve } from 'node:path'
import { readOptions } from './options.ts'
import { runE2e } from './run-e2e.ts'
import { ROOT } from './settings.ts'

const folder = resolve(ROOT, readOptions('screenshots').positionals[0] ?? '.data/screenshots')
process.env.SCREENSHOTS_DIR = folder
try {
  const { failed, passed } = await runE2e(['--project=screenshots'])
  console.log(
    `\n${passed} screens are in ${folder}${failed > 0 ? `; ${failed} could not be made` : ''}`,
  )
  process.exit(failed === 0 ? 0 : 1)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
