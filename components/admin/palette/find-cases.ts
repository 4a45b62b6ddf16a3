/** Searches our backend for cases, by short reference, referenceId or inquiryId. */
import * as z from 'zod/mini'
import '@/lib/schemas-without-eval'
import type { FoundCase } from '@/lib/back-office/views'

const casesSchema: z.ZodMiniType<{ cases: FoundCase[] }> = z.object({
  cases: z.array(
    z.object({
      id: z.string(),
      reference: z.string(),
      openState: z.enum(['OPENING', 'OPEN', 'OPEN_FAILED']),
      status: z.nullable(z.string()),
      waitingSince: z.nullable(z.string()),
    }),
  ),
})

/** Without a search, the cases waiting longest. A POST, because an inquiryId must not be in a URL (F2). @throws if the request fails or is aborted */
export async function findCases(search: string, signal: AbortSignal): Promise<FoundCase[]> {
  const response = await fetch('/api/admin/inquiries/search', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ search }),
    signal,
  })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return casesSchema.parse(await response.json()).cases
}
