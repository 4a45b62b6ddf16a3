/** The presenter's start page: the six chapters, and links to every surface. */
import { ArrowUpRight, Columns2, Landmark, Store } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { ChapterGrid } from '@/components/demo/chapter-grid'
import { DemoShell } from '@/components/demo/demo-shell'
import { RoleButtons } from '@/components/demo/role-buttons'
import { chaptersIn } from '@/lib/demo/chapters'
import { controlUrl } from '@/lib/demo/control'
import { getProgress } from '@/lib/demo/progress'
import { listDemoRoles } from '@/lib/demo/sign-in'
import { env } from '@/lib/env'
import { currentLocale } from '@/lib/locale'
import { prepareSignInAction } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Guide')
  return { title: t('title') }
}

export default async function DemoPage() {
  if (controlUrl() === null) notFound()
  const t = await getTranslations('Guide.home')
  const guide = await getTranslations('Guide')
  const chapters = chaptersIn(await currentLocale())
  const minutes = chapters.reduce((sum, chapter) => sum + chapter.minutes, 0)
  const [roles, progress] = await Promise.all([listDemoRoles(), getProgress()])
  const portal = new URL('/portal', env().VERIFICATION_SDK_URL).href
  return (
    <DemoShell current="chapters">
      <section className="mt-6 grid overflow-hidden rounded-3xl bg-night text-white sm:mt-8 lg:grid-cols-[1fr_24rem]">
        <div className="flex flex-col p-7 sm:p-10 lg:p-12">
          <p className="text-sm font-medium text-glow">{guide('title')}</p>
          <h1 className="mt-3 max-w-xl text-3xl/tight font-semibold sm:text-[2.75rem]/[1.1]">
            {t('heading', { minutes })}
          </h1>
          <p className="mt-4 max-w-xl text-base/7 text-white/80 sm:text-lg/8">{t('lead')}</p>
          <ul className="mt-8 flex flex-wrap gap-2.5 lg:mt-auto lg:pt-10">
            <SurfaceLink href="/" icon={<Store aria-hidden="true" className="size-4.5" />}>
              {t('storefront')}
            </SurfaceLink>
            <SurfaceLink href={portal} icon={<Landmark aria-hidden="true" className="size-4.5" />}>
              {t('portal')}
            </SurfaceLink>
            <SurfaceLink
              href="/demo/live"
              icon={<Columns2 aria-hidden="true" className="size-4.5" />}
            >
              {t('live')}
            </SurfaceLink>
          </ul>
        </div>
        <div className="border-t border-white/10 bg-black/15 p-7 sm:p-10 lg:border-t-0 lg:border-l lg:p-8">
          <h2 className="text-base font-semibold">{t('signIn')}</h2>
          <p className="mt-1 mb-4 text-sm/6 text-white/75">{t('recorded')}</p>
          {roles.length > 0 ? (
            <RoleButtons roles={roles} prepareSignInAction={prepareSignInAction} />
          ) : (
            <p className="text-sm/6 text-white/80">{t('noAccounts')}</p>
          )}
        </div>
      </section>
      <div className="py-8 sm:py-10">
        <ChapterGrid chapters={chapters} running={progress?.chapter.id ?? null} />
      </div>
    </DemoShell>
  )
}

function SurfaceLink({
  href,
  icon,
  children,
}: {
  href: string
  icon: ReactNode
  children: string
}) {
  return (
    <li>
      <a
        href={href}
        className="inline-flex h-11 items-center gap-2 rounded-xl border border-white/20 px-4 text-[0.9375rem] font-medium text-white transition-colors hover:border-white/45 hover:bg-white/5 focus-visible:outline-glow"
      >
        {icon}
        {children}
        <ArrowUpRight aria-hidden="true" className="size-4 text-white/65" />
      </a>
    </li>
  )
}
