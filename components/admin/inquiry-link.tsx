import { InquiryPageLink } from './inquiry-access'

export function InquiryLink({ id }: { id: string | null }) {
  if (id === null) return <span className="text-ink-faint">None</span>
  return (
    <InquiryPageLink
      href={`/admin/inquiries/${id}`}
      className="font-medium whitespace-nowrap text-brand underline-offset-4 hover:underline"
      otherwise={<span className="font-mono text-xs/5 break-all">{id}</span>}
    >
      Open inquiry
    </InquiryPageLink>
  )
}
