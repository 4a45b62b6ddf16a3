/**
 * Takes a presenter to this browser's own inquiry in the back office or, with `?at=portal`, in the service's portal. A
 * redirect rather than a link, because pages that customers see must not contain an inquiryId.
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
