// The package's types, which embed.ts implements.

export interface SandboxOptions {
  /** A folder for its state. Without one, everything stays in memory and is lost when the process ends. */
  dataDir?: string
  /** Where the seeded tenant's events go; by default nowhere. Plain HTTP is allowed for loopback addresses. */
  webhookUrl?: string
  /** The content of a seed file: additional tenants, and the seeded tenant's gap settings. */
  seed?: unknown
}

/** The seeded tenant's credentials, for the merchant's configuration. */
export interface Credentials {
  tenantId: string
  apiKey: string
  templateId: string
  webhookSecret: string
}

export interface RunningSandbox {
  credentials: Credentials
  /** Answers without a port: the merchant API, the control API, flow, SDK and portal. */
  fetch(request: Request): Promise<Response>
  /** Calls the control API, as in `control('POST', '/clock/advance', { seconds: 60 })`. Rejects unless it answers 2xx. */
  control(method: string, path: string, body?: object): Promise<unknown>
  /** Listens on 127.0.0.1, on any free port unless one is given, and resolves with the sandbox's URL. */
  listen(port?: number): Promise<string>
  /** Resolves once every due delivery has been sent. */
  settled(): Promise<void>
  close(): Promise<void>
}

export function createSandbox(options?: SandboxOptions): RunningSandbox
