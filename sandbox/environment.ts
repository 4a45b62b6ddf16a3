// The sandbox's environment, parsed once. An error is one line that names the variable.
import { z } from 'zod'

const PORT_ERROR = 'must be a port from 0 to 65535'
const portSchema = z.coerce
  .number({ error: PORT_ERROR })
  .int(PORT_ERROR)
  .min(0, PORT_ERROR)
  .max(65535, PORT_ERROR)
const flagSchema = z
  .enum(['', '0', '1'])
  .default('')
  .transform((value) => value === '1')

const environmentSchema = z.object({
  SANDBOX_PORT: portSchema.default(4000),
  /** Loopback by default, because anyone who can reach the port can use the control API. */
  SANDBOX_HOST: z.string().min(1).default('127.0.0.1'),
  SANDBOX_PUBLIC_URL: z.url().optional(),
  SANDBOX_WEBHOOK_URL: z.url().optional(),
  /** The seeded tenant's app, which the presenter's console presents. */
  SANDBOX_MERCHANT_URL: z.url().optional(),
  SANDBOX_ALLOW_LOOPBACK_HTTP: flagSchema,
  SANDBOX_CONTROL: z.enum(['on', 'off']).default('on'),
  /** The path of a seed file, which adds tenants and changes the seeded tenant's gap settings. */
  SANDBOX_SEED: z.string().min(1).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  PORT: portSchema.default(3000),
})

export type SandboxEnvironment = ReturnType<typeof toSettings>

/** The settings, or one line that names each invalid variable. */
export function parseSandboxEnvironment(
  variables: Record<string, string | undefined>,
): { ok: true; environment: SandboxEnvironment } | { ok: false; line: string } {
  const parsed = environmentSchema.safeParse(variables)
  if (parsed.success) return { ok: true, environment: toSettings(parsed.data) }
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  return { ok: false, line: problems.join('; ') }
}

function toSettings(values: z.infer<typeof environmentSchema>) {
  return {
    port: values.SANDBOX_PORT,
    host: values.SANDBOX_HOST,
    publicUrl: values.SANDBOX_PUBLIC_URL?.replace(/\/$/, ''),
    webhookUrl:
      values.SANDBOX_WEBHOOK_URL ?? `http://localhost:${values.PORT}/api/webhooks/verification`,
    merchantUrl: (values.SANDBOX_MERCHANT_URL ?? `http://localhost:${values.PORT}`).replace(
      /\/$/,
      '',
    ),
    allowLoopbackHttp: values.SANDBOX_ALLOW_LOOPBACK_HTTP,
    control: values.SANDBOX_CONTROL === 'on',
    seedFile: values.SANDBOX_SEED,
    dataDir: values.DATA_DIR,
  }
}
