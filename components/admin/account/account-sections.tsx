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
  /** False for staff who sign in with their organisation. */
  hasPassword: boolean
  hasSecondFactor: boolean
  /** Without a second factor, an admin's account is the most to lose. */
  isAdmin: boolean
  actions: Record<'changePassword' | 'removeFactor' | 'endSessions', AccountAction>
}

export function AccountSections(props: AccountSectionsProps) {
  const { hasPassword, hasSecondFactor, isAdmin, actions } = props
  const t = useTranslations('StaffAccount')
  return (
    <Card className="divide-y divide-line">
      {hasPassword ? (
        <>
          <Section title={t('password.title')} text={t('password.text')}>
            <PasswordForm action={actions.changePassword} />
          </Section>
          <Section
            title={t('factor.title')}
            badge={
              <Badge tone={hasSecondFactor ? 'good' : isAdmin ? 'warn' : 'plain'}>
                {t(hasSecondFactor ? 'factor.on' : 'factor.off')}
              </Badge>
            }
            text={t(hasSecondFactor ? 'factor.onText' : 'factor.offText')}
          >
            {hasSecondFactor ? (
              <RemoveFactorForm action={actions.removeFactor} />
            ) : (
              <Link
                href="/admin/account/second-factor"
                prefetch={false}
                className={`${buttonClass({ size: 'small', tone: 'secondary' })} max-sm:h-11 max-sm:w-full`}
              >
                {t('factor.setUp')}
              </Link>
            )}
          </Section>
        </>
      ) : (
        <p className="p-5 text-[0.9375rem]/6 text-ink-soft sm:p-6">{t('organisation')}</p>
      )}
      <Section title={t('sessions.title')} text={t('sessions.text')}>
        <EndSessionsForm action={actions.endSessions} />
      </Section>
      <Section title={t('language')}>
        <div className="-my-1 text-[0.9375rem]/6 text-ink-soft">
          <LanguageMenu />
        </div>
      </Section>
    </Card>
  )
}

/** Title and explanation on the left, controls on the right. */
function Section({
  title,
  badge,
  text,
  children,
}: {
  title: string
  badge?: ReactNode
  text?: string
  children: ReactNode
}) {
  return (
    <section className="grid gap-x-10 gap-y-4 p-5 sm:p-6 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div>
        <h2 className="flex flex-wrap items-center gap-2 font-semibold">
          {title}
          {badge}
        </h2>
        {text && <p className="mt-1 text-sm/6 text-ink-soft">{text}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
