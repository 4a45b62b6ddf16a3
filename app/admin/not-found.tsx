/** The staff area's 404, for a missing page or inquiry. */
import { FileQuestion } from 'lucide-react'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { StaffPage } from '@/app/admin/staff-page'
import { buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { DeadEnd } from '@/components/ui/dead-end'
import { EmptyState } from '@/components/ui/empty-state'
import { getStaff } from '@/lib/auth'
import { can, STAFF_PAGES } from '@/lib/staff'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('StaffNotFound')
  return { title: t('title') }
}

export default async function StaffNotFoundPage() {
  const t = await getTranslations('StaffNotFound')
  const staff = await getStaff()
  if (!staff)
    return (
      <DeadEnd title={t('title')} text={t('text')}>
        <a href="/admin/sign-in" className={buttonClass()}>
          {t('signIn')}
        </a>
      </DeadEnd>
    )
  const home = STAFF_PAGES.find(({ permission }) => can(staff, permission))
  return (
    <StaffPage staff={staff} current={null} title={t('title')}>
      <Card>
        <EmptyState icon={FileQuestion} title={t('advice')}>
          {t('search')}
          <span className="mt-5 flex flex-wrap justify-center gap-3 max-sm:flex-col max-sm:*:h-11">
            {can(staff, 'inquiries.list') && (
              <a href="/admin/inquiries" className={buttonClass({ size: 'small' })}>
                {t('inquiries')}
              </a>
            )}
            {home && (
              <a href={home.path} className={buttonClass({ size: 'small', tone: 'secondary' })}>
                {t('home')}
              </a>
            )}
          </span>
        </EmptyState>
      </Card>
    </StaffPage>
  )
}
