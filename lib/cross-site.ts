/** Whether another site sent the browser here. Browsers say so, and a page can't forge it. */
import 'server-only'

/**
 * The session's cookie comes along with a link from elsewhere. What is audited mustn't happen in somebody's name because of
 * one. Addresses that people type or keep as bookmarks still work.
 */
export const isFromAnotherSite = (request: Request): boolean =>
  request.headers.get('sec-fetch-site') === 'cross-site'
