// Receives traces as OTLP over HTTP and keeps their bodies unparsed.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from '../fixtures/listen'

export class TraceCollector {
  url = ''
  readonly exports: string[] = []
  readonly #server = createServer(async (request, response) => {
    this.exports.push(await text(request))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })

  static async start(): Promise<TraceCollector> {
    const collector = new TraceCollector()
    collector.url = `http://127.0.0.1:${await listen(collector.#server)}`
    return collector
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}
