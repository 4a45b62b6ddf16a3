// The sandbox's environment, parsed once. A mistake becomes one line that names the variable.
import { z } from 'zod'

const portSchema = z.coerce.number().int().min(0).max(65535)
const flagSchema = z
  .enum(['', '0', '1'])
  .default('')
  .transform((value) => value === '1')

const environmentSchema = z.object({
  SANDBOX_PORT: portSchema.default(4000),
  /** Only this machine by default: the control API is not for anyone else. */
  SANDBOX_HOST: z.string().min(1).default('127.0.0.1'),
  SANDBOX_PUBLIC_URL: z.url().optional(),
  SANDBOX_WEBHOOK_URL: z.url().optional(),
  SANDBOX_ALLOW_LOOPBACK_HTTP: flagSchema,
  SANDBOX_CONTROL: z.enum(['on', 'off']).default('on'),
  /** A seed file: tenants beside the seeded ones, and gap settings of the first. */
  SANDBOX_SEED: z.string().min(1).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  PORT: portSchema.default(3000),
})

export type SandboxEnvironment = ReturnType<typeof toSettings>

/** The settings, or one line that names each variable that is wrong. */
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
    allowLoopbackHttp: values.SANDBOX_ALLOW_LOOPBACK_HTTP,
    control: values.SANDBOX_CONTROL === 'on',
    seedFile: values.SANDBOX_SEED,
    dataDir: values.DATA_DIR,
  }
}
