// Runs the sandbox as a process that takes its settings from the environment. It prints one line when it is ready. If it can't
// run, it prints one line and exits: with code 2 for a wrong setting, with code 1 for an obstacle.
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { createSandbox, type Sandbox } from './index.ts'
import { type SeedFile, seedFileSchema } from './scenario/seed.ts'
import { checkEndpointUrl } from './service/endpoint-url.ts'
import { lockFolder } from './state/folder-lock.ts'
import { JournalError } from './state/journal.ts'

const STOP_GRACE_MS = 1_000
/** The variables that `start` also accepts as options. */
export const START_OPTIONS = {
  SANDBOX_PORT: 'port',
  SANDBOX_HOST: 'host',
  DATA_DIR: 'data-dir',
  SANDBOX_WEBHOOK_URL: 'webhook-url',
  SANDBOX_MERCHANT_URL: 'merchant-url',
  SANDBOX_SEED: 'seed',
} as const
const PORT_ERROR = 'must be a port from 0 to 65535'
const portSchema = z.coerce
  .number({ error: PORT_ERROR })
  .int(PORT_ERROR)
  .min(0, PORT_ERROR)
  .max(65535, PORT_ERROR)
const httpUrlSchema = z.url({
  protocol: /^https?$/,
  error: 'must be a URL that begins with http:// or https://',
})
const urlSchema = httpUrlSchema.transform((url) => url.replace(/\/$/, ''))

const environmentSchema = z
  .object({
    SANDBOX_PORT: portSchema.default(4000),
    /** Loopback by default, because anyone who can reach the port can use the control API. */
    SANDBOX_HOST: z.string().min(1).default('127.0.0.1'),
    SANDBOX_PUBLIC_URL: urlSchema.optional(),
    /** A socket of its own, so it needs an address of this machine and a port. */
    SANDBOX_PHONE_URL: urlSchema
      .refine((url) => /^http:\/\/[^/:[\]]+:\d+$/.test(url), {
        error: 'must be http://, an IPv4 address or name of this machine, and a port',
      })
      .optional(),
    SANDBOX_WEBHOOK_URL: httpUrlSchema.optional(),
    /** The seeded tenant's app, for the presenter's console. */
    SANDBOX_MERCHANT_URL: urlSchema.optional(),
    SANDBOX_CONTROL: z.enum(['on', 'off']).default('on'),
    /** The path of a seed file with additional tenants and the seeded tenant's gap settings. */
    SANDBOX_SEED: z.string().min(1).optional(),
    DATA_DIR: z.string().min(1).default('.data'),
    PORT: portSchema.default(3000),
  })
  .superRefine((given, context) => {
    const reason = refusalOf(given.SANDBOX_WEBHOOK_URL)
    if (reason) context.addIssue({ code: 'custom', path: ['SANDBOX_WEBHOOK_URL'], message: reason })
  })
  .transform((given) => {
    const merchantUrl = `http://localhost:${given.PORT}`
    return {
      port: given.SANDBOX_PORT,
      host: given.SANDBOX_HOST,
      publicUrl: given.SANDBOX_PUBLIC_URL,
      phoneUrl: given.SANDBOX_PHONE_URL,
      webhookUrl: given.SANDBOX_WEBHOOK_URL ?? `${merchantUrl}/api/webhooks/verification`,
      merchantUrl: given.SANDBOX_MERCHANT_URL ?? merchantUrl,
      control: given.SANDBOX_CONTROL === 'on',
      seedFile: given.SANDBOX_SEED,
      dataDir: given.DATA_DIR,
    }
  })

/** The reason why no events may be sent to this URL (W2); undefined if they may. */
function refusalOf(url: string | undefined): string | undefined {
  const verdict = url === undefined ? null : checkEndpointUrl(url)
  return verdict?.ok === false ? verdict.reason : undefined
}

