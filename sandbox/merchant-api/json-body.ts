// A request's JSON body, read with a limit: everything that can be wrong with it is a 4xx.
import type { Context } from 'hono'
import type { Problem } from '../service/problems.ts'
import type { MerchantEnv } from './pipeline.ts'

const MAX_BODY_BYTES = 1024 * 1024

export type JsonBody = { ok: true; value: unknown } | { ok: false; problem: Problem }

const TOO_LARGE: Problem = {
  status: 413,
  code: 'BODY_TOO_LARGE',
  message: 'The body is larger than 1 MiB.',
  // What is left of the body is not worth reading.
  headers: { connection: 'close' },
}

export async function readJsonBody(c: Context<MerchantEnv>): Promise<JsonBody> {
  const mediaType = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (mediaType !== 'application/json') {
    return refused(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json.')
  }
  if (Number(c.req.header('content-length') ?? 0) > MAX_BODY_BYTES) {
    return { ok: false, problem: TOO_LARGE }
  }
  const bytes = await readBytes(c.req.raw)
  if (!bytes) return { ok: false, problem: TOO_LARGE }
  c.set('requestBody', bytes)
  try {
    return { ok: true, value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    return refused(400, 'MALFORMED_JSON', 'The body is not valid JSON.')
  }
}

/** The body's bytes, or null when it goes on past the limit, whatever its length claims. */
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

function refused(status: 400 | 415, code: string, message: string): JsonBody {
  return { ok: false, problem: { status, code, message } }
}
