/** Whether another site sent the browser here. Browsers say so, and a page can't forge it. */
import 'server-only'

/**
 * A link on another site carries the session cookie along, and must not cause an audited action in someone's name. URLs that
 * people type or bookmark still work.
 */
export const isFromAnotherSite = (request: Request): boolean =>
  request.headers.get('sec-fetch-site') === 'cross-site'
