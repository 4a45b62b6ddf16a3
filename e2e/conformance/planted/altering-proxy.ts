// A service with one thing wrong: a reverse proxy that changes what the real sandbox says on its way.
// The sandbox itself has no switch for being wrong.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { parseJson } from '../polite-http.ts'

export type Json = Record<string, unknown>

export interface Asked {
  method: string
  path: string
  headers: Record<string, string>
  text: string
  /** The parsed body, empty when it is not a JSON object. */
  body: Json
}

export interface Told {
  status: number
  headers: Record<string, string>
  text: string
  body: Json
}

/** An event on its way to the receiver. */
export interface Posted {
  headers: Record<string, string>
  text: string
  body: Json
  /** The header that fits another text, made with the endpoint's own secret. */
  sign(text: string): string
}

/** What is wrong; whatever it leaves out passes unchanged. */
export interface Alteration {
  ask?(asked: Asked): Partial<Asked>
  tell?(told: Told, asked: Asked, origin: string): Partial<Told>
  post?(posted: Posted): Partial<Posted>
}

export interface AlteringProxy {
  origin: string
  close(): Promise<void>
}

/** The path of a picture that never expires. */
export const ETERNAL_PICTURE = '/eternal-picture'
const DELIVER = '/deliver/'
const NOT_FORWARDED = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']

export function startAlteringProxy(
  serviceUrl: string,
  alteration: Alteration,
): Promise<AlteringProxy> {
  const secrets = new Map<string, string>()
  let origin = ''

  const server = createServer(async (request, response) => {
    const asked = await readAsked(request)
    if (asked.path === ETERNAL_PICTURE) {
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>')
    } else if (asked.path.startsWith(DELIVER)) {
      await deliver(asked, response)
    } else {
      await forward(asked, response)
    }
  })

  async function forward(given: Asked, response: ServerResponse): Promise<void> {
    const asked = { ...given, ...throughUs(alteration.ask?.(given) ?? {}, given) }
    const answer = await fetch(serviceUrl + asked.path, requestOf(asked))
    const text = await answer.text()
    const told = {
      status: answer.status,
      headers: kept(Object.fromEntries(answer.headers)),
      text,
      body: record(parseJson(text)),
    }
    remember(told.body)
    const altered = { ...told, ...alteration.tell?.(told, asked, origin) }
    const isChanged = altered.body !== told.body
    response.writeHead(altered.status, altered.headers)
    response.end(isChanged ? JSON.stringify(altered.body) : altered.text)
  }

  async function deliver(asked: Asked, response: ServerResponse): Promise<void> {
    const url = decodeURIComponent(asked.path.slice(DELIVER.length))
    const secret = secrets.get(origin + asked.path) ?? ''
    const sign = (text: string) =>
      `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`
    const posted = { ...asked, sign }
    const altered = { ...posted, ...alteration.post?.(posted) }
    const answer = await fetch(url, requestOf(altered))
    response.writeHead(answer.status).end()
  }

  /** An endpoint that is registered leads through here. */
  function throughUs(changed: Partial<Asked>, { path, text, body }: Asked): Partial<Asked> {
    if (!path.startsWith('/sandbox/')) return changed
    const now = record(parseJson(changed.text ?? text))
    const led = { ...now }
    for (const field of ['url', 'webhookUrl']) {
      const url = body[field]
      if (typeof url === 'string' && url.startsWith('http://127.0.0.1:')) {
        led[field] = origin + DELIVER + encodeURIComponent(url)
      }
    }
    return { ...changed, ...(text === '' ? {} : { text: JSON.stringify(led) }) }
  }

  function remember(told: Json): void {
    const { url, secret } = 'endpoint' in told ? record(told.endpoint) : told
    if (typeof url === 'string' && typeof secret === 'string') secrets.set(url, secret)
  }

  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (typeof address !== 'object' || !address) throw new Error('the proxy has no port')
      origin = `http://127.0.0.1:${address.port}`
      resolve({
        origin,
        close() {
          server.closeAllConnections()
          return new Promise((closed) => server.close(() => closed()))
        },
      })
    })
  })
}

export function record(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

async function readAsked(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  const { method = 'GET', url: path = '/' } = request
  const headers = kept(
    Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
  )
  return { method, path, headers, text, body: record(parseJson(text)) }
}

function requestOf({ method = 'POST', headers, text }: Partial<Asked> & Pick<Asked, 'text'>) {
  const hasBody = method !== 'GET' && method !== 'HEAD' && text !== ''
  return {
    method,
    redirect: 'manual' as const,
    ...(headers ? { headers } : {}),
    ...(hasBody ? { body: text } : {}),
  }
}

function kept(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !NOT_FORWARDED.includes(name)),
  )
}
