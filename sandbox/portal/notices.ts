// Notices that the page after a form shows once: the result, and new secrets (A3, W1).

export interface Notice {
  tone: 'done' | 'problem'
  text: string
  /** A value that is shown on this page and never again. */
  secret?: { label: string; value: string }
}

/** A notice that no page has shown by then is dropped. */
const MAX_AGE_MS = 5 * 60 * 1000

/** In memory only, so a secret is never written to disk. */
export class Notices {
  readonly #bySession = new Map<string, { notice: Notice; leftAtMs: number }>()

  leave(sessionId: string, notice: Notice): void {
    this.#forgetOld()
    this.#bySession.set(sessionId, { notice, leftAtMs: Date.now() })
  }

  take(sessionId: string): Notice | null {
    this.#forgetOld()
    const left = this.#bySession.get(sessionId)
    this.#bySession.delete(sessionId)
    return left?.notice ?? null
  }

  #forgetOld(): void {
    for (const [sessionId, { leftAtMs }] of this.#bySession) {
      if (Date.now() - leftAtMs > MAX_AGE_MS) this.#bySession.delete(sessionId)
    }
  }
}
