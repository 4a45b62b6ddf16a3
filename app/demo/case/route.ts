/**
 * This browser's own inquiry as staff see it or, with `?at=portal`, as the service does, so that a presenter needn't search.
 * A redirect, because an inquiryId is no part of a page that a customer sees.
 */
import { getApplicant } from '@/lib/applicant'
import { controlUrl } from '@/lib/demo/control'
import { ownCase } from '@/lib/demo/prepare'
import { env } from '@/lib/env'

export async function GET(request: Request): Promise<Response> {
  if (controlUrl() === null) return new Response(null, { status: 404 })
  const applicant = await getApplicant()
  const own = applicant && (await ownCase(applicant))
  const isAtPortal = new URL(request.url).searchParams.get('at') === 'portal'
  const target = isAtPortal
    ? new URL(
        own?.inquiryId ? `/portal/inquiries/${own.inquiryId}` : '/portal/inquiries',
        env().VERIFICATION_SDK_URL,
      )
    : new URL(own ? `/admin/inquiries/${own.id}` : '/admin/inquiries', env().NEXTAUTH_URL)
  return Response.redirect(target, 303)
}
