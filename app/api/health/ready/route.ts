/** Readiness: the process responds, is here to stay, and its database accepts writes. */
import { acceptsWrites } from '@/lib/db'
import { isDraining } from '@/lib/draining'

export const dynamic = 'force-dynamic'

const headers = { 'cache-control': 'no-store' }

export async function GET(): Promise<Response> {
  if (isDraining()) {
    // A connection on which a balancer asks every second would never be idle, and the process would wait for it.
    const leaving = { ...headers, connection: 'close' }
    return Response.json({ status: 'leaving' }, { status: 503, headers: leaving })
  }
  return (await acceptsWrites())
    ? Response.json({ status: 'ready' }, { headers })
    : Response.json({ status: 'database does not accept writes' }, { status: 503, headers })
}
