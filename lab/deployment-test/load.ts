// Continuously requests pages and sends signed events of an unknown kind (N13), while instances come and go.
import { createHmac, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:https'

const WORKERS = 4

export interface LoadCount {
  pages: number
  events: number
  /** The status or error code of every response other than 200. */
  failures: string[]
}

interface LoadTarget {
  url: string
  certificate: string
  webhookSecret: string
}

/** `stop` resolves to the counts once the last responses are in. */
export function startLoad({ url, certificate, webhookSecret }: LoadTarget): {
  stop(): Promise<LoadCount>
} {
  const agent = new Agent({ keepAlive: true, ca: certificate })
  const count: LoadCount = { pages: 0, events: 0, failures: [] }
  let stopped = false

  const get = () => send(`${url}/apply`, 'GET', {}, Buffer.alloc(0), agent)
  const post = () => {
    const event = { id: randomUUID(), type: 'deployment.test', createdAt: new Date(), data: {} }
    const body = Buffer.from(JSON.stringify(event))
    const headers = {
      'content-type': 'application/json',
      ...signature(body, webhookSecret),
    }
    return send(`${url}/api/webhooks/verification`, 'POST', headers, body, agent)
  }
  const work = async (kind: 'pages' | 'events', call: () => Promise<number | string>) => {
    while (!stopped) {
      const answer = await call()
      count[kind]++
      if (answer !== 200) count.failures.push(`${kind}: ${answer}`)
    }
  }
  const workers = Array.from({ length: WORKERS }, (_, nth) =>
    nth % 2 === 0 ? work('pages', get) : work('events', post),
  )
  return {
    stop: async () => {
      stopped = true
      await Promise.all(workers)
      agent.destroy()
      return count
    },
  }
}

export const signature = (body: Uint8Array, secret: string) => ({
  'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
})

function send(
  url: string,
  method: string,
  headers: Record<string, string>,
  body: Uint8Array,
  agent: Agent,
): Promise<number | string> {
  return new Promise((resolve) => {
    const call = request(url, { method, headers, agent }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    })
    call.once('error', (error) => resolve('code' in error ? String(error.code) : error.message))
    call.end(body)
  })
}
