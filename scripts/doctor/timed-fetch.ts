// HTTP for the doctor: with a timeout, without redirects, and with a readable reason if there is no response.

const TIMEOUT_MS = 10_000

export type Reply =
  | { ok: true; status: number; headers: Headers; body: string }
  | { ok: false; reason: string; isTimeout: boolean }

/** Doesn't follow redirects, because the service doesn't either (N9). */
export async function ask(url: string, init: RequestInit = {}): Promise<Reply> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...init,
    })
    return {
      ok: true,
      status: response.status,
      headers: response.headers,
      body: await response.text(),
    }
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError'
    return { ok: false, reason: reasonOf(error), isTimeout }
  }
}

/** fetch only says "fetch failed"; the reason is in its cause: ECONNREFUSED, ENOTFOUND, a bad certificate. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1000} s`
  const { cause } = error
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message
  return error.message
}
