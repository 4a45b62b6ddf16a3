/** Catches unknown URLs under /admin. Without it, Next would show the customers' 404 page. */
import { notFound, redirect } from 'next/navigation'
import { getStaff } from '@/lib/staff/auth'

export default async function MissingPage() {
  if (!(await getStaff())) redirect('/admin/sign-in')
  notFound()
}
