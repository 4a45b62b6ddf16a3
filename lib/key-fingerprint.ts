/** Lets `npm run doctor` check that a running app has the API key in `.env`, without either of them showing the key. */
import 'server-only'
import { createHmac } from 'node:crypto'
import type { Env } from './env'

const HEX_DIGITS = 12

export const keyFingerprint = (env: Pick<Env, 'VERIFICATION_API_KEY' | 'CRON_SECRET'>): string =>
  createHmac('sha256', env.CRON_SECRET)
    .update(env.VERIFICATION_API_KEY)
    .digest('hex')
    .slice(0, HEX_DIGITS)
