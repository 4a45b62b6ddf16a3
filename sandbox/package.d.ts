// The package's types. embed.ts implements them.

export interface SandboxOptions {
  /** The folder for its state. Without it, everything stays in memory and is lost when the process ends. */
  dataDir?: string
  /** The receiver of the seeded tenant's events. Without it, they go nowhere. Loopback addresses may use plain HTTP. */
  webhookUrl?: string
  /** The content of a seed file: additional tenants, and the seeded tenant's gap settings. */
  seed?: unknown
}

/** The seeded tenant's credentials, to configure the merchant. */
export interface Credentials {
  tenantId: string
  apiKey: string
  templateId: string
  webhookSecret: string
}

export interface RunningSandbox {
  credentials: Credentials
  /** Answers a request without a port: merchant API, control API, flow, SDK and portal. */
  fetch(request: Request): Promise<Response>
  /** Calls the control API, as in `control('POST', '/clock/advance', { seconds: 60 })`. Rejects unless the response is 2xx. */
  control(method: string, path: string, body?: object): Promise<unknown>
  /** Listens on 127.0.0.1, on a free port unless one is given. Resolves with the sandbox's URL. */
  listen(port?: number): Promise<string>
  /** Resolves once every due delivery has been sent. */
  settled(): Promise<void>
  close(): Promise<void>
}

export function createSandbox(options?: SandboxOptions): RunningSandbox
