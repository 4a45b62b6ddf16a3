/** Readiness: the process responds and its database accepts writes. */
import { acceptsWrites } from '@/lib/db'

export const dynamic = 'force-dynamic'

const headers = { 'cache-control': 'no-store' }

export async function GET(): Promise<Response> {
  return (await acceptsWrites())
    ? Response.json({ status: 'ready' }, { headers })
    : Response.json({ status: 'database does not accept writes' }, { status: 503, headers })
}
