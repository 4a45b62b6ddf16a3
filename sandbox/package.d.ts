// The package's types. embed.ts is written against them.

export interface SandboxOptions {
  /** A folder for its state; without one everything is in memory and ends with the process. */
  dataDir?: string
  /** Where the seeded tenant's events go. Loopback addresses may be plain HTTP. */
  webhookUrl?: string
  /** The content of a seed file: tenants beside the seeded one, and gap settings of the first. */
  seed?: unknown
}

/** What a merchant of the seeded tenant is configured with. */
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
  /** Asks the control API, as in `control('POST', '/clock/advance', { seconds: 60 })`. Rejects unless it says 2xx. */
  control(method: string, path: string, body?: object): Promise<unknown>
  /** Listens on 127.0.0.1, on any free port unless one is given, and resolves with its URL. */
  listen(port?: number): Promise<string>
  /** Resolves when everything that is due has been sent. */
  settled(): Promise<void>
  close(): Promise<void>
}

export function createSandbox(options?: SandboxOptions): RunningSandbox
