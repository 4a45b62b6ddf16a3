// The service's name, where the sandbox is reached, and what it lets people do there.

/** The service's brand, apart from any merchant's: a fictional company that checks identities. */
export const SERVICE_NAME = 'Veridian Identity'

export interface Site {
  /** Known once the server listens. */
  publicUrl: string
  /** Off: neither the control API nor the portal's scenario page is available. */
  readonly controlEnabled: boolean
  /** Endpoints may be plain HTTP on this machine (W2). */
  readonly allowLoopbackHttp: boolean
}
