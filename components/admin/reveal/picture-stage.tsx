'use client'
/** The document's pages next to the person's pictures on the case page, with one zoom for all. */
import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { useId } from 'react'
import { Button } from '@/components/ui/button'
import type { DocumentPage } from './document-pages'
import { MAX_ZOOM, zoomIn, zoomOut } from './pan-zoom'
import { PicturePane } from './picture-pane'

export interface Zoom {
  zoom: number
  onZoom: (zoom: number) => void
}

export interface PictureStageProps extends Zoom {
  pages: readonly DocumentPage[]
  onImageError: () => void
}

/** The document's pages, then the person's pictures. */
export const columnsOf = (pages: readonly DocumentPage[]): DocumentPage[][] =>
  (['document', 'person'] as const)
    .map((side) => pages.filter(({ of }) => of === side))
    .filter((column) => column.length > 0)

export function PictureStage({ pages, zoom, onZoom, onImageError }: PictureStageProps) {
  const helpId = useId()
  const columns = columnsOf(pages)
  return (
    <>
      {/* Stacked on a phone. */}
      <div
        className={`flex min-h-0 max-w-3xl flex-col gap-3 sm:grid sm:items-start ${columns.length > 1 ? 'sm:grid-cols-2' : ''}`}
      >
        {columns.map((column, index) => (
          <div
            key={column[0]?.of}
            className="flex min-w-0 flex-col gap-3 max-sm:contents sm:min-h-0"
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
                fillsWindow={false}
              />
            ))}
            {/* Below the last column, which is the shorter one. */}
            {index === columns.length - 1 && <StageHelp id={helpId} />}
          </div>
        ))}
      </div>
    </>
  )
}

/** Says which keys move and zoom the pictures. */
export function StageHelp({ id }: { id: string }) {
  const t = useTranslations('StaffCase')
  return (
    <p id={id} className="text-xs/5 text-ink-faint max-lg:sr-only tall:sr-only">
      {t('stageHelp')}
    </p>
  )
}

/** @param onExpand absent if the pictures already fill the window */
export function ZoomButtons({ zoom, onZoom, onExpand }: Zoom & { onExpand?: () => void }) {
  const t = useTranslations('StaffCase')
  const format = useFormatter()
  const look = onExpand ? 'h-8! w-8 px-0!' : 'w-9 px-0!'
  return (
    <fieldset className={onExpand ? '-my-1.5 flex items-center' : 'flex items-center gap-1'}>
      <legend className="sr-only">{t('zoom')}</legend>
      <Button
        tone="quiet"
        size="small"
        className={look}
        aria-label={t('zoomOut')}
        inactive={zoom === 1}
        onClick={() => onZoom(zoomOut(zoom))}
      >
        <ZoomOut aria-hidden="true" className="size-4" />
      </Button>
      <Button
        tone="quiet"
        size="small"
        className="h-8! min-w-12 px-1! text-xs! tabular-nums max-sm:hidden"
        inactive={zoom === 1}
        onClick={() => onZoom(1)}
      >
        {format.number(zoom, { style: 'percent' })}
        <span className="sr-only"> {t('zoomReset')}</span>
      </Button>
      <Button
        tone="quiet"
        size="small"
        className={look}
        aria-label={t('zoomIn')}
        inactive={zoom >= MAX_ZOOM}
        onClick={() => onZoom(zoomIn(zoom))}
      >
        <ZoomIn aria-hidden="true" className="size-4" />
      </Button>
      {onExpand && (
        <Button
          tone="quiet"
          size="small"
          className={look}
          aria-label={t('fullWindow')}
          title={t('fullWindow')}
          onClick={onExpand}
        >
          <Maximize2 aria-hidden="true" className="size-4" />
        </Button>
      )}
    </fieldset>
  )
}
