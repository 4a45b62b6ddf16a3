// A request and its whole response within a deadline, even if the server is killed in the middle.

const TIMEOUT_MS = 15_000

export interface Answer {
  status: number
  headers: Headers
  text: string
}

/**
 * On Node 20, a fetch whose server was killed may never settle, even with `AbortSignal.timeout`, so this has its own timer.
 */
export async function exchange(url: string, init: RequestInit = {}): Promise<Answer> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      controller.abort()
      reject(new Error(`no response within ${TIMEOUT_MS / 1_000} s`))
    }, TIMEOUT_MS)
  })
  try {
    return await Promise.race([send(url, { ...init, signal: controller.signal }), late])
  } finally {
    clearTimeout(timer)
  }
}

async function send(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
