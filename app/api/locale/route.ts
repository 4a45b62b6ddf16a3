/** The language menu: remembers the choice and sends the customer back to the page they were on. */
import { chooseLocale } from '@/lib/locale'
import { readRequestBody, refuseBody } from '@/lib/request-body'

const MAX_BODY_BYTES = 256

export async function POST(request: Request): Promise<Response> {
  const body = await readRequestBody(request, MAX_BODY_BYTES)
  if (!body.ok) return refuseBody(body.reason)
  const form = new URLSearchParams(new TextDecoder().decode(body.bytes))
  await chooseLocale(form.get('locale'))
  return new Response(null, { status: 303, headers: { location: pageOf(request) } })
}

/** The page's path and query only, so the redirect can't lead to another site. */
function pageOf(request: Request): string {
  const page = URL.parse(request.headers.get('referer') ?? '')
  return page ? `/${page.pathname.replace(/^\/+/, '')}${page.search}` : '/'
}
