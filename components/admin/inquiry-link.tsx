import Link from 'next/link'

export function InquiryLink({ id }: { id: string | null }) {
  if (id === null) return <span className="text-ink-faint">None</span>
  return (
    <Link
      href={`/admin/inquiries/${id}`}
      prefetch={false}
      className="font-medium whitespace-nowrap text-brand underline-offset-4 hover:underline"
    >
      Open inquiry
    </Link>
  )
}