/** The settings, or one line that names each invalid variable with its option. */
export function parseSandboxEnvironment(
  variables: Record<string, string | undefined>,
): { ok: true; environment: z.infer<typeof environmentSchema> } | { ok: false; line: string } {
  const parsed = environmentSchema.safeParse(variables)
  if (parsed.success) return { ok: true, environment: parsed.data }
  const options = new Map<string, string>(Object.entries(START_OPTIONS))
  const problems = parsed.error.issues.map(({ path, message }) => {
    const variable = path.join('.')
    const option = options.get(variable)
    return `${option ? `--${option} or ${variable}` : variable}: ${message}`
  })
  return { ok: false, line: problems.join('; ') }
}

/** Runs until a signal arrives or the IPC channel to the parent closes. */
export async function runServer(variables: Record<string, string | undefined>): Promise<void> {
  const parsed = parseSandboxEnvironment(variables)
  if (!parsed.ok) fail(parsed.line, 2)
  const { environment } = parsed
  const seedFile = readSeedFile(environment.seedFile)
  const folder = join(environment.dataDir, 'sandbox')
  const dataDir = resolve(folder)
  const unlock = await mkdir(dataDir, { recursive: true })
    // The folder holds customers' data. On a volume that belongs to another user, chmod fails, and the mode stays.
    .then(() => chmod(dataDir, 0o700).catch(() => {}))
    .then(() => lockFolder(dataDir, () => fail('Another sandbox has taken over its folder.')))
    .catch(({ code }: NodeJS.ErrnoException) =>
      fail(`${folder} can't be used (${code}). Choose another folder with --data-dir or DATA_DIR.`),
    )
  if (!unlock)
    fail(
      `Another sandbox is using ${folder}. Stop it first, or choose another folder with --data-dir or DATA_DIR.`,
    )
  if (seedFile && existsSync(join(dataDir, 'journal.jsonl'))) {
    process.stderr.write(
      `sandbox: ${folder} has state, so the seed file only adds tenants that are missing. To start over with it, use another --data-dir, or POST /sandbox/reset.\n`,
    )
  }

  const sandbox = open()
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    // A delivery that takes longer stays due, and the next process sends it.
    await Promise.race([sandbox.close(), setTimeout(STOP_GRACE_MS)])
    unlock()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // The parent has ended, perhaps by a kill, and this process must not outlive it.
  process.on('disconnect', stop)

  const { port, host } = environment
  const url = await sandbox.listen(port, host).catch((error: NodeJS.ErrnoException) => {
    unlock()
    fail(
      error.code === 'EADDRINUSE'
        ? `Port ${port} is in use. Choose a free one with --port or SANDBOX_PORT.`
        : error.code
          ? `The sandbox cannot listen on ${host}:${port} (${error.code}).`
          : error.message,
    )
  })
  process.stdout.write(`sandbox ready on ${url}\n`)

  function open(): Sandbox {
    try {
      return createSandbox({ ...environment, dataDir, seedFile })
    } catch (error) {
      unlock?.()
      if (error instanceof JournalError) fail(error.message)
      throw error
    }
  }
}

function readSeedFile(path: string | undefined): SeedFile | undefined {
  if (path === undefined) return undefined
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    fail(
      `SANDBOX_SEED: ${path} can't be read: ${error instanceof Error ? error.message : error}`,
      2,
    )
  }
  const parsed = seedFileSchema.safeParse(content)
  if (parsed.success) {
    for (const { name, webhookUrl } of parsed.data.tenants) {
      const reason = refusalOf(webhookUrl)
      if (reason) fail(`SANDBOX_SEED: ${path}: webhookUrl of ${name}: ${reason}`, 2)
    }
    return parsed.data
  }
  const [issue] = parsed.error.issues
  const place = z.core.toDotPath(issue?.path ?? [])
  fail(['SANDBOX_SEED', path, place, issue?.message].filter(Boolean).join(': '), 2)
}

/** @param exitCode 2 if the command line, or something that it names, needs attention, as in `check` and `battery` */
export function fail(line: string, exitCode: 1 | 2 = 1): never {
  process.stderr.write(`sandbox: ${line}\n`)
  process.exit(exitCode)
}
