/** Guards the routes for schedulers and monitoring: `Authorization: Bearer <CRON_SECRET>`. */
import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'
import { env } from './env'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares digests, because `timingSafeEqual` needs equal lengths. */
export const hasCronSecret = (request: Request): boolean =>
  timingSafeEqual(
    digest(request.headers.get('authorization') ?? ''),
    digest(`Bearer ${env().CRON_SECRET}`),
  )
