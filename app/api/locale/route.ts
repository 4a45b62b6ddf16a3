/** The language menu: remembers the choice and sends the customer back to the page they were on. */
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
 * The page's path and query only, so the redirect can't lead to another site. Some browsers and extensions send no Referer;
 * then the form says which page it is on.
 */
function pageOf({ headers, url }: Request, named: string | null): string {
  const page = URL.parse(headers.get('referer') ?? '') ?? URL.parse(named || '/', url)
  return page ? `/${page.pathname.replace(/^[/\\]+/, '')}${page.search}` : '/'
}
