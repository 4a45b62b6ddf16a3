// `npm run deployment-test -- --rolls 20`: two instances behind Caddy are repeatedly replaced by another build, while
// customers fill in forms, flows are in progress, and the service delivers events.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'
import { requireBrowser } from '../../scripts/browser.ts'
import { findFreePort } from '../../scripts/ports.ts'
import { sandbox } from '../../scripts/programs.ts'
import { startRealPostgres } from '../../scripts/real-postgres.ts'
import { runTool } from '../../scripts/run-tool.ts'
import { readTestSettings } from '../../scripts/settings.ts'
import { step } from '../../scripts/step.ts'
import type { Supervisor } from '../../scripts/supervisor.ts'
import { ServiceControl } from '../load/service-control.ts'
import { type Build, makeBuilds, readBuild, releaseNames } from './builds.ts'
import { startCaddy } from './caddy.ts'
import { type Call, createClient } from './client.ts'
import { FormCustomer } from './form-customer.ts'
import { createInstance, type Instance } from './instance.ts'
import { countInquiries, fill, migrateFor } from './million.ts'
import { ScriptCustomer } from './script-customer.ts'
import { percentile, type Sample, startTraffic, type Traffic } from './traffic.ts'

const CALM_MS = 15_000
/** Customers without JavaScript, for each half of a roll. */
const FORMS = 3

export interface RollOptions {
  rolls: number
  /** No roll starts after this. */
  minutes: number
  rows: number
  /** Where the builds are, or will be made. */
  buildsFolder: string
  folder: string
}

type Require = (isSo: boolean, what: string) => void

export async function rollBetweenBuilds(
  options: RollOptions,
  supervisor: Supervisor,
  require: Require,
): Promise<void> {
  const builds = await findBuilds(options.buildsFolder)
  compare(builds, require)
  const [first] = builds
  if (!first) return
  const stack = await startStack(options, supervisor)
  // A folder may hold only the later builds, which need the column from the start.
  if (first.name !== 'first') await migrateFor(stack.databaseUrl, 'column')
  const { folder } = options
  const instances = stack.appPorts.map((port) =>
    createInstance(port, stack.env, folder, first.folder),
  )
  const browser = await chromium.launch({
    executablePath: await requireBrowser(),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-quic'],
  })
  const run = new Run(stack, instances, browser)
  try {
    await publish(first, stack.assets)
    await step('Start two instances', () => Promise.all(instances.map(({ start }) => start())))
    await run.allRolls(builds, options)
    await run.report(require)
  } finally {
    await browser.close()
    for (const instance of instances) await instance.stop()
    await stack.stop()
  }
}

async function findBuilds(folder: string): Promise<Build[]> {
  mkdirSync(folder, { recursive: true })
  const present = releaseNames.filter((name) => existsSync(join(folder, name, 'server.js')))
  if (present.length >= 2) return present.map((name) => readBuild(folder, name))
  return makeBuilds(folder, randomBytes(32).toString('base64'))
}

/** With the same key, an action keeps its id, whatever else has changed; renaming its export changes the id. */
function compare(builds: Build[], require: Require): void {
  const [first, column, renamed] = builds
  const ids = (build?: Build) => JSON.stringify([...(build?.actions ?? [])].sort())
  require(ids(first) ===
    ids(column), `two builds with one key have the same ${first?.actions.size} action ids`)
  const applyId = (build?: Build) =>
    [...(build?.actions ?? [])].find(([name]) => /Open|open/.test(name))?.[1]
  if (renamed) require(applyId(renamed) !== applyId(first), 'a renamed action has a new id')
  const isNew = (build: Build, before?: Build) =>
    before === undefined || [...build.assets].some((name) => !before.assets.has(name))
  require(builds.every((build, nth) =>
    isNew(build, builds[nth - 1]),
  ), 'each build has client files that the previous one lacks')
}

interface Stack {
  url: string
  env: Record<string, string>
  databaseUrl: string
  appPorts: [number, number]
  assets: string
  service: ServiceControl
  client: { call: Call; close: () => void }
  stop(): Promise<void>
}

