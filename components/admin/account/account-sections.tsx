import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { LanguageMenu } from '@/components/ui/language-menu'
import {
  type AccountAction,
  EndSessionsForm,
  PasswordForm,
  RemoveFactorForm,
} from './password-form'

interface AccountSectionsProps {
  /** False for those who sign in with their organisation. */
  hasPassword: boolean
  hasSecondFactor: boolean
  actions: Record<'changePassword' | 'removeFactor' | 'endSessions', AccountAction>
}

export function AccountSections({ hasPassword, hasSecondFactor, actions }: AccountSectionsProps) {
  const t = useTranslations('StaffAccount')
  return (
    <div className="flex max-w-2xl flex-col gap-6">
      {hasPassword ? (
        <>
          <Section title={t('password.title')}>
            <PasswordForm action={actions.changePassword} />
          </Section>
          <Section
            title={t('factor.title')}
            aside={
              <Badge tone={hasSecondFactor ? 'good' : 'plain'}>
                {t(hasSecondFactor ? 'factor.on' : 'factor.off')}
              </Badge>
            }
          >
            <p className="text-[0.9375rem]/6 text-ink-soft">
              {t(hasSecondFactor ? 'factor.onText' : 'factor.offText')}
            </p>
            {hasSecondFactor ? (
              <RemoveFactorForm action={actions.removeFactor} />
            ) : (
              <Link
                href="/admin/account/second-factor"
                prefetch={false}
                className={`${buttonClass({ size: 'small' })} self-start`}
              >
                {t('factor.setUp')}
              </Link>
            )}
          </Section>
        </>
      ) : (
        <p className="text-[0.9375rem]/6 text-ink-soft">{t('organisation')}</p>
      )}
      <Section title={t('sessions.title')}>
        <p className="text-[0.9375rem]/6 text-ink-soft">{t('sessions.text')}</p>
        <EndSessionsForm action={actions.endSessions} />
      </Section>
      <Section title={t('language')}>
        <div className="text-[0.9375rem]/6 text-ink-soft">
          <LanguageMenu />
        </div>
      </Section>
    </div>
  )
}

function Section({
  title,
  aside,
  children,
}: {
  title: string
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <Card className="flex flex-col gap-4 p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg font-semibold">{title}</h2>
        {aside}
      </div>
      {children}
    </Card>
  )
}
