/** Whether the process can do its work: it answers, and its database does. */
import { db } from '@/lib/db'

export const dynamic = 'force-dynamic'

const headers = { 'cache-control': 'no-store' }

export async function GET(): Promise<Response> {
  try {
    await db().$queryRaw`SELECT 1`
    return Response.json({ status: 'ready' }, { headers })
  } catch {
    return Response.json({ status: 'database unreachable' }, { status: 503, headers })
  }
}
