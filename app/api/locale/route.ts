/** The language menu posts here. Stores the choice in a cookie and redirects back to the page. */
import { chooseLocale } from '@/lib/http/locale'
import { readRequestBody, refuseBody } from '@/lib/http/request-body'

const MAX_BODY_BYTES = 256

export async function POST(request: Request): Promise<Response> {
  const body = await readRequestBody(request, MAX_BODY_BYTES)
  if (!body.ok) return refuseBody(body.reason)
  const form = new URLSearchParams(new TextDecoder().decode(body.bytes))
  await chooseLocale(form.get('locale'))
  return new Response(null, {
    status: 303,
    headers: { location: pageOf(request, form.get('page')) },
  })
}

/**
 * Returns only a path and query, so that the redirect can't lead to another site. If the browser sends no Referer, the form names its
 * page.
 */
function pageOf({ headers, url }: Request, named: string | null): string {
  const page = URL.parse(headers.get('referer') ?? '') ?? URL.parse(named || '/', url)
  return page ? `/${page.pathname.replace(/^[/\\]+/, '')}${page.search}` : '/'
}
