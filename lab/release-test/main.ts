// `npm run release-test -w lab`: two instances behind Caddy roll between two builds, while customers apply and have a form open,
// pages load with all their scripts and styles, and events arrive. No request may fail, no form may have to be sent again, and the
// verdict of the other tests has to hold.
// `-- --rolls 4 --rate 1 --keep-build`
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Browser } from '@playwright/test'
import { launchBrowser } from '../load/browser.ts'
import { type Build, buildAnother, build as buildProject } from '../load/builds.ts'
import { Customer } from '../load/customer.ts'
import { freePorts } from '../load/parts.ts'
import { type Findings, report, runUnderLoad, type Scene } from '../load/run.ts'
import { startStack } from '../load/stack.ts'
import { exchange, traffic } from '../load/wire.ts'
import { startCaddy } from './caddy.ts'

/** The balancer checks readiness every second, and waits two for the answer. */
const BALANCER_MS = 4_000
const CALM_MS = 2_000
/** Open forms without JavaScript, for each half of a roll. */
const FORMS = 3

const { values } = parseArgs({
  options: {
    rolls: { type: 'string', default: '4' },
    rate: { type: 'string', default: '1' },
    'keep-build': { type: 'boolean', default: false },
  },
})

await report(async (folder) => {
  const keep = values['keep-build']
  let build = await buildProject(keep)
  const builds = [build, await buildAnother(keep)]
  const assets = join(folder, 'assets')
  const [port = 0, ...appPorts] = await freePorts(3)
  const site = `http://localhost:${port}`
  publish(build, assets)
  const caddy = await startCaddy({ port, appPorts, assets, folder })
  const balancer = { port, appPorts }
  const stack = await startStack({ folder, instances: 2, balancer, readBuild: () => build.folder })
  const browser = await launchBrowser()

  async function rollAll(scene: Scene): Promise<Findings> {
    const pages = loadPages(site)
    // The first requests compile what they need.
    await delay(CALM_MS)
    const problems: string[] = []
    const rolls = Number(values.rolls)
    let forms = 0
    for (let roll = 1; roll <= rolls; roll++) {
      const halves = [await openForms(site, browser, build), await openForms(site, browser, build)]
      build = builds[roll % builds.length] ?? build
      publish(build, assets)
      for (const [nth, app] of stack.apps.entries()) {
        // It says that it isn't ready, and goes on serving until the balancer has noticed.
        app.signal('SIGUSR2')
        await delay(BALANCER_MS)
        await app.end('SIGTERM')
        await app.start()
        // Nor does the next instance leave before the balancer has seen this one.
        await delay(BALANCER_MS)
        // One half is sent while both builds run, the other when only the new one does.
        for (const { customer, send } of halves[nth] ?? []) {
          await send().catch((error) => void problems.push(`a form was lost: ${error}`))
          scene.load.follow(customer)
          forms++
        }
      }
      console.log(
        `  roll ${roll} of ${rolls}: ${forms} forms sent, ${traffic.requests} requests, ${scene.sender.acknowledged.size} events acknowledged`,
      )
    }
    return { figures: { rolls, 'forms over a roll': forms, ...(await pages.stop()) }, problems }
  }

  try {
    const { figures, problems } = await runUnderLoad(stack, folder, Number(values.rate), rollAll)
    const failures = [...traffic.failures].map(([failure, times]) => `${times} × ${failure}`)
    return { figures, problems: [...problems, ...failures] }
  } finally {
    await browser.close()
    await caddy.end('SIGTERM')
  }
})

/** Adds a build's scripts and styles to the folder that the balancer serves, as the first step of a release. */
function publish({ folder }: Build, assets: string): void {
  cpSync(join(folder, '.next/static'), join(assets, '_next/static'), { recursive: true })
}

interface OpenForm {
  customer: Customer
  /** @throws unless the form is accepted at the first attempt */
  send: () => Promise<void>
}

/** Forms of this build: one in a browser, the others without JavaScript. */
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
  const context = await browser.newContext({ baseURL: site, locale: 'en-GB' })
  await context.addCookies([{ name: 'applicant', value: customer.token, url: site }])
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`)
  })
  await page.goto('/apply', { waitUntil: 'networkidle' })
  await page.locator('input[type=radio]').first().check()
  await page.locator('input[type=checkbox]').first().check()
  const send = async () => {
    await page.locator('form:has(textarea) button[type=submit]').click()
    await page.waitForURL('**/apply/verify')
    await page.waitForLoadState('load')
    await context.close()
    if (faults.length > 0) throw new Error(faults.join(', '))
  }
  return { customer, send }
}

/** Loads the form with all its scripts and styles, again and again. */
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
