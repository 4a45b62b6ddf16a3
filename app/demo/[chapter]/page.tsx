/** One chapter: its scenes, each with a button that prepares it, and steps with what to say and click. */
import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { DemoShell } from '@/components/demo/demo-shell'
import { SceneCard } from '@/components/demo/scene-card'
import { Notice } from '@/components/ui/notice'
import { type Chapter, chaptersIn, findChapter, type Scene } from '@/lib/demo/chapters'
import { controlUrl } from '@/lib/demo/control'
import { getProgress } from '@/lib/demo/progress'
import { currentLocale } from '@/lib/locale'
import { actAction, nextAction, prepareAction, prepareSignInAction } from '../actions'

export async function generateMetadata({
  params,
}: PageProps<'/demo/[chapter]'>): Promise<Metadata> {
  const t = await getTranslations('Guide')
  const chapter = findChapter((await params).chapter, await currentLocale())
  return { title: `${chapter?.title ?? t('chapter.title')} · ${t('title')}` }
}

export default async function ChapterPage({ params, searchParams }: PageProps<'/demo/[chapter]'>) {
  const locale = await currentLocale()
  const chapter = findChapter((await params).chapter, locale)
  if (controlUrl() === null || !chapter) notFound()
  const [progress, { problem }] = await Promise.all([getProgress(), searchParams])
  const chapters = chaptersIn(locale)
  const index = chapters.indexOf(chapter)
  const t = await getTranslations('Guide.chapter')
  const isRunning = (scene: Scene) => progress?.scene === scene
  return (
    <DemoShell current="chapters">
      <div className="py-8 sm:py-10">
        <a
          href="/demo"
          className="inline-flex items-center gap-1.5 text-sm font-medium text-ink-soft hover:text-ink"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          {t('all')}
        </a>
        <p className="mt-6 text-sm font-medium text-brand">
          {t('position', {
            number: index + 1,
            count: chapters.length,
            minutes: chapter.minutes,
          })}
        </p>
        <h1 className="mt-1.5 text-3xl font-semibold sm:text-4xl">{chapter.title}</h1>
        <p className="mt-3 max-w-2xl text-lg/7 text-ink-soft">{chapter.point}</p>
        {problem !== undefined && (
          <div className="mt-6">
            <Notice tone="bad" role="alert" title={t('notPrepared')}>
              {t('notPreparedText')}
            </Notice>
          </div>
        )}
        <div className="mt-8 flex flex-col gap-6">
          {chapter.scenes.map((scene, place) => (
            <SceneCard
              key={scene.id}
              chapterId={chapter.id}
              scene={scene}
              isOnly={chapter.scenes.length === 1}
              isOpen={isRunning(scene) || (place === 0 && !chapter.scenes.some(isRunning))}
              currentStep={progress?.scene === scene ? progress.stepIndex : null}
              actions={{ prepareAction, actAction, nextAction, prepareSignInAction }}
            />
          ))}
        </div>
        <nav
          aria-label={t('others')}
          className="mt-8 flex flex-wrap justify-between gap-4 text-[0.9375rem] font-medium text-ink-soft"
        >
          <ChapterLink chapters={chapters} index={index - 1} />
          <ChapterLink chapters={chapters} index={index + 1} isNext />
        </nav>
      </div>
    </DemoShell>
  )
}

function ChapterLink({
  chapters,
  index,
  isNext = false,
}: {
  chapters: readonly Chapter[]
  index: number
  isNext?: boolean
}) {
  const chapter = chapters[index]
  if (!chapter) return <span />
  return (
    <a
      href={`/demo/${chapter.id}`}
      className="inline-flex items-center gap-2 rounded-lg hover:text-ink"
    >
      {!isNext && <ArrowLeft aria-hidden="true" className="size-4" />}
      {index + 1} · {chapter.title}
      {isNext && <ArrowRight aria-hidden="true" className="size-4" />}
    </a>
  )
}
