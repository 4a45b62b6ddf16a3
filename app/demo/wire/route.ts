/** The newest calls between app and service, for the split view. */
import { ControlError, controlUrl } from '@/lib/demo/control'
import { getWire } from '@/lib/demo/wire'

const HEADERS = { 'cache-control': 'no-store' }

export async function GET(): Promise<Response> {
  if (controlUrl() === null) return new Response(null, { status: 404 })
  try {
    return Response.json({ lines: await getWire() }, { headers: HEADERS })
  } catch (error) {
    if (!(error instanceof ControlError)) throw error
    return Response.json({ error: 'sandbox_unreachable' }, { status: 503, headers: HEADERS })
  }
}
