// `check`: from its arguments to its exit code, with the terminal and the bundled sandbox as parameters.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { argumentProblem } from './arguments.ts'
import { settingsOf } from './gaps.ts'
import { RateLimitedError } from './http.ts'
import type { Credentials } from './merchant.ts'
import { hasFailure, renderReport } from './report.ts'
import { CommandError, setStage } from './stage.ts'
import type { Target } from './trial.ts'
import { walk } from './walk.ts'

const USAGE = `verification-sandbox check [options]

Checks the contract clause by clause over HTTP, against any deployment. Without options, against a sandbox of its own.

  --base-url URL          the service, without /api/v1
  --api-key KEY           a key of your tenant
  --template UUID         a published template of your tenant
  --revision UUID         a published, enabled revision of it (O3)
  --inquiry UUID          an inquiry of your tenant that went through the hosted flow; can be repeated (S3–S5, D2, D6–D11)
  --foreign-inquiry UUID  an inquiry of another tenant (D3, A5)
  --listen PORT           receive webhooks on this port while you complete one inquiry by hand
  --webhook-secret SECRET of the registered endpoint that leads to --listen
  --wait [SECONDS]        wait in real time (600 by default) for that event, and for document URLs to expire (D7)
  --control URL           a sandbox's control API, such as http://localhost:4000/sandbox: reaches everything that HTTP can
  --only CLAUSES          check only these, such as D2,W (all of W)
  --json FILE             write the report as JSON
  --record FILE           write what was observed of each gap, for a sandbox that behaves the same (--seed FILE)

Exit code: 0 if every clause reached holds, 1 if one is broken, 2 if the command line or the service needs attention.`

const DEFAULT_WAIT_S = 600

const httpUrlSchema = z
  .url({ protocol: /^https?$/, error: 'must be a URL that begins with http:// or https://' })
  .transform((url) => url.replace(/\/+$/, ''))
const uuidSchema = z.guid({ error: 'must be a UUID' })
const textSchema = z.string().min(1, 'must not be empty')

const optionsSchema = z.object({
  'base-url': httpUrlSchema.optional(),
  'api-key': textSchema.optional(),
  template: uuidSchema.optional(),
  revision: uuidSchema.optional(),
  inquiry: z.array(uuidSchema).default([]),
  'foreign-inquiry': uuidSchema.optional(),
  listen: z.coerce.number({ error: 'must be a port' }).int().min(1).max(65535).optional(),
  'webhook-secret': textSchema.optional(),
  wait: z.coerce.number({ error: 'must be seconds' }).positive().optional(),
  control: httpUrlSchema.optional(),
  only: z
    .string()
    .regex(/^[OSDAWPF]\d*(,[OSDAWPF]\d*)*$/, 'must be clauses, such as D2,W')
    .transform((list) => list.split(','))
    .optional(),
  json: textSchema.optional(),
  record: textSchema.optional(),
  help: z.boolean().default(false),
})

/** Without a target, a sandbox is started. */
type Options = z.infer<typeof optionsSchema> & { target: Target | null }

export interface Terminal {
  /** The result, on stdout. */
  print(text: string): void
  /** Instructions and errors, on stderr. */
  say(line: string): void
}

/** Starts the sandbox that is checked without options. The suite itself shares no code with it. */
export type StartSandbox = () => Promise<{
  baseUrl: string
  controlUrl: string
  credentials: Credentials
  close(): Promise<void>
}>

/** @returns 0 if every clause reached holds, 1 if one is broken, 2 if the command line or the service needs attention */
export async function runCheck(
  args: readonly string[],
  terminal: Terminal,
  startSandbox: StartSandbox,
): Promise<number> {
  try {
    const options = readOptions(args)
    if (options.help) {
      terminal.print(USAGE)
      return 0
    }
    if (options.target) return await check(options.target, options, terminal)
    const { close, ...sandbox } = await startSandbox()
    try {
      return await check({ ...NOTHING_GIVEN, ...sandbox }, options, terminal)
    } finally {
      await close()
    }
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof RateLimitedError)) throw error
    terminal.say(error.message)
    return 2
  }
}

