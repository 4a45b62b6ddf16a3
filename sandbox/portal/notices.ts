// Notices that the page after a form shows once: how it went, and new secrets (A3, W1).

export interface Notice {
  tone: 'done' | 'problem'
  text: string
  /** A value that nobody can see again after this page. */
  secret?: { label: string; value: string }
}

/** A notice that no page picked up is dropped. */
const MAX_AGE_MS = 5 * 60 * 1000

/** In memory only, so that a secret is never written anywhere. */
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
