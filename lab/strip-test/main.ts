// `npm run strip-test`: strips a copy in both forms and takes each through check, test, build and dev.
// `-- --only default` or `-- --only all` tests one of them.
import { randomBytes } from 'node:crypto'
import { readOptions } from '../../scripts/options.ts'
import { findFreePort } from '../../scripts/ports.ts'
import { runTool } from '../../scripts/run-tool.ts'
import { step } from '../../scripts/step.ts'
import { createSupervisor } from '../../scripts/supervisor.ts'
import { FORMS, stripCopy } from './stripped-copy.ts'

/** A staging system that nothing here calls: without a sandbox, `dev` starts with any configured service. */
const STAGING = {
  VERIFICATION_BASE_URL: 'https://staging.service.example',
  VERIFICATION_API_KEY: `svc_live_${'k'.repeat(32)}`,
  VERIFICATION_TEMPLATE_ID: 'c55875ad-1a82-4775-a188-3ca3658744d3',
  VERIFICATION_WEBHOOK_SECRET: 'whsec_of_a_staging_system',
  VERIFICATION_SDK_URL: 'https://staging.service.example/sdk/v1.js',
  VERIFICATION_ARTIFACT_ORIGINS: 'https://staging.service.example',
  NEXTAUTH_SECRET: 'a-secret-of-at-least-32-characters',
  CRON_SECRET: 'a-cron-secret-of-24-characters',
}

const { only } = readOptions('strip-test').values
const chosen = FORMS.filter(({ name }) => only === undefined || only === name)
if (chosen.length === 0) {
  console.error(
    `There is no form "${only}". Choose one of: ${FORMS.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(1)
}

let failed = 0
for (const form of chosen) {
  console.log(form.title)
  try {
    const copy = await step('Strip a copy', () => stripCopy(form))
    try {
      for (const command of ['check', 'test', 'build'])
        await step(`npm run ${command}`, () => run(copy.folder, command))
      await step('npm run dev', () => startDev(copy.folder, form.args.length > 0 ? STAGING : {}))
    } finally {
      copy.remove()
    }
  } catch (error) {
    failed++
    console.error(error instanceof Error ? error.message : error)
  }
}
console.log(failed === 0 ? 'It works.' : `${failed} of ${chosen.length} failed.`)
process.exit(failed === 0 ? 0 : 1)

async function run(cwd: string, command: string): Promise<void> {
  const env = { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: randomBytes(32).toString('base64') }
  const { exitCode, output } = await runTool(['scripts/bootstrap.mjs', command], { cwd, env })
  if (exitCode !== 0) throw new Error(output.split('\n').slice(-100).join('\n'))
}

async function startDev(cwd: string, service: Record<string, string>): Promise<void> {
  const ports = {
    PORT: String(await findFreePort()),
    SANDBOX_PORT: String(await findFreePort()),
    DATABASE_PORT: String(await findFreePort()),
  }
  const supervisor = createSupervisor({ logFolder: `${cwd}/.data/logs`, cwd })
  try {
    const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...ports, ...service }
    await supervisor.start(
      { name: 'dev', args: ['scripts/bootstrap.mjs', 'dev'], env },
      { line: /^Ready on / },
    )
  } finally {
    await supervisor.stop()
  }
}
