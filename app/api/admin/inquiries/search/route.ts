/**
 * Finds cases for the command palette, or suggests some before anything is typed. A POST, because an inquiryId starts the
 * hosted flow (F2) and mustn't be in a URL.
 */
import { z } from 'zod'
import { getStaff } from '@/lib/auth'
import { findCases, suggestCases } from '@/lib/back-office/find-cases'
import { readRequestBody, refuseBody } from '@/lib/request-body'
import { can } from '@/lib/staff'

const MAX_BYTES = 4 * 1024
const requestSchema = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue('not JSON')
      return z.NEVER
    }
  })
  .pipe(z.object({ search: z.string().trim().max(256) }))

export async function POST(request: Request): Promise<Response> {
  const staff = await getStaff()
  if (!staff) return answer(401, { error: 'signed_out' })
  if (!can(staff, 'inquiries.list')) return answer(403, { error: 'forbidden' })
  const body = await readRequestBody(request, MAX_BYTES)
  if (!body.ok) return refuseBody(body.reason)
  const parsed = requestSchema.safeParse(new TextDecoder().decode(body.bytes))
  if (!parsed.success) return answer(400, { error: 'malformed' })
  const { search } = parsed.data
  return answer(200, {
    cases: await (search === '' ? suggestCases(staff) : findCases(staff, search)),
  })
}

const answer = (status: number, body: object) =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
