/** Readiness: the process responds, is here to stay, and its database accepts writes. */
import { acceptsWrites } from '@/lib/db'
import { isDraining } from '@/lib/draining'

export const dynamic = 'force-dynamic'

const headers = { 'cache-control': 'no-store' }

export async function GET(): Promise<Response> {
  if (isDraining()) return Response.json({ status: 'leaving' }, { status: 503, headers })
  return (await acceptsWrites())
    ? Response.json({ status: 'ready' }, { headers })
    : Response.json({ status: 'database does not accept writes' }, { status: 503, headers })
}