async function startStack({ folder, rows }: RollOptions, supervisor: Supervisor): Promise<Stack> {
  const databaseUrl = await step('Start PostgreSQL', () => startRealPostgres(supervisor, folder))
  await step('Migrate', () => migrateFor(databaseUrl))
  await step(`Insert ${rows.toLocaleString('en')} inquiries`, () => fill(databaseUrl, rows))
  const appPorts: [number, number] = [await findFreePort(), await findFreePort()]
  const assets = join(folder, 'assets')
  const caddy = await step('Start Caddy', async () =>
    startCaddy({ port: await findFreePort(), appPorts, assets, folder }),
  )
  const settings = readTestSettings({
    ...process.env,
    SANDBOX_PORT: String(await findFreePort()),
    DATA_DIR: folder,
    SANDBOX_WEBHOOK_URL: `${caddy.url}/api/webhooks/verification`,
    NODE_EXTRA_CA_CERTS: caddy.certificateFile,
    // All customers come from one address, and the sandbox's limit is lifted.
    OPENS_PER_ADDRESS_AND_HOUR: '1000000',
    VERIFICATION_CALLS_PER_MINUTE: '1000000',
  })
  const { program, readiness } = sandbox(settings.env, 'production')
  await step('Start the sandbox', () => supervisor.start(program, readiness))
  const service = new ServiceControl(`http://localhost:${settings.sandboxPort}`)
  await service.liftRateLimits()
  const client = createClient(readFileSync(caddy.certificateFile, 'utf8'))
  return {
    url: caddy.url,
    // Each build contains the key, so it isn't needed at run time.
    env: {
      ...settings.env,
      DATABASE_URL: databaseUrl,
      NEXTAUTH_URL: caddy.url,
      NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: '',
      // An app behind HTTPS refuses to start with demo settings.
      STAFF_SIGN_IN: 'password',
      DEMO_CONTROL_URL: '',
    },
    databaseUrl,
    appPorts,
    assets,
    service,
    client,
    stop: async () => {
      client.close()
      await caddy.stop()
    },
  }
}

/** Publishes a build's client files, as the release step does. */
async function publish(build: Build, assets: string): Promise<void> {
  const { exitCode, output } = await runTool([join(build.folder, 'publish-assets.mjs'), assets])
  if (exitCode !== 0) throw new Error(output)
}

class Run {
  readonly #sent: FormCustomer[] = []
  readonly #lost: string[] = []
  readonly #stops = new Map<string, number>()
  readonly #calm: Sample[] = []
  readonly #building: Sample[] = []
  #asked = 0
  #withScript = 0
  #flows = 0
  #rolls = 0
  #indexMs = 0
  #migrations = 0
  #traffic: Traffic | undefined

  constructor(
    private readonly stack: Stack,
    private readonly instances: Instance[],
    private readonly browser: Browser,
  ) {}

