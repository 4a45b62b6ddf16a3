// A webhook receiver that records every delivery byte for byte, and returns whatever status a check asks for.
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { CommandError } from './arguments.ts'

export interface Delivery {
  /** The path of the endpoint's URL. */
  path: string
  headers: IncomingHttpHeaders
  bytes: Buffer
  /** The status that the receiver returned. */
  status: number
}

export class Receiver {
  readonly deliveries: Delivery[] = []
  /** The usual status. `answerWith` overrides it. */
  status = 200
  readonly #answers = new Map<string, number[]>()
  readonly #arrivals = new EventEmitter()
  readonly #server = createServer(async (request, response) => {
    const bytes = await buffer(request).catch(() => null)
    if (bytes === null) return
    const { url: path = '/', headers } = request
    const status = this.#answers.get(path)?.shift() ?? this.status
    this.deliveries.push({ path, headers, bytes, status })
    this.#arrivals.emit('delivery')
    response.writeHead(status).end()
  })
  origin = ''

  private constructor() {}

  /** @param port 0 picks a free port */
  static async start(host = '127.0.0.1', port = 0): Promise<Receiver> {
    const receiver = new Receiver()
    const server = receiver.#server
    try {
      await once(server.listen(port, host), 'listening')
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : error
      throw new CommandError(
        `Cannot listen on port ${port} (${code}). Choose another with --listen.`,
      )
    }
    const address = server.address()
    const bound = typeof address === 'object' && address ? address.port : port
    receiver.origin = `http://127.0.0.1:${bound}`
    return receiver
  }

  /** Answers the next deliveries to this path with these statuses, and later ones as usual. */
  answerWith(path: string, ...statuses: number[]): void {
    this.#answers.set(path, statuses)
  }

  at(path: string): Delivery[] {
    return this.deliveries.filter((delivery) => delivery.path === path)
  }

  /** @returns whether a matching delivery has arrived in time */
  async waitFor(fits: (delivery: Delivery) => boolean, timeoutMs: number): Promise<boolean> {
    const signal = AbortSignal.timeout(timeoutMs)
    while (!this.deliveries.some(fits)) {
      if (signal.aborted) return false
      await once(this.#arrivals, 'delivery', { signal }).catch(() => undefined)
    }
    return true
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
