// `npm run build`: makes .next/standalone, a folder that only needs Node (`node server.js`).
// It refuses to run without a key for server actions, because the next build wouldn't know forms from this one.
import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ACTION_KEY_VARIABLE } from './action-key.ts'
import { removeDevTypes } from './build.ts'
import { runTool } from './run-tool.ts'
import { ROOT, readActionKey, SettingsError } from './settings.ts'
import { step } from './step.ts'

const BUILD = join(ROOT, '.next')
const STANDALONE = join(BUILD, 'standalone')

const actionKey = readActionKeyOrExit()
// The demo builds into the same folder for `next start`, and must not reuse this build.
rmSync(join(BUILD, 'built-from'), { force: true })
removeDevTypes()
const { exitCode, output } = await step('Build the app', () =>
  runTool(['node_modules/next/dist/bin/next', 'build'], {
    env: {
      BUILD_OUTPUT: 'standalone',
      NODE_ENV: 'production',
      [ACTION_KEY_VARIABLE]: actionKey,
    },
  }),
)
if (exitCode !== 0) {
  console.error(output)
  process.exit(1)
}
// Next expects a CDN to serve these. Here the server does too.
cpSync(join(BUILD, 'static'), join(STANDALONE, '.next/static'), { recursive: true })
if (existsSync(join(ROOT, 'public')))
  cpSync(join(ROOT, 'public'), join(STANDALONE, 'public'), { recursive: true })
cpSync(join(ROOT, 'deploy/publish-assets.mjs'), join(STANDALONE, 'publish-assets.mjs'))
console.log('Ready in .next/standalone: node server.js')

function readActionKeyOrExit(): string {
  try {
    return readActionKey(process.env)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
