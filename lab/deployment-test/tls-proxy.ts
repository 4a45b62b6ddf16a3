// The proxy in front of the instances: TLS with a self-signed certificate, round robin, and the other instance if a
// connection is refused or lost. That is all a balancer has to do for a rolling restart. caddy.test.ts and rolls.ts use
// deploy/Caddyfile.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { listen } from '../../e2e/fixtures/listen.ts'

export interface TlsProxy {
  url: string
  /** The certificate, for a client that trusts it. */
  certificate: string
  stop(): void
}

/** @param ports of the instances; `folder` gets the key and certificate that openssl makes */
export async function startTlsProxy(ports: readonly number[], folder: string): Promise<TlsProxy> {
  const key = join(folder, 'key.pem')
  const cert = join(folder, 'cert.pem')
  execFileSync(
    'openssl',
    // biome-ignore format: one option and its value after the other
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1',
      '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert],
    { stdio: 'ignore' },
  )
  // A stopping instance may close a kept-alive connection just as the next request is written.
  const agent = new Agent({ keepAlive: false })
  let turn = 0
  const server = createServer(
    { key: readFileSync(key), cert: readFileSync(cert) },
    async (incoming, outgoing) => {
      const body = await buffer(incoming)
      const first = turn++
      for (let attempt = 0; attempt < ports.length; attempt++) {
        const port = ports[(first + attempt) % ports.length] ?? 0
        if (await forward(incoming, body, outgoing, port, agent)) return
      }
      outgoing.writeHead(502).end()
    },
  )
  return {
    url: `https://localhost:${await listen(server)}`,
    certificate: readFileSync(cert, 'utf8'),
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Reads, and deliveries, which the signed event id makes idempotent. */
const mayRepeat = ({ method, url }: IncomingMessage) =>
  method === 'GET' || url === '/api/webhooks/verification'

/** @returns false if the request may go to another instance */
function forward(
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
  port: number,
  agent: Agent,
): Promise<boolean> {
  const { method, url: path, headers } = incoming
  return new Promise((resolve) => {
    const onward = httpRequest(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        agent,
        headers: { ...headers, 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        answer.once('end', () => resolve(true))
      },
    )
    onward.once('error', (error) => {
      const isRefused = 'code' in error && error.code === 'ECONNREFUSED'
      // A closing socket resets connections that it hasn't accepted, which looks like a lost response.
      const goesOn = !outgoing.headersSent && (isRefused || mayRepeat(incoming))
      if (!goesOn && !outgoing.headersSent) outgoing.writeHead(502).end()
      else if (!goesOn) outgoing.destroy()
      resolve(!goesOn)
    })
    onward.end(body)
  })
}
