// The balancer for the service's deliveries: round robin, and the next instance if one refuses.
import { connect, createServer, type Socket } from 'node:net'
import { listen } from '../../e2e/fixtures/listen.ts'

export interface Balancer {
  url: string
  stop(): void
}

export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>()
  let turn = 0
  const server = createServer((client) => {
    open.add(client)
    client.once('close', () => open.delete(client))
    client.on('error', () => client.destroy())
    forward(client, turn++, ports.length)
  })

  function forward(client: Socket, nth: number, attempts: number): void {
    const instance = connect({ host: '127.0.0.1', port: ports[nth % ports.length] ?? 0 })
    const refused = () => {
      if (attempts > 1) forward(client, nth + 1, attempts - 1)
      else client.destroy()
    }
    instance.once('error', refused)
    instance.once('connect', () => {
      instance.off('error', refused)
      // A killed instance drops the requests that it was answering.
      instance.on('error', () => client.destroy())
      instance.once('close', () => client.destroy())
      client.once('close', () => instance.destroy())
      client.pipe(instance).pipe(client)
    })
  }

  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    stop: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
