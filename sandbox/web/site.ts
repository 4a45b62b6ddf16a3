// Where the sandbox is reachable, and what it allows.
export interface Site {
  /** Known once the server listens. */
  publicUrl: string
  /** If false, neither the control API nor the portal's scenario page is available. */
  readonly controlEnabled: boolean
  /** Endpoints may be plain HTTP on this machine (W2). */
  readonly allowLoopbackHttp: boolean
}
