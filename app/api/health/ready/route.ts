/** Readiness: the process responds and isn't draining, and its database accepts writes. */
import { acceptsWrites } from '@/lib/database/accepts-writes'
import { isDraining } from '@/lib/runtime/draining'

export const dynamic = 'force-dynamic'

const headers = { 'cache-control': 'no-store' }

export async function GET(): Promise<Response> {
  if (isDraining()) {
    // Closes the connection: a load balancer that polls it every second would keep it busy and delay the exit.
    const leaving = { ...headers, connection: 'close' }
    return Response.json({ status: 'leaving' }, { status: 503, headers: leaving })
  }
  return (await acceptsWrites())
    ? Response.json({ status: 'ready' }, { headers })
    : Response.json({ status: 'database does not accept writes' }, { status: 503, headers })
}
