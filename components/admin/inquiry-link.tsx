import { useTranslations } from 'next-intl'
import { InquiryPageLink } from './inquiry-access'
import { NoValue } from './no-value'
import { toInquiryFrom } from './way-back'

interface InquiryLinkProps {
  id: string | null
  /** Its referenceId; null if the inquiry has been erased. */
  reference: string | null
  /** The URL of the list that contains the link. */
  back: string
}

export function InquiryLink({ id, reference, back }: InquiryLinkProps) {
  const t = useTranslations('StaffLists')
  if (id === null) return <NoValue />
  if (reference === null) return <span className="text-ink-faint">{t('erased')}</span>
  return (
    <InquiryPageLink
      href={toInquiryFrom(id, back)}
      className="font-medium whitespace-nowrap text-brand tabular-nums underline-offset-4 hover:underline"
      otherwise={<span className="whitespace-nowrap tabular-nums">{reference}</span>}
    >
      {reference}
    </InquiryPageLink>
  )
}
