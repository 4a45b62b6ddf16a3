'use client'
import { Dialog } from '@base-ui/react/dialog'
import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import type { DocumentPage } from './document-pages'

/** From fitting the window to three times its width. */
const ZOOMS = ['max-h-full max-w-full', 'w-[200%] max-w-none', 'w-[300%] max-w-none'] as const

interface DocumentViewerProps {
  pages: readonly DocumentPage[]
  /** The page to show, or null to close the viewer. */
  index: number | null
  onIndexChange: (index: number | null) => void
}

/** Shows one page at a time at full size. Arrow keys turn pages, +, - and 0 zoom, Escape closes. */
export function DocumentViewer({ pages, index, onIndexChange }: DocumentViewerProps) {
  const [zoom, setZoom] = useState(0)
  const page = index === null ? undefined : pages[index]

  const turn = (by: 1 | -1) => {
    if (index === null) return
    setZoom(0)
    onIndexChange((index + by + pages.length) % pages.length)
  }
  const zoomBy = (by: 1 | -1) => setZoom((now) => Math.min(ZOOMS.length - 1, Math.max(0, now + by)))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight' && zoom === 0) turn(1)
    if (event.key === 'ArrowLeft' && zoom === 0) turn(-1)
    if (event.key === '+' || event.key === '=') zoomBy(1)
    if (event.key === '-') zoomBy(-1)
    if (event.key === '0') setZoom(0)
  }
  const onOpenChange = (open: boolean) => {
    if (open) return
    setZoom(0)
    onIndexChange(null)
  }

  return (
    <Dialog.Root open={page !== undefined} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/80" />
        <Dialog.Popup
          onKeyDown={onKeyDown}
          className="fixed inset-2 z-50 flex flex-col overflow-hidden rounded-2xl border border-line bg-surface outline-none sm:inset-6"
        >
          <div className="flex flex-wrap items-center gap-1 border-b border-line px-4 py-2.5">
            <Dialog.Title className="mr-auto font-medium">{page?.label}</Dialog.Title>
            <Button
              tone="quiet"
              size="small"
              aria-label="Zoom out"
              inactive={zoom === 0}
              onClick={() => zoomBy(-1)}
            >
              <ZoomOut aria-hidden="true" className="size-5" />
            </Button>
            <Button
              tone="quiet"
              size="small"
              aria-label="Zoom in"
              inactive={zoom === ZOOMS.length - 1}
              onClick={() => zoomBy(1)}
            >
              <ZoomIn aria-hidden="true" className="size-5" />
            </Button>
            {pages.length > 1 && (
              <>
                <Button
                  tone="quiet"
                  size="small"
                  aria-label="Previous page"
                  onClick={() => turn(-1)}
                >
                  <ChevronLeft aria-hidden="true" className="size-5" />
                </Button>
                <Button tone="quiet" size="small" aria-label="Next page" onClick={() => turn(1)}>
                  <ChevronRight aria-hidden="true" className="size-5" />
                </Button>
              </>
            )}
            <Dialog.Close render={<Button tone="quiet" size="small" aria-label="Close" />}>
              <X aria-hidden="true" className="size-5" />
            </Dialog.Close>
          </div>
          <section
            aria-label="Picture"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: lets the keyboard scroll an enlarged picture
            tabIndex={0}
            className="flex min-h-0 flex-1 overflow-auto bg-sunken p-4"
          >
            {page && (
              // biome-ignore lint/performance/noImgElement: Next's image proxy would store a copy on our server
              <img
                src={page.url}
                alt={page.label}
                referrerPolicy="no-referrer"
                draggable={false}
                className={`m-auto object-contain ${ZOOMS[zoom]}`}
              />
            )}
          </section>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
