// The command-line options of `check`.
import { z } from 'zod'
import { CommandError, parseOptions, readSecret, type Variables } from './arguments.ts'

export const USAGE = `verification-sandbox check [options]

Checks the contract clause by clause over HTTP, against any deployment. Without options, against a sandbox of its own.

  --base-url URL          the service, without /api/v1
  --template UUID         a published template of your tenant; the key goes into the environment: VERIFICATION_API_KEY
  --revision UUID         a published, enabled revision of it (O3)
  --inquiry UUID          an inquiry of your tenant that went through the hosted flow; can be repeated (S3–S5, D2, D6–D11)
  --foreign-inquiry UUID  an inquiry of another tenant (D3, A5)
  --listen PORT           receive webhooks on this port while you complete one inquiry by hand. The secret of the registered
                          endpoint that leads there goes into the environment: VERIFICATION_WEBHOOK_SECRET
  --wait [SECONDS]        wait in real time (600 by default) for that event, and for document URLs to expire (D7)
  --control URL           a sandbox's control API, such as http://localhost:4000/sandbox: reaches everything that HTTP can
  --only CLAUSES          check only these, such as D2,W (all of W); R and N are rulings and gaps, which are observed
  --json FILE             write the report as JSON
  --record FILE           write what was observed of each gap, for a sandbox that behaves the same (--seed FILE)

Exit code: 0 if every clause reached holds, 1 if one is broken, 2 if the command line or the service needs attention.`

export const DEFAULT_WAIT_S = 600

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
    .regex(/^[OSDAWPFRN]\d*(,[OSDAWPFRN]\d*)*$/, 'must be clauses, such as D2,W')
    .transform((list) => list.split(','))
    .optional(),
  json: textSchema.optional(),
  record: textSchema.optional(),
})
export type Options = z.infer<typeof optionsSchema>

/**
 * @param variables the environment, for the key and the secret
 * @param say prints a warning
 * @returns null if `--help` is given
 * @throws CommandError, which says what to do
 */
export function readOptions(
  args: readonly string[],
  variables: Variables,
  say: (line: string) => void,
): Options | null {
  // Give a `--wait` without seconds the default.
  const words = args.flatMap((word, index) => {
    const isBare = word === '--wait' && !/^\d/.test(args[index + 1] ?? '')
    return isBare ? [word, String(DEFAULT_WAIT_S)] : [word]
  })
  const options = parseOptions(optionsSchema, words, 'inquiry')
  if (options === null) return null
  const { 'base-url': baseUrl, template, listen, control } = options
  // Developers of the app have both variables in their shell, so use them only where a key or a secret is asked for.
  const askedFor = (isAsked: boolean) => (isAsked ? variables : {})
  const apiKey = readSecret(
    ['--api-key', options['api-key']],
    'VERIFICATION_API_KEY',
    askedFor(template !== undefined),
    say,
  )
  const secret = readSecret(
    ['--webhook-secret', options['webhook-secret']],
    'VERIFICATION_WEBHOOK_SECRET',
    askedFor(listen !== undefined),
    say,
  )
  const advice = [
    apiKey === undefined &&
      template !== undefined &&
      'Set VERIFICATION_API_KEY in the environment, too.',
    apiKey !== undefined && template === undefined && 'Add --template, too.',
    listen !== undefined &&
      secret === undefined &&
      'Set VERIFICATION_WEBHOOK_SECRET in the environment to what the portal showed when the endpoint was registered.',
    listen === undefined &&
      secret !== undefined &&
      'Add --listen with the port that your registered endpoint leads to.',
    baseUrl === undefined &&
      (apiKey ?? listen ?? control) !== undefined &&
      'Which service? Add --base-url.',
    baseUrl !== undefined &&
      (apiKey ?? control) === undefined &&
      'Add --template, and set VERIFICATION_API_KEY in the environment; for a sandbox, --control is enough.',
    baseUrl?.endsWith('/api/v1') && 'Give --base-url without /api/v1, which the suite adds itself.',
    control !== undefined &&
      listen !== undefined &&
      'Leave out --listen: with --control the suite registers its own receiver.',
  ].find(Boolean)
  if (advice) throw new CommandError(advice)
  return { ...options, 'api-key': apiKey, 'webhook-secret': secret }
}
