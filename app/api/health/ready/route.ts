/** Readiness: the process responds and isn't draining, and its database accepts writes. */
import { acceptsWrites } from '@/lib/database/db'
import { isDraining } from '@/lib/runtime/draining'

export const dynamic = 'force-dynamic'

const headers = { 'cache-control': 'no-store' }

export async function GET(): Promise<Response> {
  if (isDraining()) {
    // A connection that a load balancer polls every second never goes idle, and the process would wait for it before exiting.
    const leaving = { ...headers, connection: 'close' }
    return Response.json({ status: 'leaving' }, { status: 503, headers: leaving })
  }
  return (await acceptsWrites())
    ? Response.json({ status: 'ready' }, { headers })
    : Response.json({ status: 'database does not accept writes' }, { status: 503, headers })
}
