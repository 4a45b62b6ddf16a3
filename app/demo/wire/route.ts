/** The newest calls between app and service, and whose pages this browser shows, for the split view. */
import { ControlError, controlUrl } from '@/lib/demo/control'
import { getShownCustomer } from '@/lib/demo/shown-customer'
import { getWire } from '@/lib/demo/wire'

const HEADERS = { 'cache-control': 'no-store' }

export async function GET(): Promise<Response> {
  if (controlUrl() === null) return new Response(null, { status: 404 })
  try {
    const [lines, shown] = await Promise.all([getWire(), getShownCustomer()])
    return Response.json({ lines, shown }, { headers: HEADERS })
  } catch (error) {
    if (!(error instanceof ControlError)) throw error
    return Response.json({ error: 'sandbox_unreachable' }, { status: 503, headers: HEADERS })
  }
}
