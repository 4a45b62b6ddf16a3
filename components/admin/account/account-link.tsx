import { CircleUser } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { buttonClass } from '@/components/ui/button'

export function AccountLink() {
  const t = useTranslations('StaffAccount')
  return (
    <Link
      href="/admin/account"
      prefetch={false}
      className={buttonClass({ tone: 'quiet', size: 'small' })}
    >
      <CircleUser aria-hidden="true" className="size-4" />
      <span className="max-sm:sr-only">{t('link')}</span>
    </Link>
  )
}
