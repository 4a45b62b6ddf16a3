/** The code behind a call on the wire, and the contract clauses it follows. */
import { ArrowLeft } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { DemoShell } from '@/components/demo/demo-shell'
import { Card } from '@/components/ui/card'
import { controlUrl } from '@/lib/demo/control'
import { getSource } from '@/lib/demo/source'
import { isWireCall } from '@/lib/demo/wire-calls'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Guide')
  return { title: `${t('source.title')} · ${t('title')}` }
}

export default async function SourcePage({ params }: PageProps<'/demo/source/[call]'>) {
  const id = decodeURIComponent((await params).call)
  if (controlUrl() === null || !isWireCall(id)) notFound()
  const source = await getSource(id)
  if (!source) notFound()
  const t = await getTranslations('Guide')
  return (
    <DemoShell current="live">
      <div className="py-8 sm:py-10">
        <a
          href="/demo/live"
          className="inline-flex items-center gap-1.5 text-sm font-medium text-ink-soft hover:text-ink"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          {t('pages.live')}
        </a>
        <h1 className="mt-6 text-3xl font-semibold">{t(`calls.${id}`)}</h1>
        <p translate="no" className="mt-2 font-mono text-sm wrap-anywhere text-ink-soft">
          {source.file}:{source.atLine} · {source.function}()
        </p>
        <h2 className="mt-8 text-lg font-semibold">{t('source.contract')}</h2>
        <dl className="mt-3 grid gap-3 sm:grid-cols-2">
          {source.clauses.map(({ code, text, byDefault }) => (
            <Card key={code} className="p-5">
              <dt className="text-sm font-semibold text-brand">{code}</dt>
              <dd className="mt-1 text-[0.9375rem]/6 text-ink-soft">
                {byDefault !== null && `${t('source.notSpecified')} `}
                <span lang="en">{text}</span>
              </dd>
              {byDefault !== null && (
                <dd className="mt-1 text-[0.9375rem]/6 text-ink-soft">
                  {t('source.byDefault')} <span lang="en">{byDefault}</span>
                </dd>
              )}
            </Card>
          ))}
        </dl>
        <h2 className="mt-8 text-lg font-semibold">{t('source.code')}</h2>
        <section
          aria-label={t('source.region')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
          tabIndex={0}
          className="mt-3 overflow-x-auto rounded-2xl border border-line bg-sunken"
        >
          <pre translate="no" className="min-w-max py-4 font-mono text-[0.8125rem]/6">
            {source.lines.map((line, index) => {
              const number = source.firstLine + index
              return (
                <span
                  key={number}
                  className={`block px-5 ${number === source.atLine ? 'bg-brand-soft' : ''}`}
                >
                  <span
                    aria-hidden="true"
                    className="mr-5 inline-block w-8 text-right text-ink-faint select-none"
                  >
                    {number}
                  </span>
                  {line}
                  {'\n'}
                </span>
              )
            })}
          </pre>
        </section>
      </div>
    </DemoShell>
  )
}
