// Where the sandbox is reached, and what it lets people do there.
export interface Site {
  /** Known once the server listens. */
  publicUrl: string
  /** Off: neither the control API nor the portal's scenario page is available. */
  readonly controlEnabled: boolean
  /** Endpoints may be plain HTTP on this machine (W2). */
  readonly allowLoopbackHttp: boolean
}
