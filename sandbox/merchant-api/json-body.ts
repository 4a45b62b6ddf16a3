// Reads a request's JSON body with a size limit. Anything wrong with it is a 4xx.
import type { Context } from 'hono'
import { BODY_TOO_LARGE, refused } from '../service/errors.ts'
import type { JsonBody, MerchantEnv } from './pipeline.ts'

const MAX_BODY_BYTES = 1024 * 1024

/** Reads the body on the first call and returns the same result after that. */
export async function readJsonBody(c: Context<MerchantEnv>): Promise<JsonBody> {
  const known = c.get('jsonBody')
  if (known) return known
  const body = await read(c)
  c.set('jsonBody', body)
  return body
}

async function read(c: Context<MerchantEnv>): Promise<JsonBody> {
  const mediaType = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (mediaType !== 'application/json') {
    return refused(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json.')
  }
  if (Number(c.req.header('content-length') ?? 0) > MAX_BODY_BYTES) {
    return { ok: false, problem: BODY_TOO_LARGE }
  }
  const bytes = await readBytes(c.req.raw)
  if (!bytes) return { ok: false, problem: BODY_TOO_LARGE }
  c.set('requestBody', bytes)
  try {
    return { ok: true, value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    return refused(400, 'MALFORMED_JSON', 'The body is not valid JSON.')
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
