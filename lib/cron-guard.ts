/** For routes that only the operator's machines may call: `Authorization: Bearer <CRON_SECRET>`. */
import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'
import { env } from './env'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Digests have equal lengths whatever was sent, so the comparison takes constant time. */
export const hasCronSecret = (request: Request): boolean =>
  timingSafeEqual(
    digest(request.headers.get('authorization') ?? ''),
    digest(`Bearer ${env().CRON_SECRET}`),
  )
