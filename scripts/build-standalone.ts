// `npm run build`: makes .next/standalone, a folder that only needs Node (`node server.js`).
import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { removeDevTypes } from './build.ts'
import { runTool } from './run-tool.ts'
import { ROOT } from './settings.ts'
import { step } from './step.ts'

const BUILD = join(ROOT, '.next')
const STANDALONE = join(BUILD, 'standalone')

// The demo builds in the same place for `next start`, and must not reuse this build.
rmSync(join(BUILD, 'built-from'), { force: true })
removeDevTypes()
const { exitCode, output } = await step('Build the app', () =>
  runTool(['node_modules/next/dist/bin/next', 'build'], {
    env: { BUILD_OUTPUT: 'standalone', NODE_ENV: 'production' },
  }),
)
if (exitCode !== 0) {
  console.error(output)
  process.exit(1)
}
// Next leaves these to a CDN; here the server serves them too.
cpSync(join(BUILD, 'static'), join(STANDALONE, '.next/static'), { recursive: true })
if (existsSync(join(ROOT, 'public')))
  cpSync(join(ROOT, 'public'), join(STANDALONE, 'public'), { recursive: true })
console.log('Ready in .next/standalone: node server.js')
