'use client'
/** The pictures, on demand: audited, cleared after five minutes, never stored. The identity comes and goes with them. */
import { Dialog } from '@base-ui/react/dialog'
import {
  ClockPlus,
  Eye,
  EyeOff,
  ImageOff,
  LoaderCircle,
  LockKeyhole,
  Maximize2,
  Timer,
  X,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import {
  type ReactZoomPanPinchRef,
  TransformComponent,
  TransformWrapper,
} from 'react-zoom-pan-pinch'
import { documentTypeName, inWords, refusalText } from '@/components/admin/words'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { FocusKeeper } from '@/components/ui/focus-keeper'
import { Notice } from '@/components/ui/notice'
import type { RevealedDocument, RevealedInquiry } from '@/lib/back-office/revealed'
import { hasDocuments, mayHaveIdentity } from '@/lib/inquiries/status'
import { DecideLink } from './decide-link'
import { Differences } from './identity'
import { type Refusal, useReveal, useSecondsLeft } from './use-reveal'

const WARN_SECONDS = 60
const AUDITED = 'Recorded in the audit trail under your name'

/** `not_opened`: the service has no inquiry yet. */
export type RevealAccess = 'allowed' | 'not_allowed' | 'not_opened'

interface DocumentsPanelProps {
  access: RevealAccess
  status: string | null
  /** The portal, where the reader decides. Null if there's nothing for them to decide. */
  decideUrl: string | null
}

export function DocumentsPanel({ access, status, decideUrl }: DocumentsPanelProps) {
  const { revealed } = useReveal()
  const pages = documentPages(revealed?.documents ?? [])
  const zooms = useZooms()
  return (
    <FocusKeeper>
      <Panel
        title="Documents"
        action={
          pages.length > 0 && (
            <div className="-my-1.5 -mr-2 flex items-center">
              <ZoomButtons zooms={zooms} />
              <FullWindow pages={pages} decideUrl={decideUrl} />
            </div>
          )
        }
      >
        {access === 'allowed' ? (
          <Documents status={status} pages={pages} zooms={zooms} />
        ) : (
          <p className="text-sm/6 text-muted-foreground">
            {access === 'not_allowed'
              ? 'Your role can’t view these. Ask an admin if you need access.'
              : 'The service hasn’t opened this inquiry yet, so there’s nothing to show.'}
          </p>
        )}
      </Panel>
    </FocusKeeper>
  )
}

interface PagesProps {
  pages: readonly DocumentPage[]
}

/** Of the pictures that one pair of buttons enlarges. */
type Zooms = RefObject<Set<ReactZoomPanPinchRef>>

const useZooms = (): Zooms => useRef(new Set<ReactZoomPanPinchRef>())

function ZoomButtons({ zooms }: { zooms: Zooms }) {
  const each = (zoom: (picture: ReactZoomPanPinchRef) => void) => () =>
    // A phone hides all but one.
    [...zooms.current].filter((one) => one.instance.wrapperComponent?.clientWidth).forEach(zoom)
  return (
    <div className="flex">
      <Button
        tone="quiet"
        size="small"
        className={ZOOM_BUTTON}
        aria-label="Zoom out"
        onClick={each((picture) => picture.zoomOut())}
      >
        <ZoomOut aria-hidden="true" className="size-4" />
      </Button>
      <Button
        tone="quiet"
        size="small"
        className={ZOOM_BUTTON}
        aria-label="Zoom in"
        onClick={each((picture) => picture.zoomIn())}
      >
        <ZoomIn aria-hidden="true" className="size-4" />
      </Button>
    </div>
  )
}

const ZOOM_BUTTON = 'w-9 px-0! -outline-offset-2'

interface DocumentsProps extends PagesProps {
  status: string | null
  zooms: Zooms
}

function Documents({ status, pages, zooms }: DocumentsProps) {
  const { state } = useReveal()
  if (state.step !== 'shown') return <NothingShown status={status} />
  return (
    <div className="flex flex-col gap-3">
      {state.expiresAt !== null && <ExpiryWarning expiresAt={state.expiresAt} />}
      {typeof state.renewal === 'object' && <RefusalNotice {...state.renewal} />}
      <Unavailable revealed={state.revealed} />
      {pages.length > 0 && <Pictures pages={pages} zooms={zooms} />}
    </div>
  )
}

/** On a phone, one picture at a time. On a wider screen, all of them fit. */
function FullWindow({ pages, decideUrl }: PagesProps & { decideUrl: string | null }) {
  const [chosen, setChosen] = useState(pages[0]?.label)
  const only = pages.some(({ label }) => label === chosen) ? chosen : pages[0]?.label
  const zooms = useZooms()
  return (
    <Dialog.Root>
      <Dialog.Trigger
        render={<Button tone="quiet" size="small" className="px-2.5! -outline-offset-2" />}
      >
        <Maximize2 aria-hidden="true" className="size-4" />
        <span>Full window</span>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black" />
        <Dialog.Popup className="fixed inset-0 z-50 flex flex-col gap-3 bg-card p-3 outline-none sm:inset-4 sm:rounded-2xl sm:border sm:p-4">
          <div className="flex flex-wrap items-center gap-2">
            <Dialog.Title className="mr-auto text-sm font-semibold lg:mr-2">Documents</Dialog.Title>
            <div className="text-sm/5 max-lg:order-1 max-lg:basis-full lg:min-w-0 lg:flex-1">
              <Differences />
            </div>
            <ZoomButtons zooms={zooms} />
            <RevealTimer className="max-sm:order-1 max-sm:w-full max-sm:justify-between" />
            {decideUrl !== null && <DecideLink href={decideUrl} className="max-sm:hidden" />}
            <Dialog.Close
              render={<Button tone="quiet" size="small" className="w-9 px-0!" aria-label="Close" />}
            >
              <X aria-hidden="true" className="size-4.5" />
            </Dialog.Close>
          </div>
          <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto">
            <Pictures pages={pages} zooms={zooms} only={only} />
          </div>
          {pages.length > 1 && (
            <div className="flex gap-1 rounded-xl bg-muted p-1 sm:hidden">
              {pages.map(({ label }) => (
                <Button
                  key={label}
                  tone={label === only ? 'secondary' : 'quiet'}
                  className="h-11 min-w-0 flex-1 px-2!"
                  aria-label={label}
                  aria-pressed={label === only}
                  onClick={() => setChosen(label)}
                >
                  <span className="truncate">{inWords(label.split(', ').at(-1) ?? label)}</span>
                </Button>
              ))}
            </div>
          )}
          {decideUrl !== null && (
            <DecideLink href={decideUrl} className="h-11 shrink-0 sm:hidden" />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface DocumentPage {
  /** `Passport, front`: the caption, and the alternative text. */
  label: string
  url: string
  isOfPerson: boolean
}

/** A selfie has no sides (D9), and a back page may be missing (D10). */
export function documentPages(documents: readonly RevealedDocument[]): DocumentPage[] {
  return documents.flatMap(({ type, frontPage, backPage, hasBackPage }) => {
    const name = documentTypeName(type)
    const isOfPerson = type === 'selfie' || type === 'signature'
    return [
      { label: hasBackPage ? `${name}, front` : name, url: frontPage, isOfPerson },
      { label: `${name}, back`, url: backPage, isOfPerson },
    ].flatMap(({ url, ...page }) => (url === null ? [] : { ...page, url }))
  })
}

interface PicturesProps extends PagesProps {
  zooms: Zooms
  /** In the full window: the one that a phone shows. */
  only?: string
}

/** The document beside the person. In the full window its first page is large, so that the faces are of a size. */
function Pictures({ pages, zooms, only }: PicturesProps) {
  const isWindow = only !== undefined
  const ofDocument = pages.filter((page) => !page.isOfPerson)
  const ofPerson = pages.filter((page) => page.isOfPerson)
  const [first, ...backs] = ofDocument
  const columns = isWindow && first ? [[first], [...ofPerson, ...backs]] : [ofDocument, ofPerson]
  return (
    <>
      <div className="flex min-h-0 flex-1 gap-3 max-sm:flex-col">
        {columns.map(
          (column, index) =>
            column.length > 0 && (
              <div
                key={index === 0 ? 'left' : 'right'}
                className={cn(
                  'flex min-w-0 flex-1 flex-col gap-3',
                  isWindow && 'max-sm:contents',
                  isWindow && index === 0 && 'sm:flex-2',
                )}
              >
                {column.map((page) => (
                  <Picture
                    // The key isn't the URL, so that renewed links keep the view.
                    key={page.label}
                    page={page}
                    zooms={zooms}
                    isWindow={isWindow}
                    className={isWindow && page.label !== only ? 'max-sm:hidden' : ''}
                  />
                ))}
              </div>
            ),
        )}
      </div>
      <p className="text-xs/5 text-subtle-foreground max-sm:hidden">
        To zoom one picture: pinch, Ctrl and wheel, or&nbsp;+&nbsp;and&nbsp;−. To move it: drag, or
        the arrow keys. 0&nbsp;fits&nbsp;it&nbsp;again.
      </p>
    </>
  )
}

interface PictureProps {
  page: DocumentPage
  zooms: Zooms
  isWindow: boolean
  className: string
}

function Picture({ page, zooms, isWindow, className }: PictureProps) {
  const { onImageError } = useReveal()
  const [isZoomed, setZoomed] = useState(false)
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null)
  const stage = cn('flex min-h-40 min-w-0 flex-1 flex-col rounded-lg border bg-muted', className)
  if (brokenUrl === page.url)
    return (
      <p
        className={cn(stage, 'items-center justify-center gap-1.5 text-sm text-subtle-foreground')}
      >
        <ImageOff aria-hidden="true" className="size-6" />
        <span>{page.label}: couldn’t load</span>
      </p>
    )
  return (
    <TransformWrapper
      ref={(zoom) => {
        if (!zoom) return
        zooms.current.add(zoom)
        return () => void zooms.current.delete(zoom)
      }}
      minScale={1}
      maxScale={8}
      // Until it's enlarged, a swipe scrolls the page, and so does a wheel without Ctrl. A trackpad's pinch counts as Ctrl.
      panning={{ disabled: !isZoomed, velocityDisabled: true }}
      wheel={{ activationKeys: ['Control', 'Meta'], touchPadDisabled: false }}
      doubleClick={{ mode: 'toggle' }}
      keyboard={{ disabled: false }}
      onTransform={(_, { scale }) => setZoomed(scale > 1)}
    >
      <figure className={stage}>
        <div className="flex min-h-0 flex-1 items-center p-2">
          <TransformComponent
            wrapperClass={`w-full! rounded-lg -outline-offset-2 ${isWindow ? 'h-full!' : ''} ${isZoomed ? 'cursor-grab touch-none active:cursor-grabbing' : 'touch-pan-y'}`}
            contentClass={`w-full! ${isWindow ? 'h-full!' : ''}`}
            wrapperProps={{ tabIndex: 0, role: 'group', 'aria-label': page.label }}
          >
            {/* biome-ignore lint/performance/noImgElement: Next's image proxy would store a copy on our server */}
            <img
              src={page.url}
              alt={page.label}
              referrerPolicy="no-referrer"
              draggable={false}
              onError={() => {
                setBrokenUrl(page.url)
                onImageError()
              }}
              className={cn(
                'min-h-24 w-full object-contain',
                isWindow ? 'h-full' : 'max-h-[80dvh]',
                page.isOfPerson && !isWindow && 'max-sm:max-h-50',
              )}
            />
          </TransformComponent>
        </div>
        <figcaption
          className={cn(
            'border-t px-3 py-1.5 text-xs/5 text-muted-foreground',
            // Its tab says it.
            isWindow && 'max-sm:hidden',
          )}
        >
          {page.label}
        </figcaption>
      </figure>
    </TransformWrapper>
  )
}

/** Which pictures are missing, and why. */
function Unavailable({ revealed }: { revealed: RevealedInquiry }) {
  const { documents, documentsUnavailable, identity } = revealed
  const withoutBack = documents.filter((one) => one.hasBackPage && !one.backPage)
  return (
    <>
      {documentsUnavailable === 'none' && (
        <Notice tone="info" role="status" title="No pictures available">
          The service couldn’t create a link for any of this inquiry’s documents.
        </Notice>
      )}
      {documentsUnavailable === 'not_approved' && (
        <p role="status" className="text-sm/6 text-muted-foreground">
          {identity
            ? 'With this status, the service gives the identity only.'
            : 'The service gave neither documents nor an identity.'}
        </p>
      )}
      {withoutBack.map(({ type }) => (
        <p key={type} className="text-xs/5 text-subtle-foreground">
          {documentTypeName(type)}: the back isn’t available.
        </p>
      ))}
    </>
  )
}

/** Shown before a reveal, after it expires and when it fails. */
function NothingShown({ status }: { status: string | null }) {
  const { state, reveal } = useReveal()
  const isLoading = state.step === 'loading'
  // D2, S3. We ask the service in any case, since it may know more than we do.
  const isExpected = hasDocuments(status) || mayHaveIdentity(status)
  const button = (label: string, tone: 'primary' | 'secondary') => (
    <Button
      tone={tone}
      size={isExpected ? 'medium' : 'small'}
      onClick={reveal}
      inactive={isLoading}
    >
      {isLoading ? (
        <LoaderCircle aria-hidden="true" className="size-4 motion-safe:animate-spin" />
      ) : (
        <Eye aria-hidden="true" className="size-4" />
      )}
      <span>{label}</span>
    </Button>
  )
  if (state.step === 'refused')
    return (
      <div className="flex flex-col items-start gap-3">
        <RefusalNotice {...state} />
        {button('Try again', 'secondary')}
      </div>
    )
  if (!isExpected)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm/6 text-muted-foreground">
        <p>With this status, the service normally gives neither documents nor an identity.</p>
        {button('Ask the service anyway', 'secondary')}
      </div>
    )
  const isExpired = state.step === 'expired'
  return (
    <div className="flex flex-col items-center justify-center gap-4 rounded-lg bg-muted px-4 py-7 text-center max-sm:py-5 sm:min-h-72">
      <span className="inline-flex size-11 items-center justify-center rounded-xl border bg-card text-muted-foreground max-sm:hidden">
        <LockKeyhole aria-hidden="true" className="size-5" />
      </span>
      <div role={isExpired ? 'status' : undefined}>
        <p className="font-medium">
          {isExpired ? 'The links have expired' : 'Identity and documents are locked'}
        </p>
        <p className="mt-1 text-sm/6 text-muted-foreground">
          {isExpired
            ? 'They last five minutes. The identity and documents have been cleared from this page.'
            : hasDocuments(status)
              ? 'Name, date of birth, address and document number, with the pictures.'
              : 'Name, date of birth, address and document number. The service has no pictures with this status.'}
        </p>
      </div>
      {button(isExpired ? 'Show again' : 'Show identity and documents', 'primary')}
      <p className="text-xs/5 text-subtle-foreground">
        <span className="block">On screen for five minutes, never stored</span>
        <span className="block">{AUDITED}</span>
      </p>
    </div>
  )
}

function RefusalNotice({ error, retryAfterSeconds }: Refusal) {
  const { title, text } = refusalText(error, retryAfterSeconds)
  return (
    <Notice tone="bad" role="alert" title={title}>
      {text}
    </Notice>
  )
}

/** The time left, with buttons to renew and hide. Empty while nothing is shown. */
export function RevealTimer({ className }: { className?: string }) {
  const { state, reveal, hide } = useReveal()
  if (state.step !== 'shown' || state.expiresAt === null) return null
  return (
    <div className={cn('flex items-center rounded-lg border bg-card', className)}>
      <Countdown expiresAt={state.expiresAt} />
      <Button
        tone="quiet"
        size="small"
        className="h-8.5! px-2.5!"
        onClick={reveal}
        inactive={state.renewal === 'pending'}
        title="Renew for five minutes"
      >
        <ClockPlus aria-hidden="true" className="size-4" />
        <span>Renew</span>
      </Button>
      <Button tone="quiet" size="small" className="h-8.5! px-2.5!" onClick={hide}>
        <EyeOff aria-hidden="true" className="size-4" />
        <span>Hide</span>
      </Button>
    </div>
  )
}

function Countdown({ expiresAt }: { expiresAt: number }) {
  const seconds = useSecondsLeft(expiresAt)
  return (
    <p
      role="timer"
      aria-label="Time left"
      title="How long the links to the documents still work"
      className={cn(
        'inline-flex h-8.5 items-center gap-1.5 rounded-lg px-2.5 text-sm font-medium tabular-nums',
        seconds <= WARN_SECONDS ? 'bg-warning-soft text-warning' : 'text-muted-foreground',
      )}
    >
      <Timer aria-hidden="true" className="size-4" />
      <span>{`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}</span>
    </p>
  )
}

/** Warns once, a minute before the pictures disappear, with a button to keep them. */
function ExpiryWarning({ expiresAt }: { expiresAt: number }) {
  const { reveal } = useReveal()
  const isSoon = useSecondsLeft(expiresAt) <= WARN_SECONDS
  return (
    <div role="status" className="contents">
      {isSoon && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl bg-warning-soft px-4 py-2.5 text-sm/6">
          <p>
            <strong className="font-semibold text-warning">Less than a minute left.</strong>{' '}
            <span className="text-muted-foreground">
              Then the identity and documents are cleared from this page.
            </span>
          </p>
          <Button tone="secondary" size="small" onClick={reveal}>
            Keep for five minutes
          </Button>
        </div>
      )}
    </div>
  )
}
