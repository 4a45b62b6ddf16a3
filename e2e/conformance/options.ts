// Parses the command line. Every error says what to do next.
import { parseArgs } from 'node:util'
import { z } from 'zod'

export const USAGE = `npm run conformance [-- options]

Checks the contract clause by clause over HTTP, against any deployment. Without options it starts the bundled sandbox.

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
  --record FILE           write what was observed of each gap, for a sandbox that behaves the same (SANDBOX_SEED=FILE)

Exit code: 0 if every clause reached holds, 1 if one is broken, 2 if the command line or the service needs attention.`

const DEFAULT_WAIT_S = 600

/** An error that the user of the command can fix; the message says how. */
export class CommandError extends Error {
  override name = 'CommandError'
}

const CLAUSES = /^[OSDAWPF]\d*(,[OSDAWPF]\d*)*$/
const httpUrlSchema = z
  .url({ protocol: /^https?$/, error: 'must be a URL that begins with http:// or https://' })
  .transform((url) => url.replace(/\/+$/, ''))
const uuidSchema = z.guid({ error: 'must be a UUID' })

const optionsSchema = z.object({
  'base-url': httpUrlSchema.optional(),
  'api-key': z.string().min(1, 'must not be empty').optional(),
  template: uuidSchema.optional(),
  revision: uuidSchema.optional(),
  inquiry: z.array(uuidSchema).default([]),
  'foreign-inquiry': uuidSchema.optional(),
  listen: z.coerce.number({ error: 'must be a port' }).int().min(1).max(65535).optional(),
  'webhook-secret': z.string().min(1, 'must not be empty').optional(),
  wait: z.coerce.number({ error: 'must be seconds' }).positive().optional(),
  control: httpUrlSchema.optional(),
  only: z
    .string()
    .regex(CLAUSES, 'must be clauses, such as D2,W')
    .transform((list) => list.split(','))
    .optional(),
  json: z.string().min(1, 'must name a file').optional(),
  record: z.string().min(1, 'must name a file').optional(),
  help: z.boolean().default(false),
})

export interface Options {
  /** Null starts the bundled sandbox. */
  baseUrl: string | null
  credentials: { apiKey: string; templateId: string } | null
  revisionId: string | null
  inquiryIds: string[]
  foreignInquiryId: string | null
  listening: { port: number; webhookSecret: string; waitMs: number } | null
  /** How long the run may wait for document URLs to expire; 0 without --wait. */
  waitMs: number
  controlUrl: string | null
  /** Clauses and section letters; null checks everything and surveys the gaps. */
  only: string[] | null
  jsonFile: string | null
  recordFile: string | null
  help: boolean
}

/** @throws CommandError */
export function readOptions(args: string[]): Options {
  const given = parse(args)
  const { 'base-url': baseUrl = null, control: controlUrl = null } = given
  const credentials = credentialsOf(given['api-key'], given.template)
  const listening = listeningOf(given)
  if (baseUrl === null && (controlUrl ?? credentials ?? listening) !== null) {
    throw new CommandError('Which service? Add --base-url.')
  }
  if (baseUrl !== null && controlUrl === null && credentials === null) {
    throw new CommandError('Add --api-key and --template; for a sandbox, --control is enough.')
  }
  if (controlUrl !== null && listening !== null) {
    throw new CommandError(
      'Leave out --listen: with --control the suite registers its own receiver.',
    )
  }
  return {
    baseUrl,
    credentials,
    revisionId: given.revision ?? null,
    inquiryIds: given.inquiry,
    foreignInquiryId: given['foreign-inquiry'] ?? null,
    listening,
    waitMs: (given.wait ?? 0) * 1000,
    controlUrl,
    only: given.only ?? null,
    jsonFile: given.json ?? null,
    recordFile: given.record ?? null,
    help: given.help,
  }
}

function parse(args: string[]): z.infer<typeof optionsSchema> {
  const parsed = optionsSchema.safeParse(parseWords(args))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new CommandError(`--${String(issue?.path[0])} ${issue?.message}. See --help.`)
}

function parseWords(args: string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: withSeconds(args),
      options: {
        'base-url': text,
        'api-key': text,
        template: text,
        revision: text,
        inquiry: { ...text, multiple: true },
        'foreign-inquiry': text,
        listen: text,
        'webhook-secret': text,
        wait: text,
        control: text,
        only: text,
        json: text,
        record: text,
        help: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    // parseArgs throws a TypeError whose message names the option.
    if (error instanceof TypeError) throw new CommandError(`${error.message} See --help.`)
    throw error
  }
}

/** Adds the default to a `--wait` without seconds. */
function withSeconds(args: string[]): string[] {
  return args.flatMap((word, index) => {
    const isBare = word === '--wait' && !/^\d/.test(args[index + 1] ?? '')
    return isBare ? [word, String(DEFAULT_WAIT_S)] : [word]
  })
}

function credentialsOf(apiKey: string | undefined, templateId: string | undefined) {
  if (apiKey !== undefined && templateId !== undefined) return { apiKey, templateId }
  if (apiKey === undefined && templateId === undefined) return null
  throw new CommandError(`Add ${apiKey === undefined ? '--api-key' : '--template'}, too.`)
}

function listeningOf(given: z.infer<typeof optionsSchema>): Options['listening'] {
  const { listen: port, 'webhook-secret': webhookSecret, wait = DEFAULT_WAIT_S } = given
  if (port !== undefined && webhookSecret !== undefined) {
    return { port, webhookSecret, waitMs: wait * 1000 }
  }
  if (port === undefined && webhookSecret === undefined) return null
  throw new CommandError(
    port === undefined
      ? 'Add --listen with the port that your registered endpoint leads to.'
      : 'Add --webhook-secret, which the portal showed when the endpoint was registered.',
  )
}
