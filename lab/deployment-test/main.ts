// `npm run deployment-test`: the standalone build as it is deployed. On a real PostgreSQL: two migrations at once, two
// instances behind TLS, a rolling restart under load, a delivery in flight. `-- --keep-build` skips the build.
// `-- --rolls 20` rolls between different builds instead, behind Caddy.
import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readOptions } from '../../scripts/options.ts'
import { findFreePort } from '../../scripts/ports.ts'
import { startRealPostgres } from '../../scripts/real-postgres.ts'
import { runTool } from '../../scripts/run-tool.ts'
import { ROOT } from '../../scripts/settings.ts'
import { step } from '../../scripts/step.ts'
import { createSupervisor } from '../../scripts/supervisor.ts'
import { deliverAround } from './in-flight.ts'
import { createInstance } from './instance.ts'
import { startLoad } from './load.ts'
import { rollBetweenBuilds } from './rolls.ts'
import { startTlsProxy } from './tls-proxy.ts'

const LOAD_BEFORE_RESTART_MS = 2_000

const folder = mkdtempSync(join(tmpdir(), 'deployment-'))
// If we're root, PostgreSQL runs as another user, which needs access.
chmodSync(folder, 0o755)
const supervisor = createSupervisor({ logFolder: join(folder, 'logs') })
const failures: string[] = []
const require = (isSo: boolean, what: string) => {
  console.log(`${isSo ? '✓' : '✗'} ${what}`)
  if (!isSo) failures.push(what)
}

const options = readOptions('deployment-test').values
try {
  if (options.rolls === undefined) await run()
  else
    await rollBetweenBuilds(
      {
        rolls: Number(options.rolls),
        minutes: Number(options.minutes ?? 30),
        rows: Number(options.rows ?? 1_000_000),
        buildsFolder: String(options.builds ?? join(folder, 'builds')),
        folder,
      },
      supervisor,
      require,
    )
} catch (error) {
  failures.push(error instanceof Error ? error.message : String(error))
  console.error(failures.at(-1))
} finally {
  await supervisor.stop()
}
if (failures.length === 0) rmSync(folder, { recursive: true, force: true })
else console.log(`The processes' logs and data are in ${folder}`)
console.log(failures.length === 0 ? '\nThe deployment works.' : `\n${failures.length} failed.`)
process.exit(failures.length === 0 ? 0 : 1)

async function run(): Promise<void> {
  if (!options['keep-build'] || !existsSync(join(ROOT, '.next/standalone'))) {
    const built = await runTool(['scripts/bootstrap.mjs', 'build'], {
      shows: true,
      env: { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: randomBytes(32).toString('base64') },
    })
    if (built.exitCode !== 0) throw new Error('The build failed.')
  }
  const databaseUrl = await step('Start PostgreSQL', () => startRealPostgres(supervisor, folder))
  await migrateTwice(databaseUrl)

  const ports = [await findFreePort(), await findFreePort()]
  const proxy = await startTlsProxy(ports, folder)
  const env = environment(databaseUrl, proxy.url)
  const instances = ports.map((port) => createInstance(port, env, folder))
  try {
    await step('Start two instances', () => Promise.all(instances.map(({ start }) => start())))
    await restartUnderLoad(instances, proxy, env)
    await stopInFlight(instances, env)
  } finally {
    for (const instance of instances) await instance.stop()
    proxy.stop()
  }
}

async function migrateTwice(databaseUrl: string): Promise<void> {
  const migrate = () =>
    runTool(['scripts/bootstrap.mjs', 'db:migrate'], { env: { DATABASE_URL: databaseUrl } })
  const [one, other] = await Promise.all([migrate(), migrate()])
  const outputs = [one.output, other.output].join('')
  require(one.exitCode === 0 && other.exitCode === 0, 'two concurrent migrations both succeed')
  require(outputs.includes('migrations applied.') &&
    outputs.includes(
      'The database is up to date.',
    ), 'one of them migrates, and the other finds nothing left to do')
}

/** No call reaches the service, so it doesn't have to exist. */
function environment(databaseUrl: string, appUrl: string): Record<string, string> {
  const service = 'https://verify.example'
  return {
    DATABASE_URL: databaseUrl,
    NEXTAUTH_URL: appUrl,
    NEXTAUTH_SECRET: randomBytes(32).toString('base64'),
    CRON_SECRET: randomBytes(32).toString('base64'),
    VERIFICATION_BASE_URL: service,
    VERIFICATION_API_KEY: `svc_live_${randomBytes(24).toString('base64url')}`,
    VERIFICATION_TEMPLATE_ID: randomUUID(),
    VERIFICATION_WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64url')}`,
    VERIFICATION_SDK_URL: `${service}/sdk.js`,
    VERIFICATION_ARTIFACT_ORIGINS: service,
  }
}

type Instances = ReturnType<typeof createInstance>[]

async function restartUnderLoad(
  instances: Instances,
  proxy: { url: string; certificate: string },
  env: Record<string, string>,
): Promise<void> {
  const load = startLoad({ ...proxy, webhookSecret: env.VERIFICATION_WEBHOOK_SECRET ?? '' })
  await delay(LOAD_BEFORE_RESTART_MS)
  for (const instance of instances) {
    const { how, stopMs } = await instance.stop()
    console.log(`  ${how} after ${stopMs} ms`)
    await instance.start()
  }
  const { pages, events, failures: failed } = await load.stop()
  require(failed.length === 0 &&
    pages > 0 &&
    events >
      0, `a rolling restart fails no request over TLS (${pages} pages, ${events} events, ${failed.length} failed${
    failed.length > 0 ? `: ${[...new Set(failed)].join(', ')}` : ''
  })`)
}

async function stopInFlight(instances: Instances, env: Record<string, string>): Promise<void> {
  const [instance] = instances
  if (!instance) return
  let stopped: Promise<unknown> = Promise.resolve()
  const answer = await deliverAround(instance.port, env.VERIFICATION_WEBHOOK_SECRET ?? '', () => {
    stopped = instance.stop()
  })
  await stopped
  require(answer === 200, `a delivery in flight at SIGTERM is stored and answered (${answer})`)
}
