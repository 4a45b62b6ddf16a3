/** A real HTTP server with scripted responses, so that tests use the client over HTTP and don't mock fetch. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { listen } from '../../scripts/ports.ts'

interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface ScriptedAnswer {
  status?: number
  headers?: Record<string, string>
  /** Objects are sent as JSON; strings, bytes and streams unchanged. */
  body?: unknown
}

/** Returns an answer, `'reset'` to break the connection, or `'silence'` to never answer. */
export type Script = (
  request: ReceivedRequest,
  nth: number,
) => ScriptedAnswer | 'reset' | 'silence' | Promise<ScriptedAnswer | 'reset' | 'silence'>

export interface ScriptedService {
  url: string
  requests: ReceivedRequest[]
  answer(script: Script): void
  stop(): Promise<void>
}

export async function startScriptedService(): Promise<ScriptedService> {
  let script: Script = () => ({ status: 404 })
  const requests: ReceivedRequest[] = []
  const server = createServer(async (incoming, response) => {
    const request = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: await text(incoming),
    }
    const nth = requests.push(request)
    const answer = await script(request, nth)
    if (answer === 'reset') response.socket?.destroy()
    else if (answer !== 'silence') send(response, answer)
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answer: (next) => {
      script = next
      requests.length = 0
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: ScriptedAnswer) {
  const isRaw = typeof body === 'string' || body === undefined || body instanceof Uint8Array
  response.writeHead(status, {
    'content-type': isRaw ? 'text/html' : 'application/json',
    ...headers,
  })
  if (body instanceof Readable) body.pipe(response.on('close', () => body.destroy()))
  else response.end(isRaw ? body : JSON.stringify(body))
}
