// Reads an open's JSON body, with a size limit, before anything looks at it. Anything wrong with it is a 4xx.
import type { MiddlewareHandler } from 'hono'
import { BODY_TOO_LARGE, type Problem } from '../service/errors.ts'
import { type MerchantEnv, refuse } from './pipeline.ts'

const MAX_BODY_BYTES = 1024 * 1024
const NO_JSON: Problem = {
  status: 415,
  code: 'UNSUPPORTED_MEDIA_TYPE',
  message: 'The body must be application/json.',
}
const MALFORMED_JSON: Problem = {
  status: 400,
  code: 'MALFORMED_JSON',
  message: 'The body is not valid JSON.',
}

export function readJsonBody(): MiddlewareHandler<MerchantEnv> {
  return async (c, next) => {
    const mediaType = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
    if (mediaType !== 'application/json') return refuse(c, NO_JSON)
    if (Number(c.req.header('content-length') ?? 0) > MAX_BODY_BYTES) {
      return refuse(c, BODY_TOO_LARGE)
    }
    const bytes = await readBytes(c.req.raw)
    if (!bytes) return refuse(c, BODY_TOO_LARGE)
    c.set('requestBody', bytes)
    try {
      c.set('json', JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
    } catch {
      return refuse(c, MALFORMED_JSON)
    }
    return next()
  }
}

/** The body's bytes, or null if there are more than the limit. Node enforces a given Content-Length. */
async function readBytes(request: Request): Promise<Uint8Array | null> {
  if (request.headers.has('content-length')) return new Uint8Array(await request.arrayBuffer())
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength
    if (length > MAX_BODY_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
