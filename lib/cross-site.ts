/** What made the browser send a request. Browsers say so, and a page can't forge it. */
import 'server-only'

/**
 * A link on another site or subdomain carries the session cookie along, and so does an `<img>` of ours whose URL came from
 * the service. Neither may cause an audited action in someone's name. URLs that people type or bookmark still work.
 */
export function isUnasked({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  const dest = headers.get('sec-fetch-dest')
  return (
    !['same-origin', 'none', null].includes(site) || !['empty', 'document', null].includes(dest)
  )
}