async function check(target: Target, options: Options, terminal: Terminal): Promise<number> {
  const { stage, close } = await setStage(target, terminal.say)
  try {
    const report = await walk(stage, options.only ?? null)
    terminal.print(`The contract, checked against ${target.baseUrl}\n${renderReport(report)}`)
    if (options.json !== undefined) write(options.json, { baseUrl: target.baseUrl, ...report })
    if (options.record !== undefined) write(options.record, settingsOf(report.gaps))
    if (hasFailure(report)) return 1
    if (!stage.http.gaveUp) return 0
    terminal.say(stage.http.gaveUp.message)
    return 2
  } finally {
    await close()
  }
}

function write(file: string, content: object): void {
  try {
    writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new CommandError(`Can't write ${file}: ${error.message}. Choose another file.`)
  }
}

export const NOTHING_GIVEN = {
  credentials: null,
  revisionId: null,
  inquiryIds: [],
  foreignInquiryId: null,
  listening: null,
  waitMs: 0,
  controlUrl: null,
}

/** @throws CommandError, which says what to do next */
export function readOptions(args: readonly string[]): Options {
  const given = parse(args)
  const { 'base-url': baseUrl, 'api-key': apiKey, template: templateId, listen: port } = given
  const { 'webhook-secret': webhookSecret, control: controlUrl = null } = given
  const need = (isMissing: boolean, advice: string) => {
    if (isMissing) throw new CommandError(advice)
  }
  need(apiKey === undefined && templateId !== undefined, 'Add --api-key, too.')
  need(apiKey !== undefined && templateId === undefined, 'Add --template, too.')
  const registered = 'the portal showed when the endpoint was registered.'
  need(
    port !== undefined && webhookSecret === undefined,
    `Add --webhook-secret, which ${registered}`,
  )
  need(
    port === undefined && webhookSecret !== undefined,
    'Add --listen with the port that your registered endpoint leads to.',
  )
  const named = apiKey ?? port ?? controlUrl ?? undefined
  need(baseUrl === undefined && named !== undefined, 'Which service? Add --base-url.')
  need(
    baseUrl !== undefined && apiKey === undefined && controlUrl === null,
    'Add --api-key and --template; for a sandbox, --control is enough.',
  )
  need(
    /\/api\/v1$/.test(baseUrl ?? ''),
    'Give --base-url without /api/v1, which the suite adds itself.',
  )
  need(
    controlUrl !== null && port !== undefined,
    'Leave out --listen: with --control the suite registers its own receiver.',
  )
  const target = baseUrl !== undefined && {
    baseUrl,
    controlUrl,
    credentials: apiKey !== undefined && templateId !== undefined ? { apiKey, templateId } : null,
    revisionId: given.revision ?? null,
    inquiryIds: given.inquiry,
    foreignInquiryId: given['foreign-inquiry'] ?? null,
    listening:
      port !== undefined && webhookSecret !== undefined
        ? { port, webhookSecret, waitMs: (given.wait ?? DEFAULT_WAIT_S) * 1000 }
        : null,
    waitMs: (given.wait ?? 0) * 1000,
  }
  return { ...given, target: target || null }
}

function parse(args: readonly string[]): z.infer<typeof optionsSchema> {
  const names = Object.keys(optionsSchema.shape).filter((name) => name !== 'help')
  const options = Object.fromEntries(
    names.map((name) => [name, { type: 'string' as const, multiple: name === 'inquiry' }]),
  )
  // A `--wait` without seconds gets the default.
  const words = args.flatMap((word, index) => {
    const isBare = word === '--wait' && !/^\d/.test(args[index + 1] ?? '')
    return isBare ? [word, String(DEFAULT_WAIT_S)] : [word]
  })
  let values: unknown
  try {
    ;({ values } = parseArgs({ args: words, options: { ...options, help: { type: 'boolean' } } }))
  } catch (error) {
    throw new CommandError(argumentProblem(error))
  }
  const parsed = optionsSchema.safeParse(values)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new CommandError(`--${String(issue?.path[0])} ${issue?.message}. See --help.`)
}
