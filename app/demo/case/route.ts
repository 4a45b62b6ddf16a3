/** The staff page of this browser's own inquiry, so that a presenter needn't search for it. */
import { NextResponse } from 'next/server'
import { getApplicant } from '@/lib/applicant'
import { controlUrl } from '@/lib/demo/control'
import { ownCase } from '@/lib/demo/prepare'
import { env } from '@/lib/env'

export async function GET(): Promise<Response> {
  if (controlUrl() === null) return new Response(null, { status: 404 })
  const applicant = await getApplicant()
  const id = applicant && (await ownCase(applicant))
  const path = id === null ? '/admin/inquiries' : `/admin/inquiries/${id}`
  return NextResponse.redirect(new URL(path, env().NEXTAUTH_URL), 303)
}
