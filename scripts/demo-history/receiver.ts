// Serves the app's webhook route before the app itself runs, on the port to which the service sends its events.
import { createServer } from 'node:http'
import { POST } from '../../app/api/webhooks/verification/route'

/** @returns a function that stops it */
export async function startReceiver(port: number): Promise<() => Promise<void>> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === 'string') headers.set(name, value)
    const url = `http://localhost:${port}${request.url}`
    const answer = await POST(
      new Request(url, { method: 'POST', headers, body: Buffer.concat(chunks) }),
    )
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(await answer.text())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, 'localhost', resolve)
  })
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}
