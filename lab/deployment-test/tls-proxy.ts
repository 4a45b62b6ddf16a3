// What stands before the instances: TLS with a self-signed certificate, turns between them, and the other one when a
// connection is refused or lost. As little as a balancer has to do for a rolling restart; deploy/Caddyfile says the same.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

export interface TlsProxy {
  url: string
  /** The certificate, for a client that trusts it. */
  certificate: string
  stop(): void
}

/** @param ports of the instances on this machine; `folder` takes key and certificate (openssl makes them) */
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
  // A kept connection may be closed by an instance that stops just as the next request is written to it.
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    certificate: readFileSync(cert, 'utf8'),
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** A read, or a delivery, whose signed event id makes it the same the second time. */
const mayRepeat = ({ method, url }: IncomingMessage) =>
  method === 'GET' || url === '/api/webhooks/verification'

/** @returns false when the request may go to another instance */
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
      // A socket that closes resets what waited to be accepted: nobody can tell that from an answer that was lost.
      const goesOn = !outgoing.headersSent && (isRefused || mayRepeat(incoming))
      if (!goesOn && !outgoing.headersSent) outgoing.writeHead(502).end()
      else if (!goesOn) outgoing.destroy()
      resolve(!goesOn)
    })
    onward.end(body)
  })
}
