/** Whether a page of another origin sent the browser here. Browsers say so, and a page can't forge it. */
import 'server-only'

/**
 * A link on another site or subdomain carries the session cookie along, and must not cause an audited action in someone's
 * name. URLs that people type or bookmark still work.
 */
export const isFromAnotherOrigin = (request: Request): boolean =>
  !['same-origin', 'none', null].includes(request.headers.get('sec-fetch-site'))
