// Half of a delivery has been sent when its instance is told to stop. It must still be stored and answered.
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { signature } from './load.ts'

/** @param between runs after half of the body is sent. @returns the status, or the error's code */
export function deliverAround(
  port: number,
  secret: string,
  between: () => void,
): Promise<number | string> {
  const event = { id: randomUUID(), type: 'deployment.test', createdAt: new Date(), data: {} }
  const body = Buffer.from(JSON.stringify(event))
  const half = Math.floor(body.length / 2)
  return new Promise((resolve) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        path: '/api/webhooks/verification',
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': body.length,
          ...signature(body, secret),
        },
      },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      },
    )
    call.once('error', (error) => resolve('code' in error ? String(error.code) : error.message))
    call.write(body.subarray(0, half), () => {
      between()
      // Gives the instance time to handle the signal while the rest is missing.
      setTimeout(() => call.end(body.subarray(half)), 1_000)
    })
  })
}
