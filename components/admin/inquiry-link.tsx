import Link from 'next/link'
import { toInquiryFrom } from './way-back'

interface InquiryLinkProps {
  id: string | null
  /** Its referenceId; null if the inquiry has been erased. */
  reference: string | null
  /** The URL of the list that contains the link. */
  back: string
}

export function InquiryLink({ id, reference, back }: InquiryLinkProps) {
  if (id === null) return <NoValue />
  if (reference === null) return <span className="text-ink-faint">Erased</span>
  return (
    <Link
      href={toInquiryFrom(id, back)}
      prefetch={false}
      className="font-medium whitespace-nowrap text-brand tabular-nums underline-offset-4 hover:underline"
    >
      {reference}
    </Link>
  )
}

/** An empty cell of a list. */
export const NoValue = () => (
  <span className="text-ink-faint max-md:hidden">
    <span aria-hidden="true">–</span>
    <span className="sr-only">None</span>
  </span>
)
