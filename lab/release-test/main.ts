// `npm run release-test -w lab`: rolls two instances behind Caddy back and forth between two builds, while customers apply and
// keep forms open, pages load with all their scripts and styles, and events arrive. No request may fail and no form may need a
// second submission. The verdict of the other tests must hold too.
// `-- --rolls 4` sets how often.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Browser } from '@playwright/test'
import { fillInForm } from '../../e2e/fixtures/application-form.ts'
import { launchBrowser, openPage } from '../load/browser.ts'
import { type Build, buildAnother, buildProject } from '../load/builds.ts'
import { Customer } from '../load/customer.ts'
import { FOLDER, freePorts, run } from '../load/parts.ts'
import { type Findings, runUnderLoad, type Scene } from '../load/run.ts'
import { startStack } from '../load/stack.ts'
import { exchange, failures } from '../load/wire.ts'
import { startCaddy } from './caddy.ts'

/** The balancer checks readiness every second and waits two seconds for the answer. */
const BALANCER_MS = 4_000
const CALM_MS = 2_000
/** How many forms without JavaScript stay open in each half of a roll. */
const FORMS = 3
/** Applications per second. */
const RATE = 1
/** The files that the balancer serves itself. */
const ASSETS = join(FOLDER, 'assets')

const { values } = parseArgs({ options: { rolls: { type: 'string', default: '4' } } })
const rolls = Number(values.rolls)

await run(async () => {
  let build = await buildProject()
  const builds = [build, await buildAnother()]
  const [balancerPort = 0, ...appPorts] = await freePorts(3)
  const site = `http://localhost:${balancerPort}`
  publish(build)
  await startCaddy(balancerPort, appPorts, ASSETS)
  const stack = await startStack({ appPorts, balancerPort, readBuild: () => build.folder })
  const browser = await launchBrowser()

  async function rollAll(scene: Scene): Promise<Findings> {
    const pages = loadPages(site)
    // The first requests warm up caches.
    await delay(CALM_MS)
    const problems: string[] = []
    let forms = 0
    for (let roll = 1; roll <= rolls; roll++) {
      const halves = [await openForms(site, browser, build), await openForms(site, browser, build)]
      build = builds[roll % builds.length] ?? build
      publish(build)
      for (const [nth, app] of stack.apps.entries()) {
        // SIGUSR2: the app reports that it isn't ready, and keeps serving until the balancer has noticed.
        app.signal('SIGUSR2')
        await delay(BALANCER_MS)
        await app.end('SIGTERM')
        await app.start()
        // The balancer must see this instance before the next one leaves.
        await delay(BALANCER_MS)
        // Submit half of the forms while both builds run, and the other half when only the new build runs.
        for (const { customer, send } of halves[nth] ?? []) {
          await send().catch((error) => void problems.push(`a form was lost: ${error}`))
          scene.load.follow(customer)
          forms++
        }
      }
      console.log(
        `  roll ${roll} of ${rolls}: ${forms} forms sent, ${scene.sender.acknowledged.size} events acknowledged`,
      )
    }
    return { figures: { rolls, 'forms over a roll': forms, ...(await pages.stop()) }, problems }
  }

  const problems = await runUnderLoad(stack, RATE, rollAll)
  await browser.close()
  return [...problems, ...failures]
})

/** Copies a build's scripts and styles to the balancer's folder, which is a release's first step. */
function publish({ folder }: Build): void {
  cpSync(join(folder, '.next/static'), join(ASSETS, '_next/static'), { recursive: true })
}

interface OpenForm {
  customer: Customer
  /** @throws unless the app accepts the form at the first attempt */
  send: () => Promise<void>
}

/** Opens this build's forms: one in a browser, the others without JavaScript. */
async function openForms(site: string, browser: Browser, build: Build): Promise<OpenForm[]> {
  const withoutScript = Array.from({ length: FORMS }, async () => {
    const customer = new Customer()
    const page = await customer.openForm(site)
    if (!page.includes(build.text)) throw new Error('A form is not from the build that runs')
    return { customer, send: () => customer.sendForm(site, page) }
  })
  return Promise.all([openInBrowser(site, browser), ...withoutScript])
}

async function openInBrowser(site: string, browser: Browser): Promise<OpenForm> {
  const customer = new Customer()
  const page = await openPage(browser, site, customer)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`)
  })
  await page.goto('/apply', { waitUntil: 'networkidle' })
  await fillInForm(page)
  const send = async () => {
    await page.locator('form:has(textarea) button[type=submit]').click()
    await page.waitForURL('**/apply/verify')
    await page.waitForLoadState('load')
    await page.context().close()
    if (faults.length > 0) throw new Error(faults.join(', '))
  }
  return { customer, send }
}

/** Repeatedly loads the form with all its scripts and styles. */
function loadPages(site: string): { stop(): Promise<Record<string, number>> } {
  const count = { pages: 0, 'scripts and styles': 0 }
  let stopped = false
  const load = async () => {
    while (!stopped) {
      const page = await exchange(`${site}/apply`).catch(() => null)
      count.pages++
      const files = page?.text.matchAll(/(?:src|href)="(\/_next\/static\/[^"]+)"/g) ?? []
      for (const path of new Set([...files].map(([, path]) => path))) {
        await exchange(`${site}${path}`).catch(() => {})
        count['scripts and styles']++
      }
    }
  }
  const loading = load()
  return {
    stop: async () => {
      stopped = true
      await loading
      return count
    },
  }
}
