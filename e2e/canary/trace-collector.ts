// Takes traces by OTLP over HTTP, and keeps them as they came.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

export class TraceCollector {
  readonly exports: string[] = []
  readonly #server = createServer(async (request, response) => {
    this.exports.push(await text(request))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })

  static async start(): Promise<TraceCollector> {
    const collector = new TraceCollector()
    collector.#server.listen(0, '127.0.0.1')
    await once(collector.#server, 'listening')
    return collector
  }

  get url(): string {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('No port')
    return `http://127.0.0.1:${address.port}`
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}
