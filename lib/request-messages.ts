/** The locale and texts with which next-intl renders a request. `next.config.js` names this file. */
import { getRequestConfig } from 'next-intl/server'
import { MESSAGES } from '../messages/all'
import { requestedLocale } from './locale'
import { log } from './log'

export default getRequestConfig(async () => {
  const locale = await requestedLocale()
  return {
    locale,
    messages: MESSAGES[locale],
    // The server doesn't know the reader's time zone. Times that matter are rendered in the browser.
    timeZone: 'UTC',
    // The message may contain the values to show, so only the kind of error is logged.
    onError: ({ code }) => log.error('text_not_rendered', { error: code }),
  }
})
