'use client'
/** One picture. It shares its zoom with the others, and dragging or the arrow keys move it. */
import { ImageOff } from 'lucide-react'
import { useTranslations } from 'next-intl'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import type { DocumentPage } from './document-pages'
import {
  keepShown,
  type Measures,
  MIDDLE,
  panBy,
  transformOf,
  zoomAt,
  zoomBy,
  zoomIn,
  zoomOut,
} from './pan-zoom'

/** How far an arrow key moves the picture, as a fraction of the pane. */
const KEY_STEP = 0.15
const KEY_DIRECTIONS: Readonly<Record<string, [x: number, y: number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

interface PicturePaneProps {
  page: DocumentPage
  zoom: number
  onZoom: (zoom: number) => void
  onError: () => void
  /** The id of the text that explains the keys. */
  helpId: string
  /** Whether the pane is in the full window, which gives it its height. Otherwise it's as high as its picture. */
  fillsWindow: boolean
  /** Classes for the pane and its caption. Its aspect ratio is in `--ratio`. */
  className?: string
}

/** The aspect ratios of a card and of a portrait, for a pane whose picture hasn't loaded. */
const RATIO = { document: 1.586, person: 0.833 }

export function PicturePane(props: PicturePaneProps) {
  const { page, zoom, onZoom, onError, helpId, fillsWindow, className = '' } = props
  const t = useTranslations('StaffCase')
  const pane = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLImageElement>(null)
  const grip = useRef<{ x: number; y: number } | null>(null)
  const [chosen, setView] = useState(MIDDLE)
  const [isDragged, setDragged] = useState(false)
  const [ratio, setRatio] = useState(RATIO[page.of])
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null)
  // If another pane has zoomed out, this view might no longer be inside the picture.
  const view = keepShown(chosen, zoom)

  const moveBy = (by: { x: number; y: number }) => {
    const now = measure(pane.current, picture.current)
    if (now) setView(panBy(view, by, zoom, now))
  }
  const zoomTo = (to: number, at = { x: 0, y: 0 }) => {
    const now = measure(pane.current, picture.current)
    if (now && to > 1) setView(zoomAt(view, at, { from: zoom, to }, now))
    onZoom(to)
  }

  const onWheel = useEffectEvent((event: WheelEvent) => {
    // Browsers report a trackpad pinch as a wheel event with Ctrl. A plain wheel scrolls the page.
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    zoomTo(zoomBy(zoom, Math.exp(-event.deltaY / 200)), placeIn(pane.current, event))
  })
  useEffect(() => {
    // React's wheel listeners are passive, so they couldn't keep the browser from zooming the page.
    const element = pane.current
    const listener = (event: WheelEvent) => onWheel(event)
    element?.addEventListener('wheel', listener, { passive: false })
    return () => element?.removeEventListener('wheel', listener)
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const direction = KEY_DIRECTIONS[event.key]
    if (direction && zoom > 1) {
      const [x, y] = direction
      const { clientWidth = 0, clientHeight = 0 } = pane.current ?? {}
      moveBy({ x: x * clientWidth * KEY_STEP, y: y * clientHeight * KEY_STEP })
    } else if (event.key === '+' || event.key === '=') zoomTo(zoomIn(zoom))
    else if (event.key === '-') zoomTo(zoomOut(zoom))
    else if (event.key === '0') zoomTo(1)
    else return
    event.preventDefault()
  }

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || zoom === 1) return
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = { x: event.clientX, y: event.clientY }
    setDragged(true)
  }
  const onPointerMove = (event: PointerEvent) => {
    if (!grip.current) return
    moveBy({ x: event.clientX - grip.current.x, y: event.clientY - grip.current.y })
    grip.current = { x: event.clientX, y: event.clientY }
  }
  const letGo = () => {
    grip.current = null
    setDragged(false)
  }
  const onDoubleClick = (event: MouseEvent) =>
    zoomTo(zoom > 1 ? 1 : zoomBy(zoom, 2), placeIn(pane.current, event))

  const isBroken = brokenUrl === page.url
  // A swipe scrolls the page or, in the full window on a phone, shows the next picture.
  const unzoomed = fillsWindow ? 'touch-manipulation' : 'touch-pan-y'
  const cursor =
    zoom === 1 ? unzoomed : isDragged ? 'cursor-grabbing touch-none' : 'cursor-grab touch-none'
  return (
    <figure
      style={{ '--ratio': ratio } as CSSProperties}
      className={`flex min-w-0 flex-col ${className}`}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, and this is a picture to move */}
      <div
        ref={pane}
        role="group"
        aria-label={page.label}
        aria-describedby={helpId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move an enlarged picture
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        onDoubleClick={onDoubleClick}
        className={`flex min-h-0 items-center justify-center overflow-hidden bg-sunken -outline-offset-2 select-none ${fillsWindow ? 'flex-1 tall:aspect-(--ratio) tall:flex-none rounded-lg sm:p-3 phone:p-0 tall:bg-transparent tall:p-0' : 'aspect-(--ratio) rounded-lg max-sm:max-h-64 max-sm:w-full'} ${cursor}`}
      >
        {isBroken ? (
          <span className="flex flex-col items-center gap-1.5 px-2 text-sm text-ink-faint">
            <ImageOff aria-hidden="true" className="size-6" />
            {t('notLoaded')}
          </span>
        ) : (
          // biome-ignore lint/performance/noImgElement: Next's image proxy would store a copy on our server
          <img
            ref={picture}
            src={page.url}
            alt={page.label}
            referrerPolicy="no-referrer"
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
              const own = Math.min(Math.max(naturalWidth / naturalHeight, 0.6), 2)
              if (Math.abs(own / ratio - 1) > 0.02) setRatio(own)
            }}
            onError={() => {
              setBrokenUrl(page.url)
              onError()
            }}
            style={{ transform: transformOf(view, zoom) }}
            className={`max-h-full max-w-full object-contain drop-shadow-[0_0_1px_rgb(0_0_0/0.4)] ${isDragged ? '' : 'motion-safe:transition-transform motion-safe:duration-150'}`}
          />
        )}
      </div>
      <figcaption
        // On a phone, the button below the pictures says the same.
        className={`mt-1.5 truncate text-xs/5 text-ink-faint ${fillsWindow ? 'phone:hidden' : ''}`}
      >
        {page.label}
      </figcaption>
    </figure>
  )
}

function measure(pane: HTMLElement | null, picture: HTMLElement | null): Measures | null {
  if (!pane || !picture || picture.offsetWidth === 0) return null
  return {
    picture: { width: picture.offsetWidth, height: picture.offsetHeight },
    pane: { width: pane.clientWidth, height: pane.clientHeight },
  }
}

/** In pixels from the middle of the pane. */
function placeIn(
  pane: HTMLElement | null,
  { clientX, clientY }: { clientX: number; clientY: number },
) {
  const box = pane?.getBoundingClientRect()
  if (!box) return { x: 0, y: 0 }
  return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 }
}
