/**
 * `npm run engines`: plays stories.ts in this machine's stock Firefox and WebKitGTK, on its own app unless APP_URL and
 * SANDBOX_URL name a running one. An engine that isn't installed is skipped, with a message.
 */
import { environment } from '../../e2e/fixtures/environment.ts'
import { readOptions } from '../../scripts/options.ts'
import { runTool } from '../../scripts/run-tool.ts'
import { type App, startApp, startPostgres, stopAll } from '../bench/processes.ts'
import { type Browser, NotInstalledError } from './browser.ts'
import { startFirefox } from './firefox.ts'
import { STORIES } from './stories.ts'
import { Visitor } from './visitor.ts'
import { startWebKit } from './webkit.ts'

readOptions('engines')
// Node 20 has WebSocket behind a flag.
if (typeof WebSocket === 'undefined') {
  const args = ['--experimental-websocket', 'scripts/bootstrap.mjs', 'engines']
  process.exit((await runTool(args, { shows: true })).exitCode)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stopAll().then(() => process.exit(1)))

let passed = 0
let failed = 0
try {
  let app: App | undefined
  for (const start of [startFirefox, startWebKit]) {
    const browser = await start().catch(skipped)
    if (!browser) continue
    try {
      app ??= await findApp()
      await play(browser, app)
    } finally {
      await browser.close()
    }
  }
} catch (error) {
  console.error(error)
  failed += 1
}
console.log(`${passed} passed, ${failed} failed`)
await stopAll()
process.exit(failed === 0 ? 0 : 1)

async function play(browser: Browser, app: App): Promise<void> {
  for (const [title, story] of Object.entries(STORIES)) {
    await browser.forget()
    const startedAt = performance.now()
    const line = () =>
      `${browser.name}: ${title} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)`
    try {
      await story(new Visitor(browser, app.url), app.sandboxUrl)
      passed += 1
      console.log(`✓ ${line()}`)
    } catch (error) {
      failed += 1
      console.log(`✘ ${line()}\n  ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

function skipped(error: unknown): null {
  if (!(error instanceof NotInstalledError)) throw error
  console.log(`skipped: ${error.message}`)
  return null
}

async function findApp(): Promise<App> {
  const { APP_URL, SANDBOX_URL } = environment
  if (APP_URL && SANDBOX_URL) return { url: APP_URL, sandboxUrl: SANDBOX_URL }
  return startApp(await startPostgres())
}
