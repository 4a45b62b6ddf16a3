/** What next-intl renders a request with. `next.config.js` names this file. */
import { getRequestConfig } from 'next-intl/server'
import { MESSAGES } from '../messages/all'
import { requestedLocale } from './locale'
import { log } from './log'

export default getRequestConfig(async () => {
  const locale = await requestedLocale()
  return {
    locale,
    messages: MESSAGES[locale],
    // The server doesn't know the reader's zone. Times that matter are rendered with theirs, in the browser.
    timeZone: 'UTC',
    // The message may hold what was to be shown, so only the kind of error is logged.
    onError: ({ code }) => log.error('text_not_rendered', { error: code }),
  }
})
