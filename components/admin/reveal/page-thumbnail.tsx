'use client'
import { ImageOff, ZoomIn } from 'lucide-react'
import { useState } from 'react'
import type { DocumentPage } from './document-pages'

interface PageThumbnailProps {
  page: DocumentPage
  onOpen: () => void
  onError: () => void
}

export function PageThumbnail({ page, onOpen, onError }: PageThumbnailProps) {
  const [broken, setBroken] = useState(false)
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        disabled={broken}
        className="group relative block aspect-[3/2] w-full overflow-hidden rounded-xl border border-line bg-sunken"
      >
        {broken ? (
          <span className="flex h-full flex-col items-center justify-center gap-1.5 px-2 text-sm text-ink-faint">
            <ImageOff aria-hidden="true" className="size-6" />
            Could not be loaded
          </span>
        ) : (
          // biome-ignore lint/performance/noImgElement: Next's image proxy would keep a copy of it on our server
          <img
            src={page.url}
            alt={page.label}
            referrerPolicy="no-referrer"
            draggable={false}
            onError={() => {
              setBroken(true)
              onError()
            }}
            className="size-full object-contain"
          />
        )}
        {!broken && (
          <span
            aria-hidden="true"
            className="absolute right-2 bottom-2 inline-flex size-8 items-center justify-center rounded-lg bg-surface/90 text-ink-soft group-hover:text-ink"
          >
            <ZoomIn className="size-4.5" />
          </span>
        )}
      </button>
      <p className="mt-2 text-sm text-ink-soft">{page.label}</p>
    </li>
  )
}
