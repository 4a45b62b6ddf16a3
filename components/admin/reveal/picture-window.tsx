'use client'
/**
 * The pictures in the full window: the front of the document large beside the others; on an upright tablet above them; on a
 * phone, one at a time. There, a swipe, a button or the focus shows another, so screen readers and keyboards reach all.
 */
import { useTranslations } from 'next-intl'
import { useId, useRef, useState } from 'react'
import { DecideInWindow } from '@/components/admin/case/decide-link'
import { buttonClass } from '@/components/ui/button'
import type { DocumentPage } from './document-pages'
import { PicturePane } from './picture-pane'
import { columnsOf, type PictureStageProps, StageHelp } from './picture-stage'

const ON_PHONE = 'phone:w-full phone:flex-none phone:snap-center phone:px-3'
/** Pictures in a column have the same width, because each grows by its height. Less than 1 in all would leave room empty. */
const IN_COLUMN = 'sm:min-h-36 sm:grow-[calc(2/var(--ratio))] sm:shrink sm:basis-0'
/** As wide as two pictures can be in the height of the window. */
const BESIDE_TWO = 'sm:grid-cols-[minmax(0,1fr)_minmax(14rem,min(40%,calc((100dvh-15rem)*0.54)))]'
/**
 * Pictures in a row have the same height, because each grows by its ratio. It's no more than the room below the front, so that
 * they can be compared without scrolling, and a picture alone in its row is no taller than the document.
 */
const IN_ROW =
  'tall:min-w-40 tall:flex-none tall:grow-(--ratio) tall:basis-0 tall:max-w-[calc(clamp(12rem,100dvh-63vw-12.25rem,24rem)*var(--ratio))]'
const WHOLE_ROW = 'tall:flex-none tall:basis-full'

export function PictureWindow({
  pages,
  zoom,
  onZoom,
  onImageError,
  decideUrl,
}: PictureStageProps & { decideUrl: string | null }) {
  const helpId = useId()
  const strip = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const inOrder = columnsOf(pages).flat()
  const columns = [inOrder.slice(0, 1), inOrder.slice(1)].filter(({ length }) => length > 0)
  return (
    <>
      <div
        ref={strip}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setCurrent(Math.round(scrollLeft / clientWidth))
        }
        className={`flex min-h-0 flex-1 [scrollbar-width:none] max-sm:-mx-3 max-sm:min-h-72 phone:flex phone:snap-x phone:snap-mandatory phone:gap-0 phone:overflow-x-auto phone:motion-safe:scroll-smooth sm:grid sm:gap-3 tall:flex tall:flex-[1_0_auto] tall:flex-wrap tall:content-center tall:justify-between tall:gap-4 [&::-webkit-scrollbar]:hidden ${inOrder.length > 2 ? BESIDE_TWO : columns.length > 1 ? 'sm:grid-cols-[3fr_2fr]' : ''}`}
      >
        {columns.map((column) => (
          <div
            key={column[0]?.of}
            className="flex min-h-0 min-w-0 flex-col gap-3 phone:contents tall:contents"
          >
            {column.map((page) => (
              <PicturePane
                // Not the URL, so that renewed links keep the view.
                key={page.label}
                page={page}
                zoom={zoom}
                onZoom={onZoom}
                onError={onImageError}
                helpId={helpId}
                fillsWindow
                className={`${ON_PHONE} ${IN_COLUMN} ${page === inOrder[0] && page.of === 'document' ? WHOLE_ROW : IN_ROW}`}
              />
            ))}
          </div>
        ))}
      </div>
      <div className="hidden shrink-0 gap-3 phone:flex max-sm:flex-col">
        {pages.length > 1 && (
          <PictureButtons
            pages={inOrder}
            current={current}
            onChoose={(index) => {
              const { clientWidth = 0 } = strip.current ?? {}
              strip.current?.scrollTo({ left: index * clientWidth })
            }}
          />
        )}
        {decideUrl !== null && (
          <DecideInWindow href={decideUrl} className={`${buttonClass()} sm:ml-auto`} />
        )}
      </div>
      <StageHelp id={helpId} />
    </>
  )
}

/** On a phone, at the foot of the window, within reach of a thumb. */
function PictureButtons({
  pages,
  current,
  onChoose,
}: {
  pages: readonly DocumentPage[]
  current: number
  onChoose: (index: number) => void
}) {
  const t = useTranslations('StaffCase')
  return (
    <fieldset className="flex min-w-0 grow gap-1 overflow-x-auto rounded-xl bg-sunken p-1 [scrollbar-width:none]">
      <legend className="sr-only">{t('pictures')}</legend>
      {pages.map(({ label, tab }, index) => (
        <button
          key={label}
          type="button"
          aria-label={label}
          aria-current={index === current ? 'true' : undefined}
          onClick={() => onChoose(index)}
          className="min-h-10 flex-1 rounded-lg px-3 text-sm whitespace-nowrap text-ink-soft -outline-offset-2 aria-[current=true]:bg-surface aria-[current=true]:font-medium aria-[current=true]:text-ink aria-[current=true]:shadow-sm"
        >
          {tab}
        </button>
      ))}
    </fieldset>
  )
}