  async allRolls(builds: Build[], { rolls, minutes }: RollOptions): Promise<void> {
    const { url, env, client } = this.stack
    // Compiles the code that the first requests need.
    await new FormCustomer(url, client.call).openForm()
    const traffic = startTraffic(url, env.VERIFICATION_WEBHOOK_SECRET ?? '', client.call)
    this.#traffic = traffic
    await delay(CALM_MS / 3)
    const fromMs = performance.now()
    await step(`Measure ${CALM_MS / 1_000} calm seconds`, () => delay(CALM_MS))
    this.#calm.push(...traffic.deliveries.filter(({ atMs }) => atMs > fromMs))
    const endsAtMs = performance.now() + minutes * 60_000
    for (let roll = 1; roll <= rolls && performance.now() < endsAtMs; roll++) {
      const build = builds[roll % builds.length]
      if (!build) break
      await step(`Roll ${roll}: ${build.name}`, () => this.#roll(build, roll))
      this.#rolls++
    }
    await traffic.stop()
  }

  async #roll(build: Build, roll: number): Promise<void> {
    const { url, client, assets } = this.stack
    const halves = [0, 1].map(() =>
      Array.from({ length: FORMS }, () => new FormCustomer(url, client.call)),
    )
    const pages = await Promise.all([0, 1, 2].map(() => ScriptCustomer.open(this.browser, url)))
    const [inFlow, ...waiting] = pages
    if (!inFlow) return
    // These pages come from the build that is about to be replaced.
    await Promise.all(halves.flat().map((customer) => customer.openForm()))
    for (const page of pages) await page.fillIn()
    await this.#keep('with script', () => inFlow.send())
    const before = await inFlow.content()

    await publish(build, assets)
    await this.#migrate(roll)
    for (const [nth, instance] of this.instances.entries()) {
      const { how } = await instance.replace(build.folder)
      this.#stops.set(how, (this.#stops.get(how) ?? 0) + 1)
      // Half of the forms are sent while both builds run, half afterwards.
      const half = halves[nth] ?? []
      await Promise.all(half.map((customer, each) => this.#sendForm(customer, each === 0)))
      const page = waiting[nth]
      if (page) await this.#keep('with script', () => page.send())
    }
    await this.#keep('flow', () => this.#completeFlow(inFlow, before))
    for (const page of pages) {
      this.#asked += page.asked
      this.#lost.push(...page.faults.map((fault) => `in a page: ${fault}`))
      await page.close()
    }
    this.#withScript += pages.length
  }

  /** The first roll adds a column, the third an index. */
  async #migrate(roll: number): Promise<void> {
    const fromMs = performance.now()
    const applied = await migrateFor(this.stack.databaseUrl, roll < 3 ? 'column' : 'index')
    this.#migrations += applied.length
    if (roll !== 3) return
    this.#indexMs = performance.now() - fromMs
    const { deliveries = [] } = this.#traffic ?? {}
    this.#building.push(...deliveries.filter(({ atMs }) => atMs > fromMs))
  }

  async #sendForm(customer: FormCustomer, forgetsConsent: boolean): Promise<void> {
    await this.#keep('without script', () => customer.send({ forgetsConsent }))
    this.#asked += customer.asked
    this.#sent.push(customer)
  }

  /** The service decides while the page of the old build is still open. */
  async #completeFlow(page: ScriptCustomer, before: string): Promise<void> {
    const { inquiryId } = await page.current()
    if (!inquiryId) throw new Error('The flow has no inquiry')
    await this.stack.service.complete(inquiryId, 'APPROVED')
    await page.seesChange(before)
    const endsAtMs = Date.now() + 60_000
    while ((await page.current()).stage !== 'approved') {
      if (Date.now() > endsAtMs) throw new Error('The approval did not arrive')
      await delay(200)
    }
    this.#flows++
  }

  async #keep(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#lost.push(`${what}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    }
  }

  async report(require: Require): Promise<void> {
    const traffic = this.#traffic
    if (!traffic) return
    const counts = await countInquiries(
      this.stack.databaseUrl,
      this.#sent.map(({ hash }) => hash),
    )
    const notOne = this.#sent.filter(({ hash }) => counts.get(hash) !== 1).length
    const list = (all: readonly string[]) =>
      all.length === 0 ? '' : `: ${[...new Set(all)].slice(0, 8).join('; ')}`
    const { pages, assets, events, failures } = traffic
    const p99 = (samples: readonly Sample[]) =>
      `${percentile(samples, 0.99).toFixed(0)} ms of ${samples.length}`
    console.log(`  ${[...this.#stops].map(([how, count]) => `${count} × ${how}`).join(', ')}`)
    console.log(
      `  deliveries p99: calm ${p99(this.#calm)}, during the index build (${(this.#indexMs / 1_000).toFixed(1)} s) ${p99(this.#building)}, overall ${p99(traffic.deliveries)}`,
    )
    require(failures.length ===
      0, `${this.#rolls} rolls with ${this.#migrations} migrations fail no request (${pages} pages, ${assets} scripts and styles, ${events} events, ${failures.length} failed${list(failures)})`)
    require(this.#lost.length === 0 &&
      notOne ===
        0, `no form is lost (${this.#sent.length} without script, ${this.#withScript} with; ${this.#asked} were asked to send again${list(this.#lost)}; ${notOne} without exactly one inquiry)`)
    require(this.#flows ===
      this.#rolls, `${this.#flows} of ${this.#rolls} flows in progress are completed`)
    if (this.#building.length > 0)
      require(percentile(this.#building, 0.99) <=
        2 *
          percentile(
            this.#calm,
            0.99,
          ), 'the p99 of deliveries during the index build is at most twice the calm one')
  }
}
