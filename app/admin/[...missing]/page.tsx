/** Any address of the staff area that is no page. Without this, Next would show the customers' 404. */
import { notFound, redirect } from 'next/navigation'
import { getStaff } from '@/lib/auth'

export default async function MissingPage() {
  if (!(await getStaff())) redirect('/admin/sign-in')
  notFound()
}
