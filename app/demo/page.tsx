/** The presenter's start page: the six chapters, and links to every surface. */
import { ArrowDown, ArrowRight, ArrowUpRight, Columns2, Landmark, Store, Users } from 'lucide-react'
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
  const first = chapters.find(({ id }) => id === progress?.chapter.id) ?? chapters[0]
  if (!first) notFound()
  const portal = new URL('/portal', env().VERIFICATION_SDK_URL).href
  return (
    <DemoShell current="chapters">
      {/* On a phone or tablet the chapters come before the staff's sign-ins, so that chapter 1 is near the top. */}
      <div className="grid gap-y-6 py-6 sm:gap-y-8 sm:py-8 lg:grid-cols-[1fr_24rem]">
        <section className="flex flex-col rounded-3xl bg-night p-6 text-white sm:p-10 lg:rounded-r-none lg:p-12">
          <p className="text-sm font-medium text-glow">{guide('title')}</p>
          <h1 className="mt-3 max-w-xl text-3xl/tight font-semibold sm:text-[2.75rem]/[1.1]">
            {t('heading', { minutes })}
          </h1>
          <p className="mt-3 max-w-xl text-base/6 text-white/80 sm:mt-4 sm:text-lg/8">
            {t('lead')}
          </p>
          <div className="mt-6 sm:mt-8 lg:mt-auto lg:pt-10">
            <a
              href={`/demo/${first.id}`}
              className="inline-flex h-13 items-center justify-center gap-2.5 rounded-xl bg-glow px-6 text-base font-medium text-[#04211a] transition-colors hover:bg-white focus-visible:outline-white max-sm:w-full"
            >
              {t(progress ? 'carryOnWith' : 'start', { number: chapters.indexOf(first) + 1 })}
              <ArrowRight aria-hidden="true" className="size-5" />
            </a>
          </div>
          <ul className="mt-3 flex flex-wrap gap-2.5 max-sm:-mb-2 max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4 max-sm:gap-y-0 sm:mt-4 sm:max-lg:gap-2">
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
            {/* Further down in a narrow window. */}
            <SurfaceLink
              href="#staff"
              icon={<Users aria-hidden="true" className="size-4.5" />}
              isBelow
            >
              {t('staff')}
            </SurfaceLink>
          </ul>
        </section>
        <div className="lg:order-last lg:col-span-2">
          <ChapterGrid chapters={chapters} running={progress?.chapter.id ?? null} />
        </div>
        <section
          id="staff"
          className="flex scroll-mt-6 flex-col rounded-3xl bg-[color-mix(in_srgb,var(--night),black_15%)] p-6 text-white sm:p-10 lg:rounded-l-none lg:border-l lg:border-white/10 lg:p-8"
        >
          <h2 className="text-base font-semibold">{t('signIn')}</h2>
          <p className="mt-1 mb-4 text-sm/6 text-white/75">{t('recorded')}</p>
          {roles.length > 0 ? (
            <RoleButtons roles={roles} prepareSignInAction={prepareSignInAction} />
          ) : (
            <p className="text-sm/6 text-white/80">{t('noAccounts')}</p>
          )}
        </section>
      </div>
    </DemoShell>
  )
}

function SurfaceLink({
  href,
  icon,
  isBelow = false,
  children,
}: {
  href: string
  icon: ReactNode
  /** On this page, below everything else. */
  isBelow?: boolean
  children: string
}) {
  const Arrow = isBelow ? ArrowDown : ArrowUpRight
  return (
    <li className={isBelow ? 'lg:hidden' : ''}>
      <a
        href={href}
        className="flex min-h-11 items-center gap-2 [&>svg]:shrink-0 rounded-xl border border-white/20 px-4 max-sm:border-0 max-sm:px-0 sm:max-lg:px-3 sm:max-lg:text-sm text-[0.9375rem] font-medium text-white transition-colors hover:border-white/45 hover:bg-white/5 focus-visible:outline-glow"
      >
        {icon}
        {children}
        <Arrow aria-hidden="true" className="size-4 text-white/65 max-sm:hidden" />
      </a>
    </li>
  )
}
