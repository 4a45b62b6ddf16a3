// A webhook receiver that keeps every delivery byte for byte and returns whatever statuses a check asks for.
import { createServer, type IncomingHttpHeaders } from 'node:http'

export interface Delivery {
  /** The path of the endpoint's URL. */
  path: string
  headers: IncomingHttpHeaders
  bytes: Buffer
  /** The status that the receiver returned. */
  status: number
}

export interface ReceiverOptions {
  host?: string
  /** 0 takes any free port. */
  port?: number
}

/** The receiver can't listen on its port. */
export class ReceiverError extends Error {
  override name = 'ReceiverError'
}

const MAX_BODY_BYTES = 8 * 1024 * 1024

export class Receiver {
  readonly deliveries: Delivery[] = []
  readonly #answers = new Map<string, number[]>()
  readonly #waiting = new Set<() => void>()

  private constructor(
    readonly origin: string,
    private readonly closeServer: () => Promise<void>,
  ) {}

  static start({ host = '127.0.0.1', port = 0 }: ReceiverOptions = {}): Promise<Receiver> {
    return new Promise((resolve, reject) => {
      const server = createServer((request, response) => {
        const chunks: Buffer[] = []
        let length = 0
        request.on('data', (chunk: Buffer) => {
          length += chunk.byteLength
          if (length > MAX_BODY_BYTES) request.destroy()
          else chunks.push(chunk)
        })
        request.on('error', () => response.destroy())
        request.on('end', () => {
          const { url: path = '/', headers } = request
          const status = receiver.#take({ path, headers, bytes: Buffer.concat(chunks) })
          response.writeHead(status).end()
        })
      })
      server.once('error', (error: NodeJS.ErrnoException) =>
        reject(new ReceiverError(`Cannot listen on port ${port} (${error.code}).`)),
      )
      let receiver: Receiver
      server.listen(port, host, () => {
        const address = server.address()
        const bound = typeof address === 'object' && address ? address.port : port
        receiver = new Receiver(`http://127.0.0.1:${bound}`, () => {
          server.closeAllConnections()
          return new Promise((closed) => server.close(() => closed()))
        })
        resolve(receiver)
      })
    })
  }

  /** Answers the next deliveries to this path with these statuses, then with 200 again. */
  answerWith(path: string, ...statuses: number[]): void {
    this.#answers.set(path, statuses)
  }

  at(path: string): Delivery[] {
    return this.deliveries.filter((delivery) => delivery.path === path)
  }

  /** Waits for the first delivery that fits; null if none arrives in time. */
  async waitFor(
    fits: (delivery: Delivery) => boolean,
    timeoutMs: number,
  ): Promise<Delivery | null> {
    const endsAtMs = Date.now() + timeoutMs
    for (;;) {
      const found = this.deliveries.find(fits)
      if (found || Date.now() >= endsAtMs) return found ?? null
      await this.#arrival(endsAtMs - Date.now())
    }
  }

  close(): Promise<void> {
    return this.closeServer()
  }

  #take(arrived: Omit<Delivery, 'status'>): number {
    const status = this.#answers.get(arrived.path)?.shift() ?? 200
    this.deliveries.push({ ...arrived, status })
    for (const wake of this.#waiting) wake()
    return status
  }

  #arrival(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        this.#waiting.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, timeoutMs)
      this.#waiting.add(wake)
    })
  }
}
