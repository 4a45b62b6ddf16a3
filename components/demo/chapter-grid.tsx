import { ArrowRight, Clock } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { Chapter } from '@/lib/demo/chapters'

/** A card for each of the six chapters. */
export function ChapterGrid({
  chapters,
  running,
}: {
  chapters: readonly Chapter[]
  running: string | null
}) {
  return (
    <ol className="grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3 lg:gap-5">
      {chapters.map((chapter, index) => (
        <li key={chapter.id} className="flex">
          <ChapterCard chapter={chapter} number={index + 1} isRunning={chapter.id === running} />
        </li>
      ))}
    </ol>
  )
}

function ChapterCard({
  chapter,
  number,
  isRunning,
}: {
  chapter: Chapter
  number: number
  isRunning: boolean
}) {
  const t = useTranslations('Guide.home')
  const { id, title, point, minutes } = chapter
  return (
    // On a phone, a row for the title and one for the point, so that all six fit into two screens.
    <a
      href={`/demo/${id}`}
      className="group relative flex w-full flex-col max-sm:grid max-sm:grid-cols-[auto_1fr_auto] max-sm:items-center max-sm:gap-x-3 rounded-2xl border border-line bg-surface p-4 sm:p-6 transition-[border-color,box-shadow,translate] hover:border-brand/50 hover:shadow-lg hover:shadow-night/5 motion-safe:hover:-translate-y-0.5"
    >
      <span className="flex items-center justify-between max-sm:contents">
        <span
          aria-hidden="true"
          className="grid size-10 place-items-center rounded-xl bg-brand-soft text-lg max-sm:size-8 max-sm:rounded-lg max-sm:text-base font-semibold text-brand-strong tabular-nums transition-colors group-hover:bg-brand group-hover:text-on-brand"
        >
          {number}
        </span>
        <span className="inline-flex items-center gap-1.5 text-[0.8125rem] text-ink-faint tabular-nums max-sm:order-2">
          <Clock aria-hidden="true" className="size-3.5 max-sm:hidden" />
          {t('minutes', { minutes })}
        </span>
      </span>
      <h2 className="text-lg font-semibold max-sm:order-1 max-sm:text-base sm:mt-5">{title}</h2>
      <p className="mt-1.5 text-[0.9375rem]/6 text-ink-soft max-sm:order-3 max-sm:col-span-3 max-sm:mt-2.5">
        {point}
      </p>
      <span
        className={`mt-auto flex items-center gap-1.5 pt-5 text-sm font-medium text-brand max-sm:order-4 max-sm:col-span-3 max-sm:pt-3 ${isRunning ? '' : 'max-sm:hidden'}`}
      >
        {t(isRunning ? 'carryOn' : 'open')}
        <ArrowRight
          aria-hidden="true"
          className="size-4 transition-transform motion-safe:group-hover:translate-x-0.5"
        />
      </span>
    </a>
  )
}
