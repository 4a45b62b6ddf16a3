// The cheapest possible mock of the service: parses the body and always gives the same answer, on PORT.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'

const opened = JSON.stringify({ inquiryId: randomUUID(), accessToken: 'x'.repeat(64) })
const status = JSON.stringify({ inquiryId: randomUUID(), status: 'PENDING' })

createServer(async (request, response) => {
  const isOpen = request.method === 'POST'
  if (isOpen) await json(request)
  const headers = { 'content-type': 'application/json' }
  response.writeHead(isOpen ? 201 : 200, headers).end(isOpen ? opened : status)
}).listen(Number(process.env.PORT), '127.0.0.1')
