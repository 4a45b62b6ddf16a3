/** The code behind a call on the wire, and the contract clauses it follows. */
import { ArrowLeft } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { DemoShell } from '@/components/demo/demo-shell'
import { Card } from '@/components/ui/card'
import { controlUrl } from '@/lib/demo/control'
import { getSource } from '@/lib/demo/source'
import type { Token } from '@/lib/demo/tokenize'
import { isWireCall } from '@/lib/demo/wire-calls'

const LOOKS = {
  comment: 'text-ink-faint',
  keyword: 'text-other',
  string: 'text-good',
} as const

/** By the line's own indent: where a line that wraps goes on, a little deeper than it began. */
const HANGING_INDENTS = [
  'pl-[2ch] -indent-[2ch]',
  'pl-[4ch] -indent-[4ch]',
  'pl-[6ch] -indent-[6ch]',
  'pl-[8ch] -indent-[8ch]',
  'pl-[10ch] -indent-[10ch]',
]

function hangingIndent(tokens: readonly Token[]): string {
  const line = tokens.map(({ text }) => text).join('')
  const indent = line.length - line.trimStart().length
  return HANGING_INDENTS[Math.floor(indent / 2)] ?? HANGING_INDENTS.at(-1) ?? ''
}

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
    <DemoShell current="live" wide>
      <div className="grid gap-x-8 py-6 sm:max-lg:gap-y-8 lg:grid-cols-[20rem_minmax(0,1fr)] lg:items-start">
        <div className="lg:col-span-2">
          <a
            href="/demo/live"
            className="inline-flex items-center gap-1.5 text-sm font-medium text-ink-soft hover:text-ink"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            {t('pages.live')}
          </a>
          <h1 className="mt-4 text-2xl font-semibold sm:text-3xl">{t(`calls.${id}`)}</h1>
        </div>
        <div className="max-sm:mt-6 lg:mt-6">
          <h2 className="text-base font-semibold">{t('source.contract')}</h2>
          <dl className="mt-3 grid gap-3 sm:grid-cols-2 lg:grid-cols-1">
            {source.clauses.map(({ code, text, byDefault }) => (
              <Card key={code} className="p-4">
                <dt className="text-sm text-ink-faint">
                  <span className="font-semibold text-brand">{code}</span> ·{' '}
                  {t(byDefault === null ? 'source.clause' : 'source.gap')}
                </dt>
                <dd className="mt-1 text-sm/6 wrap-anywhere text-ink-soft">
                  {byDefault !== null && `${t('source.notSpecified')} `}
                  <ClauseText text={text} />
                </dd>
                {byDefault !== null && (
                  <dd className="mt-1 text-sm/6 wrap-anywhere text-ink-soft">
                    {t('source.byDefault')} <ClauseText text={byDefault} />
                  </dd>
                )}
              </Card>
            ))}
          </dl>
        </div>
        <div className="min-w-0 max-sm:mt-8 lg:mt-6">
          <h2 className="text-base font-semibold">{t('source.code')}</h2>
          <section
            aria-label={t('source.region')}
            className="mt-3 overflow-hidden rounded-2xl border border-line bg-surface"
          >
            <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-b border-line px-4 py-2.5 text-[0.8125rem]/5 text-ink-soft sm:px-5">
              <p translate="no" className="font-mono wrap-anywhere">
                {source.file}:{source.atLine} <span className="max-sm:hidden">· </span>
                <span className="max-sm:block">{source.function}()</span>
              </p>
              <p className="flex items-center gap-2">
                <span aria-hidden="true" className="h-4 w-1 rounded-full bg-brand" />
                {t('source.fulfils')}
              </p>
            </div>
            <pre
              translate="no"
              className="py-4 font-mono text-[0.8125rem]/6 wrap-anywhere whitespace-pre-wrap max-sm:text-xs/5"
            >
              {source.lines.map(({ tokens, fulfils }, index) => {
                const number = source.firstLine + index
                const Row = fulfils ? 'mark' : 'span'
                return (
                  <Row
                    key={number}
                    className={`flex gap-3 border-l-4 pr-4 pl-2 text-ink sm:gap-5 sm:pl-3 ${fulfils ? 'border-brand bg-brand-soft' : 'border-transparent bg-transparent'}`}
                  >
                    <span
                      aria-hidden="true"
                      className="w-6 shrink-0 text-right text-ink-faint select-none sm:w-8"
                    >
                      {number}
                    </span>
                    <span className={`min-w-0 flex-1 ${hangingIndent(tokens)}`}>
                      {tokens.map(({ kind, text }, place) =>
                        kind === 'plain' ? (
                          text
                        ) : (
                          // biome-ignore lint/suspicious/noArrayIndexKey: a line never changes
                          <span key={place} className={LOOKS[kind]}>
                            {text}
                          </span>
                        ),
                      )}
                      {'\n'}
                    </span>
                  </Row>
                )
              })}
            </pre>
          </section>
        </div>
      </div>
    </DemoShell>
  )
}

/** A clause's text as a sentence, with its code as code. */
function ClauseText({ text }: { text: string }) {
  const sentence = text.endsWith('.') ? text : `${text}.`
  return (
    <span lang="en">
      {sentence.split('`').map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a clause never changes
          <code key={index} translate="no" className="font-mono text-[0.8125rem] text-ink">
            {part}
          </code>
        ),
      )}
    </span>
  )
}
