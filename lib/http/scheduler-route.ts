/** For routes that schedulers and monitoring call with `Authorization: Bearer <CRON_SECRET>`. */
import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'
import { env } from '../runtime/env'
import { failure, log } from '../runtime/log'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares digests, because `timingSafeEqual` needs equal lengths. */
const hasCronSecret = (request: Request): boolean =>
  timingSafeEqual(
    digest(request.headers.get('authorization') ?? ''),
    digest(`Bearer ${env().CRON_SECRET}`),
  )

/** @param event the log event if `answer` throws; the caller then gets a 503 */
export const schedulerRoute =
  (event: string, answer: () => Promise<Response>) =>
  async (request: Request): Promise<Response> => {
    const respond = async () => {
      if (!hasCronSecret(request)) return Response.json({ error: 'unauthorised' }, { status: 401 })
      try {
        return await answer()
      } catch (error) {
        log.error(event, failure(error))
        return Response.json({ error: 'unavailable' }, { status: 503 })
      }
    }
    const response = await respond()
    response.headers.set('cache-control', 'no-store')
    return response
  }
