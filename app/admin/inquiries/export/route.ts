/** The list, with the filter of its address, as a CSV file without personal data. */
import type { NextRequest } from 'next/server'
import { parseInquiryQuery } from '@/components/admin/inquiries/inquiry-query'
import { getStaff } from '@/lib/auth'
import { exportInquiries } from '@/lib/inquiries/export-inquiries'

export async function GET(request: NextRequest): Promise<Response> {
  const staff = await getStaff()
  if (!staff) return new Response('Sign in first.\n', { status: 401 })
  const query = parseInquiryQuery(Object.fromEntries(request.nextUrl.searchParams))
  return new Response(toStream(exportInquiries(staff, query)), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="inquiries.csv"',
      'cache-control': 'no-store',
    },
  })
}

/** Pulled line by line, so that a slow reader slows the queries and a leaving one ends them. */
function toStream(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await lines.return(undefined)
    },
  })
}
