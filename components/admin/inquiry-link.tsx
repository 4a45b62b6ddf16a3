import Link from 'next/link'

/** From a list to the inquiry that a line is about. */
export function InquiryLink({ inquiry }: { inquiry: string | null }) {
  if (inquiry === null) return <span className="text-ink-faint">None</span>
  return (
    <Link
      href={`/admin/inquiries/${inquiry}`}
      prefetch={false}
      className="font-medium whitespace-nowrap text-brand underline-offset-4 hover:underline"
    >
      Open inquiry
    </Link>
  )
}
